/**
 * Writes an audit's findings into the database in batches, together with the totals, and keeps the list of silent
 * changes that no person has reviewed. Memory holds one batch, however large the folder is.
 */
import {
  type AuditFinding,
  type AuditProgress,
  type AuditTotals,
  isSilent,
  withFinding,
} from '../../../src-shared/model/proofs/audit.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { type FileIdentity, identityKey } from '../../platform/disk/file-identity.ts';
import type {
  KeptAuditRow,
  KeptAuditState,
  NewAuditRow,
} from '../../db/proofs/audit-repository.ts';
import {
  type AuditExpectation,
  type AuditFacts,
  type AuditReading,
  isSameContent,
  type KnownContent,
} from './evaluate-audit.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

const BATCH_ROWS = 200;
const BATCH_MS = SECOND_MS; // the most work that a crash may lose

export type LeftOutFigure = 'ignoredFiles' | 'ignoredFolders' | 'links' | 'special';

export type AuditWriter = ReturnType<typeof makeAuditWriter>;

export type ReadFile = Extract<AuditLookAt, { kind: 'read' }>;

export function makeAuditWriter(
  { id, totals: begun }: { readonly id: number; readonly totals: AuditTotals },
  { state, clock, absolute }: Pick<AuditPorts, 'state' | 'clock' | 'absolute'>,
) {
  const { audits, fixity } = state;
  const waiting = new Map<string, NewAuditRow>();
  let totals = begun;
  let flushedAtMs = clock.monotonicMs();

  function watch({ path, finding, sha256 }: NewAuditRow): void {
    const where = absolute(path);
    if (isSilent(finding) && sha256 !== null) fixity.noteSilent(where, id, sha256);
    // Unreadable and unsure prove nothing about the bytes: the earlier finding stays.
    else if (['proven', 'changed', 'missing'].includes(finding.verdict)) {
      fixity.forgetSilent(where);
    }
  }

  /** Writes the batch and the progress of the run. */
  function flush(next: KeptAuditState): void {
    const rows = [...waiting.values()];
    const endedAtMs = next === 'running' ? null : clock.nowMs();
    state.repeatable(() => {
      audits.keep(id, rows, { state: next, endedAtMs, totals });
      for (const row of rows) watch(row);
    });
    waiting.clear();
    flushedAtMs = clock.monotonicMs();
  }

  return {
    totals: () => totals,
    count(figure: LeftOutFigure) {
      totals = { ...totals, [figure]: totals[figure] + 1 };
    },
    /** `read`: the result of reading; null when nothing was read. */
    add(
      path: string,
      finding: AuditFinding,
      read: ReadFile | null,
      expected: AuditExpectation | null,
    ) {
      totals = withFinding(totals, finding, read?.sizeBytes ?? 0);
      waiting.set(path, {
        path,
        finding,
        sizeBytes: read?.sizeBytes ?? null,
        blake3: read?.blake3 ?? null,
        sha256: read?.sha256 ?? null,
        identity: read === null ? null : identityKey(read.identity),
        ...knownBefore(finding, expected),
        checkedAtMs: clock.nowMs(),
      });
      const isDue = clock.monotonicMs() - flushedAtMs >= BATCH_MS;
      if (waiting.size >= BATCH_ROWS || isDue) flush('running');
    },
    /** A row of an earlier part of this run, whose file has been written since. */
    drop(row: KeptAuditRow) {
      totals = withFinding(totals, row.finding, row.sizeBytes ?? 0, -1);
      audits.dropRow(row.id);
    },
    /** Whether the path has a row, written or still in the batch. */
    row: (path: string): KeptAuditRow | NewAuditRow | null =>
      waiting.get(path) ?? audits.rowAt(id, path),
    /** Where in the folder these bytes were found. */
    pathOf(content: KnownContent) {
      for (const row of waiting.values()) if (isSameContent(content, row)) return row.path;
      return audits.withContent(id, content)?.path ?? null;
    },
    flush,
  };
}

/** What the next audit compares with if the bytes are different now. */
function knownBefore(
  finding: AuditFinding,
  expected: AuditExpectation | null,
): Pick<NewAuditRow, 'knownBlake3' | 'knownSha256' | 'knownIdentity'> {
  if (finding.verdict !== 'changed' || expected === null) {
    return { knownBlake3: null, knownSha256: null, knownIdentity: null };
  }
  const { blake3, sha256, identity } = expected;
  const knownIdentity = identity === null ? null : identityKey(identity);
  return { knownBlake3: blake3, knownSha256: sha256, knownIdentity };
}

/** An entry in the folder of an audit. Paths are relative to the folder, with '/' between names. */
export type AuditEntry =
  /** `isLeftOut`: excluded by a rule. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly identity: FileIdentity;
      readonly isLeftOut: boolean;
    }
  /** A rule excludes it, with all its contents. */
  | { readonly kind: 'left-out-folder'; readonly path: string }
  | { readonly kind: 'link' | 'special'; readonly path: string }
  | {
      readonly kind: 'unreadable';
      readonly path: string;
      readonly errno: string;
      readonly isFolder: boolean;
    };

/** The result of checking a file once. */
export type AuditLookAt =
  | Extract<AuditReading, { readonly kind: 'read' }>
  /** It was written, truncated or replaced during reading. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** What is known about a path before it is checked. */
export interface KnownPath {
  readonly expected: AuditExpectation | null;
  readonly watched: {
    readonly state: FileState;
    readonly hold: HoldReason | null;
    readonly isApproved?: boolean | undefined;
    /** A rule excludes it, or it existed before its folder was watched and is not wanted. */
    readonly isLeftOut: boolean;
  } | null;
}

/**
 * What one audit of one folder needs from the disk, the ledger and the database. Paths are relative to the folder
 * unless they are said to be absolute.
 */
export interface AuditPorts {
  readonly clock: Clock;
  readonly state: Pick<State, 'audits' | 'fixity' | 'repeatable'>;
  /** The absolute path of one relative to the folder. */
  readonly absolute: (path: string) => string;
  /** Work to do before the first file is read. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /**
   * Distinguishes the folder from another that replaces it, as when a drive is unmounted; null: none can be read there.
   */
  readonly identify: (signal: AbortSignal) => Promise<string | null>;
  /** All entries of the folder, a directory at a time. */
  readonly walk: (signal: AbortSignal) => AsyncIterable<readonly AuditEntry[]>;
  /** Reads a file from its first to its last byte, ignoring cached results. `path`: absolute. */
  readonly read: (
    path: string,
    onRead: (readBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<AuditLookAt>;
  /** Of a path relative to the folder. */
  readonly knownOf: (path: string) => KnownPath;
  /** Paths under which the ledger has something notarized, with what that is. */
  readonly expected: () => Iterable<readonly [string, AuditExpectation]>;
  /** What this account knows about a content. */
  readonly lookUp: (
    path: string,
    content: Extract<AuditLookAt, { kind: 'read' }>,
  ) => Pick<AuditFacts, 'known' | 'isOnPlatform' | 'gap'>;
  /** Resolves when reading may continue. Rejects with the signal's reason. */
  readonly mayRead: (signal: AbortSignal) => Promise<void>;
  readonly onProgress: (progress: Pick<AuditProgress, 'totals' | 'path'>) => void;
}
