/** An audit in one line and one look. Pure. */
import {
  auditedFiles,
  isAllProven,
  isSilent,
  type AuditFinding,
  type AuditRun,
  type AuditTotals,
  type AuditVerdict,
} from '../../../src-shared/model/proofs/audit.ts';
import type { IconName } from '../../ui/layout/icon.tsx';
import type { Words } from '../../words/en.ts';

export type Tone = 'ok' | 'warn' | 'danger' | 'neutral';

const LOOKS: Readonly<Record<AuditVerdict, { readonly icon: IconName; readonly tone: Tone }>> = {
  changed: { icon: 'circle-x', tone: 'danger' },
  missing: { icon: 'file-question-mark', tone: 'warn' },
  unreadable: { icon: 'lock', tone: 'warn' },
  unsure: { icon: 'circle-question-mark', tone: 'warn' },
  'never-notarized': { icon: 'circle-dashed', tone: 'neutral' },
  proven: { icon: 'circle-check', tone: 'ok' },
};

export function lookOf(finding: AuditFinding) {
  if (isSilent(finding)) {
    return { icon: 'octagon-exclamation-point', tone: 'danger' } as const;
  }
  // The bytes are there, under another name.
  if (finding.verdict === 'missing' && finding.foundAt !== null) {
    return { ...LOOKS.missing, tone: 'neutral' } as const;
  }
  return LOOKS[finding.verdict];
}

/** What was not looked at, and why: "12 left out by rules · 3 links". Empty when there is nothing. */
export function leftOutText(
  { ignoredFiles, ignoredFolders, links, special }: AuditTotals,
  { audits }: Pick<Words, 'audits'>,
): string {
  return [
    ...(ignoredFiles > 0 ? [audits.ignoredFiles(ignoredFiles)] : []),
    ...(ignoredFolders > 0 ? [audits.ignoredFolders(ignoredFolders)] : []),
    ...(links > 0 ? [audits.links(links)] : []),
    ...(special > 0 ? [audits.special(special)] : []),
  ].join(' · ');
}

export interface SaidAudit {
  readonly kind: 'match' | 'differs' | 'unsure';
  readonly title: string;
}

/** Only an audit that was through, and found every file proven, is called that. */
export function sayAudit(
  run: Pick<AuditRun, 'state' | 'totals'>,
  { audits }: Pick<Words, 'audits'>,
): SaidAudit {
  const { verdicts, moved, silent } = run.totals;
  if (run.state === 'no-folder') return { kind: 'unsure', title: audits.noFolder };
  if (silent > 0) return { kind: 'differs', title: audits.silent(silent) };
  if (verdicts.changed > 0)
    return { kind: 'differs', title: audits.countOf.changed(verdicts.changed) };
  if (run.state !== 'complete') return { kind: 'unsure', title: audits.notThrough };
  if (auditedFiles(run.totals) === 0) return { kind: 'unsure', title: audits.noFiles };
  if (isAllProven(run)) return { kind: 'match', title: audits.allProven };
  const open = auditedFiles(run.totals) - verdicts.proven - moved;
  return { kind: 'unsure', title: audits.needLook(open) };
}
