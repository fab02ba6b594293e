/** How many files stand how, in one line: the same words for a project, a folder, what was added by hand, and an audit. Pure. */
import { AUDIT_VERDICTS, type AuditTotals } from '../../../src-shared/model/proofs/audit.ts';
import type { FileSums } from '../../../src-shared/model/status/account-status.ts';
import type { Words } from '../../words/en.ts';

export type FileCounts = Omit<FileSums, 'bytes'>;

/** "1,204 done · 41 to go · 2 need attention · 1 missing": together they are all files. */
export function countText(counts: FileCounts, { overview, shell }: Words): string {
  const { done, toGo, needYou, missing, deleted, leftOut } = counts;
  const parts = [overview.done(done)];
  if (toGo > 0) parts.push(overview.toGo(toGo));
  if (needYou > 0) parts.push(shell.needYou(needYou));
  if (missing > 0) parts.push(overview.missing(missing));
  if (deleted > 0) parts.push(overview.deleted(deleted));
  if (leftOut > 0) parts.push(overview.leftOut(leftOut));
  return parts.join(' · ');
}

/** "1,200 proven unchanged · 2 changed since notarized · 1 missing": what there is, problems first. */
export function totalsText({ verdicts }: AuditTotals, { audits }: Pick<Words, 'audits'>): string {
  const parts = AUDIT_VERDICTS.filter((verdict) => verdicts[verdict] > 0).map((verdict) =>
    audits.countOf[verdict](verdicts[verdict]),
  );
  return parts.length === 0 ? audits.noFiles : parts.join(' · ');
}
