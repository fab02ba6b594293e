/** The columns of an audit's findings; in a narrow window what stands in the details is left out. */
import {
  isSilent,
  type AuditFinding,
  type AuditRow,
} from '../../../src-shared/model/proofs/audit.ts';
import listing from '../../ui/grid/listing.module.css';
import { statusLook } from '../../parts/files/status-appearance.ts';
import { classes } from '../../ui/layout/classes.ts';
import { FileName } from '../../parts/files/file-name.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import { Icon } from '../../ui/layout/icon.tsx';
import tones from '../../ui/feedback/tones.module.css';
import type { Words } from '../../words/en.ts';
import { lookOf } from './audit-summary.ts';
import styles from './audit.module.css';

export function findingText(finding: AuditFinding, words: Words): string {
  return words.findings.finding(finding, {
    moment: words.figures.utcMoment,
    state: (state, hold, isApproved) => statusLook(state, hold, words, isApproved).label,
  });
}

export function FindingMark({ finding, words }: Readonly<{ finding: AuditFinding; words: Words }>) {
  const { icon, tone } = lookOf(finding);
  const { audits, findings } = words;
  const isMoved = finding.verdict === 'missing' && finding.foundAt !== null;
  const label = isMoved
    ? audits.moved
    : isSilent(finding)
      ? audits.changedSilently
      : findings.verdicts[finding.verdict];
  return (
    <span className={classes(styles['mark'], tones[tone])}>
      <Icon name={icon} />
      <span>{label}</span>
    </span>
  );
}

export function auditColumns(words: Words): readonly GridColumn<AuditRow>[] {
  const { audits, figures } = words;
  return [
    {
      id: 'path',
      label: audits.file,
      track: 'minmax(0, 1fr)',
      cell: ({ path, finding }) => (
        <span className={listing['nameCell']}>
          <FileName name={path} />
          <span className={listing['second']}>{findingText(finding, words)}</span>
        </span>
      ),
    },
    {
      id: 'finding',
      label: audits.finding,
      track: 'minmax(min(15rem, 50%), 0.35fr)',
      cell: ({ finding }) => <FindingMark finding={finding} words={words} />,
    },
    {
      id: 'size',
      label: words.files.size,
      track: '7rem',
      isNumber: true,
      fromWidthRem: 42,
      cell: ({ sizeBytes }) => (sizeBytes === null ? '—' : figures.size(sizeBytes)),
    },
  ];
}
