/** What an audit found, in one line. Pure. */
import { AUDIT_VERDICTS, type AuditTotals } from '../../src-shared/model/proofs/audit.ts';
import type { Words } from '../words/en.ts';

/** "1,200 proven unchanged · 2 changed since notarized · 1 missing": what there is, problems first. */
export function totalsText({ verdicts }: AuditTotals, { audits }: Pick<Words, 'audits'>): string {
  const parts = AUDIT_VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) =>
    audits.countOf[verdict](verdicts[verdict]),
  );
  return parts.length === 0 ? audits.noFiles : parts.join(' · ');
}
