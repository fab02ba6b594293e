/**
 * Takes what an audit finds into the database, a batch at a time together with the totals, and keeps the list of silent
 * changes that nobody has looked at. Memory holds one batch, however large the folder is.
 */
import {
  isSilent,
  withFinding,
  type AuditFinding,
  type AuditTotals,
} from '../../../src-shared/model/proofs/audit.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { identityKey } from '../../platform/file-identity.ts';
import type {
  KeptAuditRow,
  KeptAuditState,
  NewAuditRow,
} from '../../db/proofs/audit-repository.ts';
import type { AuditExpectation } from './evaluate-audit.ts';
import type { AuditLookAt, AuditPorts } from './audit-ports.ts';

const BATCH_ROWS = 200;
const BATCH_MS = SECOND_MS; // what a crash may cost

export type LeftOutFigure = 'ignoredFiles' | 'ignoredFolders' | 'links' | 'special';

export interface AuditBook {
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

export function makeAuditBook(
  { id, totals: begun }: { readonly id: number; readonly totals: AuditTotals },
  { state, clock, absolute }: Pick<AuditPorts, 'state' | 'clock' | 'absolute'>,
): AuditBook {
  const { audits, bitRotWatch } = state;
  const waiting = new Map<string, NewAuditRow>();
  let totals = begun;
  let flushedAtMs = clock.monotonicMs();

  function watch({ path, finding, sha256 }: NewAuditRow): void {
    const where = absolute(path);
    if (isSilent(finding) && sha256 !== null) bitRotWatch.noteSilent(where, id, sha256);
    // Unreadable and unsure say nothing about the bytes: what was found before stands.
    else if (['proven', 'changed', 'missing'].includes(finding.verdict)) {
      bitRotWatch.forgetSilent(where);
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
