/** What should be in a folder: by the ledger, and by what the last audit that was through met there. It only reads. */
import { identityFromKey } from '../../platform/file-identity.ts';
import type { KeptAuditRow } from '../../db/proofs/audit-repository.ts';
import type { AuditExpectation } from './evaluate-audit.ts';
import type { AuditPorts } from './audit-ports.ts';

const PAGE_ROWS = 500;

/** Everything that should be there: by the ledger, and by what the last audit that was through met. */
export function* expectations(
  earlierRun: number | null,
  { state, knownOf, expected }: AuditPorts,
): Generator<readonly [string, AuditExpectation]> {
  yield* expected();
  if (earlierRun === null) return;
  for (let last = 0; ;) {
    const page = state.audits.rowsAfter(earlierRun, last, PAGE_ROWS);
    for (const row of page) {
      const expectation = expectationOf(row);
      // Where the ledger has its own word, that counts: a person may have said that the file is not here any more.
      if (expectation !== null && knownOf(row.path).watched === null) {
        yield [row.path, expectation];
      }
    }
    if (page.length < PAGE_ROWS) return;
    last = page.at(-1)?.id ?? last;
  }
}

/** Null: nothing was notarized there. */
export function expectationOf({
  knownSha256,
  knownIdentity,
  finding,
}: KeptAuditRow): AuditExpectation | null {
  if (knownSha256 === null) return null;
  const record = 'record' in finding ? finding.record : null;
  const identity = knownIdentity === null ? null : identityFromKey(knownIdentity);
  const isCopy = finding.verdict === 'proven' && finding.reason === 'other-name';
  return { sha256: knownSha256, identity, record, isCopy };
}
