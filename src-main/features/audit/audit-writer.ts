/**
 * Takes what an audit finds into the database, a batch at a time together with the totals, and keeps the list of silent
 * changes that nobody has looked at. Memory holds one batch, however large the folder is.
 */
import {
  type AuditFinding,
  type AuditProgress,
  type AuditTotals,
  isSilent,
  withFinding,
} from '../../../src-shared/model/proofs/audit.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { type FileIdentity, identityKey } from '../../platform/file-identity.ts';
import type {
  KeptAuditRow,
  KeptAuditState,
  NewAuditRow,
} from '../../db/proofs/audit-repository.ts';
import type { AuditExpectation, AuditFacts } from './evaluate-audit.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';

const BATCH_ROWS = 200;
const BATCH_MS = SECOND_MS; // what a crash may cost

export type LeftOutFigure = 'ignoredFiles' | 'ignoredFolders' | 'links' | 'special';

export interface AuditWriter {
  totals(): AuditTotals;
  count(figure: LeftOutFigure): void;
  /** `read`: what was read; null when nothing was. */
  add(
    path: string,
    finding: AuditFinding,
    read: ReadFile | null,
    expected: AuditExpectation | null,
  ): void;
  /** A row of an earlier part of this run, whose file has been written since. */
  drop(row: KeptAuditRow): void;
  /** Whether the path has a row, written or about to be. */
  row(path: string): KeptAuditRow | NewAuditRow | null;
  /** Where in the folder these bytes were met. */
  pathOf(sha256: string): string | null;
  /** Writes what waits, and how the run stands. */
  flush(state: KeptAuditState): void;
}

export type ReadFile = Extract<AuditLookAt, { kind: 'read' }>;

export function makeAuditWriter(
  { id, totals: begun }: { readonly id: number; readonly totals: AuditTotals },
  { state, clock, absolute }: Pick<AuditPorts, 'state' | 'clock' | 'absolute'>,
): AuditWriter {
  const { audits, fixity } = state;
  const waiting = new Map<string, NewAuditRow>();
  let totals = begun;
  let flushedAtMs = clock.monotonicMs();

  function watch({ path, finding, sha256 }: NewAuditRow): void {
    const where = absolute(path);
    if (isSilent(finding) && sha256 !== null) fixity.noteSilent(where, id, sha256);
    // Unreadable and unsure say nothing about the bytes: what was found before stands.
    else if (['proven', 'changed', 'missing'].includes(finding.verdict)) {
      fixity.forgetSilent(where);
    }
  }

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
    count(figure) {
      totals = { ...totals, [figure]: totals[figure] + 1 };
    },
    add(path, finding, read, expected) {
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
    drop(row) {
      totals = withFinding(totals, row.finding, row.sizeBytes ?? 0, -1);
      audits.dropRow(row.id);
    },
    row: (path) => waiting.get(path) ?? audits.rowAt(id, path),
    pathOf(sha256) {
      for (const row of waiting.values()) if (row.sha256 === sha256) return row.path;
      return audits.withContent(id, sha256)?.path ?? null;
    },
    flush,
  };
}

/** What the next audit compares with when the bytes are others now. */
function knownBefore(
  finding: AuditFinding,
  expected: AuditExpectation | null,
): Pick<NewAuditRow, 'knownSha256' | 'knownIdentity'> {
  if (finding.verdict !== 'changed' || expected === null) {
    return { knownSha256: null, knownIdentity: null };
  }
  const { sha256, identity } = expected;
  return { knownSha256: sha256, knownIdentity: identity === null ? null : identityKey(identity) };
}

/** Something that lies in the folder of an audit. Paths are relative to it, with '/' between names. */
export type AuditEntry =
  /** `isLeftOut`: by a rule. */
  | {
      readonly kind: 'file';
      readonly path: string;
      readonly identity: FileIdentity;
      readonly isLeftOut: boolean;
    }
  /** A rule leaves it out, with everything in it. */
  | { readonly kind: 'left-out-folder'; readonly path: string }
  | { readonly kind: 'link' | 'special'; readonly path: string }
  | {
      readonly kind: 'unreadable';
      readonly path: string;
      readonly errno: string;
      readonly isFolder: boolean;
    };

/** What one look at a file came to. */
export type AuditLookAt =
  | {
      readonly kind: 'read';
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
      readonly identity: FileIdentity;
      /** What else the file was read for. */
      readonly more?: Digests | undefined;
    }
  /** It was written, cut or replaced while it was read. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** What is known of a path before it is looked at. */
export interface KnownPath {
  readonly expected: AuditExpectation | null;
  readonly watched: {
    readonly state: FileState;
    readonly hold: HoldReason | null;
    /** A rule leaves it out, or it lay in its folder before that was watched and is not wanted. */
    readonly isLeftOut: boolean;
  } | null;
}

/** What one audit of one folder asks of the disk, the ledger and the database; paths that are not said to be absolute are relative to it. */
export interface AuditPorts {
  readonly clock: Clock;
  readonly state: Pick<State, 'audits' | 'fixity' | 'repeatable'>;
  /** The absolute path of one relative to the folder. */
  readonly absolute: (path: string) => string;
  /** What is to be done before the first file is read. */
  readonly prepare: (signal: AbortSignal) => Promise<void>;
  /** Tells the folder from another that takes its place, as an unmounted drive does; null: none can be read there. */
  readonly identify: (signal: AbortSignal) => Promise<string | null>;
  /** Everything in the folder, a directory at a time. */
  readonly walk: (signal: AbortSignal) => AsyncIterable<readonly AuditEntry[]>;
  /** Reads a file from its first to its last byte, whatever is remembered of it. `path`: absolute. */
  readonly read: (
    path: string,
    onRead: (readBytes: number) => void,
    signal: AbortSignal,
  ) => Promise<AuditLookAt>;
  /** Of a path relative to the folder. */
  readonly knownOf: (path: string) => KnownPath;
  /** Paths under which something is notarized by the ledger, with what it is. */
  readonly expected: () => Iterable<readonly [string, AuditExpectation]>;
  /** What this account knows about a content. */
  readonly lookUp: (
    path: string,
    content: Extract<AuditLookAt, { kind: 'read' }>,
  ) => Pick<AuditFacts, 'known' | 'isOnPlatform' | 'gap'>;
  /** Resolves when reading may go on. Rejects with the signal's reason. */
  readonly mayRead: (signal: AbortSignal) => Promise<void>;
  readonly onProgress: (progress: Pick<AuditProgress, 'totals' | 'path'>) => void;
}
