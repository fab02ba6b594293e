/** Earlier audits, the latest first. */
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import type { AuditRun } from '../../../src-shared/model/proofs/audit.ts';
import { usePathText } from '../../parts/known-folder.ts';
import { Table } from '../../ui/grid/table.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { sayAudit, totalsText } from './audit-summary.ts';
import styles from './audit.module.css';

export function AuditRuns({ runs }: Readonly<{ runs: readonly AuditRun[] }>): ReactElement {
  const words = useWords();
  const { audits, findings, figures } = words;
  const pathText = usePathText();
  const nowMs = useNow();
  if (runs.length === 0) return <p className={styles['quiet']}>{audits.none}</p>;
  return (
    <Table
      caption={audits.earlier}
      isStacked
      columns={[
        {
          id: 'folder',
          label: audits.folder,
          cell: ({ id, root }) => (
            <Link to={`/audits/${encodeURIComponent(id)}`} className={styles['path']}>
              {pathText(root)}
            </Link>
          ),
        },
        {
          id: 'when',
          label: audits.when,
          cell: ({ beganAtMs }) => figures.when(beganAtMs, Math.max(nowMs, beganAtMs)),
        },
        {
          id: 'outcome',
          label: audits.outcome,
          cell: (run) => (
            <span className={styles['outcome']}>
              <strong>
                {run.state === 'running' || run.state === 'paused'
                  ? findings.states[run.state]
                  : sayAudit(run, words).title}
              </strong>
              <span className={styles['quiet']}>{totalsText(run.totals, words)}</span>
            </span>
          ),
        },
      ]}
      rows={runs}
      rowId={({ id }) => id}
    />
  );
}
