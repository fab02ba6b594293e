/** One user: who they are, their credits, their suspension, what was booked lately. Nothing here is ever queued. */
import { useMemo, useState, type ReactElement } from 'react';
import { Link, useParams } from 'react-router';
import type { AdminUserView } from '../../../src-shared/model/people/admin-user-view.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Facts } from '../../ui/layout/facts.tsx';
import { Success } from '../../ui/form/form.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { Trouble } from '../../parts/error-notice.tsx';
import { useNow } from '../../ui/feedback/use-now.ts';
import { useWords } from '../../words/words-context.ts';
import { AdjustCredits } from './adjust-credits.tsx';
import styles from './admin.module.css';
import { statusText } from './status-text.ts';
import { Suspension } from './suspension.tsx';
import { UserHistory } from './user-history.tsx';

const NEVER_STALE: readonly never[] = [];

export function UserScreen(): ReactElement {
  const { userId = '' } = useParams();
  return <User key={userId} userId={userId} />;
}

function User({ userId }: Readonly<{ userId: string }>): ReactElement {
  const { admin } = useWords();
  const nowMs = useNow();
  const input = useMemo(() => ({ userId }), [userId]);
  const { value, readAtMs, fault, readAgain } = useRead('admin.user', input, NEVER_STALE);
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
        <Link to="/admin/users">{admin.toUsers}</Link>
      </p>
      <Trouble fault={fault} onTryAgain={readAgain} />
      {!isReachable && value !== null && readAtMs !== null && (
        <p className={styles['quiet']}>
          <AsOf atMs={readAtMs} nowMs={nowMs} />
        </p>
      )}
      {value === null && fault === null && <Skeleton lines={6} />}
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
  const { admin, figures } = words;
  const input = useMemo(() => ({ userId: user.userId }), [user.userId]);
  const { value } = useRead('users.permissions', input, NEVER_STALE);
  const yesNo = (is: boolean) => (is ? admin.yes : admin.no);
  return (
    <Facts
      facts={[
        { label: admin.status, value: statusText(user, words) },
        { label: admin.organisation, value: user.organisation },
        { label: admin.location, value: user.location },
        {
          label: admin.createdOn,
          value: user.createdAtMs === null ? null : figures.day(user.createdAtMs),
        },
        { label: admin.isAdmin, value: value && yesNo(value.isAdmin) },
        { label: admin.mayCreate, value: value && yesNo(value.canCreateProject.may) },
        { label: admin.mayInvite, value: value && yesNo(value.canInviteMember.may) },
      ]}
    />
  );
}
