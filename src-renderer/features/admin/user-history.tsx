/** What was booked on somebody's credits in the last 30 days, in the service's own words. */
import { useMemo, type ReactElement } from 'react';
import type { TransactionView } from '../../../src-shared/model/people/person-view.ts';
import { DAY_MS, utcDay } from '../../../src-shared/model/text/time.ts';
import { useRead } from '../../data/use-read.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Table, type TableColumn } from '../../ui/grid/table.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import styles from './admin.module.css';

const SHOWN_DAYS = 30;
const STALE_ON = ['credits-changed'] as const;

export function UserHistory({ userId }: Readonly<{ userId: string }>): ReactElement {
  const { admin, figures } = useWords();
  const today = utcDay(useNow());
  const input = useMemo(() => {
    const from = utcDay(Date.parse(today) - (SHOWN_DAYS - 1) * DAY_MS);
    return { userId, days: { from, to: today } };
  }, [userId, today]);
  const { value, fault, readAgain } = useRead('users.transactions', input, STALE_ON);
  const columns = useMemo<readonly TableColumn<TransactionView>[]>(
    () => [
      {
        id: 'when',
        label: admin.when,
        cell: ({ atMs }) => (atMs === null ? '—' : figures.moment(atMs)),
      },
      { id: 'type', label: admin.type, cell: ({ type }) => type },
      {
        id: 'change',
        label: admin.change,
        isNumber: true,
        cell: ({ amount }) => figures.number(amount),
      },
    ],
    [admin, figures],
  );
  return (
    <section aria-label={admin.history} className={styles['block']}>
      <h2>{admin.history}</h2>
      <p className={styles['quiet']}>{admin.historyDays}</p>
      <Trouble fault={fault} onTryAgain={readAgain} />
      {value === null && fault === null && <Skeleton lines={3} />}
      {value?.length === 0 && <p className={styles['quiet']}>{admin.noHistory}</p>}
      {value !== null && value.length > 0 && (
        <Table
          caption={admin.history}
          columns={columns}
          rows={latestFirst(value)}
          rowId={({ id }) => id}
        />
      )}
    </section>
  );
}

/** In which order the service tells them is not documented. */
function latestFirst(all: readonly TransactionView[]): readonly TransactionView[] {
  return all.toSorted((one, other) => (other.atMs ?? 0) - (one.atMs ?? 0));
}
