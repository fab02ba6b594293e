/** One user: who they are, their credits, their suspension, what was booked lately. Nothing here is ever queued. */
import { PROFILE_FIELDS } from '../../../src-shared/service/users.ts';
import { type ReactElement, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AdminUserView } from '../../../src-shared/model/people/admin-user-view.ts';
import { personName, type TransactionView } from '../../../src-shared/model/people/person-view.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Success } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { DAY_MS, utcDay } from '../../../src-shared/model/text/time.ts';
import { Table, type TableColumn } from '../../ui/grid/table.tsx';
import { pathTo } from '../../paths.ts';
import { AdjustCredits } from './adjust-credits.tsx';
import styles from './admin.module.css';
import { statusText } from './status-text.ts';
import { Suspension } from './suspension.tsx';
import prose from '../../ui/layout/prose.module.css';

export function UserScreen(): ReactElement {
  const { userId = '' } = useParams();
  return <User key={userId} userId={userId} />;
}

function User({ userId }: Readonly<{ userId: string }>): ReactElement {
  const { admin } = useWords();
  const { value, readAtMs, fault, readAgain } = useRead('admin.user', { userId });
  const [done, setDone] = useState<string | null>(null);
  const isReachable = fault === null;
  const finish = (sentence: string) => {
    setDone(sentence);
    readAgain();
  };
  return (
    <Page
      title={value === null ? admin.users : personName(value)}
      {...(value === null ? {} : { subtitle: value.email })}
    >
      <p>
        <Link to={pathTo('users')}>{admin.toUsers}</Link>
      </p>
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={6} />
      {!isReachable && value !== null && (
        <p className={prose['quiet']}>
          <AsOf atMs={readAtMs} />
        </p>
      )}
      {done !== null && <Success>{done}</Success>}
      {value !== null && (
        <>
          <UserFacts user={value} />
          <AdjustCredits
            user={value}
            reason={isReachable ? null : admin.needsService}
            onDone={finish}
            onMoved={readAgain}
          />
          <Suspension
            user={value}
            reason={isReachable ? null : admin.needsService}
            onDone={finish}
          />
          <UserHistory userId={userId} />
        </>
      )}
    </Page>
  );
}

function UserFacts({ user }: Readonly<{ user: AdminUserView }>): ReactElement {
  const words = useWords();
  const { admin, fields, figures, ui, profile } = words;
  const { value } = useRead('users.permissions', { userId: user.userId });
  const yesNo = (is: boolean) => (is ? ui.yes : ui.no);
  return (
    <Facts
      facts={[
        { label: admin.status, value: statusText(user, words) },
        ...PROFILE_FIELDS.filter((field) => field !== 'name' && field !== 'lastName').map(
          (field) => ({ label: fields.profile[field], value: user[field] }),
        ),
        {
          label: admin.createdOn,
          value: user.createdAtMs === null ? null : figures.day(user.createdAtMs),
        },
        { label: admin.isAdmin, value: value && yesNo(value.isAdmin) },
        { label: profile.mayCreate, value: value && yesNo(value.canCreateProject.may) },
        { label: profile.mayInvite, value: value && yesNo(value.canInviteMember.may) },
      ]}
    />
  );
}

const SHOWN_DAYS = 30;

/** What was booked on somebody's credits in the last 30 days, by what it was for. */
function UserHistory({ userId }: Readonly<{ userId: string }>): ReactElement {
  const { admin, credits, figures, files } = useWords();
  const today = utcDay(useNow());
  const from = utcDay(Date.parse(today) - (SHOWN_DAYS - 1) * DAY_MS);
  const { value, fault, readAgain } = useRead('users.transactions', {
    userId,
    days: { from, to: today },
  });
  const columns = useMemo<readonly TableColumn<TransactionView>[]>(
    () => [
      {
        id: 'when',
        label: files.when,
        cell: ({ atMs }) => (atMs === null ? '—' : figures.moment(atMs)),
      },
      { id: 'type', label: admin.type, cell: ({ type }) => credits.typeText(type) },
      {
        id: 'change',
        label: admin.change,
        isNumber: true,
        cell: ({ amount }) => figures.number(amount),
      },
    ],
    [admin, credits, files, figures],
  );
  return (
    <section aria-label={admin.history} className={styles['block']}>
      <h2>{admin.history}</h2>
      <p className={prose['quiet']}>{admin.historyDays}</p>
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={3} />
      {value?.length === 0 && <p className={prose['quiet']}>{admin.noHistory}</p>}
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
