/** All users, narrowed down by a text and by status. For administrators; anybody else is told what the service says. */
import { type ComponentProps, type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  type AdminUserView,
  filterUsers,
  type UserFilter,
  usersCsv,
} from '../../../src-shared/model/people/admin-user-view.ts';
import { personName } from '../../../src-shared/model/people/person-view.ts';
import { USER_STATUSES } from '../../../src-shared/service/users.ts';
import { useRead } from '../../data/use-read.ts';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { Button } from '../../ui/layout/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Table, type TableColumn } from '../../ui/grid/table.tsx';
import { LoadState } from '../../parts/notices/error-notice.tsx';
import { useWords } from '../../words/words-context.ts';
import { pathTo } from '../../paths.ts';
import arrangement from '../../ui/layout/arrangement.module.css';
import listing from '../../ui/grid/listing.module.css';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { ReasonedButton } from '../../ui/layout/reasoned-button.tsx';
import { saveFile } from '../../ui/layout/save-file.ts';
import { BulkCredits, BulkOutcome } from './bulk-credits.tsx';
import { statusText } from './status-text.ts';
import prose from '../../ui/layout/prose.module.css';

const NO_FILTER: UserFilter = { text: '', userStatus: null };
const MOST_SHOWN = 300; // a page of names; more are found by the filter

export function UsersScreen(): ReactElement {
  const words = useWords();
  const { admin, fields, ui } = words;
  const { value, readAtMs, fault, readAgain } = useRead('admin.users');
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const [outcome, setOutcome] = useState<ComponentProps<typeof BulkOutcome> | null>(null);
  const found = useMemo(() => filterUsers(value?.users ?? [], filter), [value, filter]);
  // What a filter hides is not changed.
  const chosenUsers = found.filter(({ userId }) => chosen.has(userId));
  const columns = useMemo<readonly TableColumn<AdminUserView>[]>(
    () => [
      {
        id: 'name',
        label: ui.name,
        sortBy: personName,
        cell: (user) => (
          <Link to={pathTo('user', user.userId)} className={prose['strong']}>
            {personName(user)}
          </Link>
        ),
      },
      { id: 'email', label: ui.email, sortBy: ({ email }) => email, cell: ({ email }) => email },
      {
        id: 'organisation',
        label: fields.profile.organisation,
        sortBy: ({ organisation }) => organisation,
        cell: ({ organisation }) => organisation,
      },
      {
        id: 'status',
        label: admin.status,
        sortBy: (user) => statusText(user, words),
        cell: (user) => statusText(user, words),
      },
      {
        id: 'credits',
        label: admin.credits,
        isNumber: true,
        sortBy: ({ credits }) => credits,
        cell: ({ credits }) => words.figures.number(credits),
      },
    ],
    [admin, fields, ui, words],
  );
  return (
    <Page
      title={admin.users}
      actions={
        <Button
          icon="download"
          isDisabled={found.length === 0}
          onPress={() => {
            const csv = usersCsv(found, admin.csvHead, (user) => statusText(user, words));
            saveFile('labseal-users.csv', [csv], 'text/csv');
          }}
        >
          {words.credits.exportCsv}
        </Button>
      }
    >
      <div className={listing['tools']}>
        <div className={listing['search']}>
          <SearchField
            label={admin.search}
            value={filter.text}
            onChange={(text) => setFilter({ ...filter, text })}
          />
        </div>
        <Select
          label={admin.status}
          isLabelHidden
          options={[
            { value: 'all', label: admin.allStatuses },
            ...USER_STATUSES.map((each) => ({ value: each, label: admin.statuses[each] })),
          ]}
          value={USER_STATUSES.find((each) => each === filter.userStatus) ?? 'all'}
          onChange={(each) => setFilter({ ...filter, userStatus: each === 'all' ? null : each })}
        />
        <span role="status" className={prose['quiet']}>
          {value === null ? '' : admin.count(found.length)}
        </span>
        {chosenUsers.length > 0 && (
          <div
            role="group"
            aria-label={admin.chosen(chosenUsers.length)}
            className={arrangement['line']}
          >
            <strong>{admin.chosen(chosenUsers.length)}</strong>
            <ReasonedButton
              reason={fault === null ? null : admin.needsService}
              onPress={() => setIsAdding(true)}
            >
              {admin.addToChosen}
            </ReasonedButton>
          </div>
        )}
      </div>
      <LoadState value={value} fault={fault} onTryAgain={readAgain} lines={6} />
      {fault !== null && value !== null && (
        <p className={prose['quiet']}>
          <AsOf atMs={readAtMs} /> {admin.needsService}
        </p>
      )}
      {value !== null && !value.isComplete && <p role="status">{admin.incomplete}</p>}
      {value !== null && value.users.length === 0 && (
        <EmptyState title={admin.none} text={admin.noneText} />
      )}
      {value !== null && value.users.length > 0 && found.length === 0 && (
        <EmptyState title={admin.noneFits} text={admin.noneFitsText}>
          <Button onPress={() => setFilter(NO_FILTER)}>{admin.clear}</Button>
        </EmptyState>
      )}
      {outcome !== null && <BulkOutcome {...outcome} />}
      {found.length > 0 && (
        <Table
          caption={admin.users}
          columns={columns}
          rows={found}
          rowId={({ userId }) => userId}
          most={MOST_SHOWN}
          lead={{
            head: (
              <Checkbox
                label={admin.chooseAll}
                isSelected={chosenUsers.length === found.length}
                onChange={(all) => setChosen(new Set(all ? found.map(({ userId }) => userId) : []))}
              />
            ),
            cell: (user) => (
              <Checkbox
                label={admin.choose(personName(user))}
                isSelected={chosen.has(user.userId)}
                onChange={(is) => setChosen(withOne(chosen, user.userId, is))}
              />
            ),
          }}
        />
      )}
      {isAdding && (
        <BulkCredits
          users={chosenUsers}
          onDone={(notAdded) => {
            setIsAdding(false);
            setOutcome({ changed: chosenUsers.length - notAdded.length, notAdded });
            // One that may have been changed is looked at before it is chosen again.
            const again = notAdded.filter(({ fault: why }) => why.kind !== 'unknown-outcome');
            setChosen(new Set(again.map(({ user }) => user.userId)));
            readAgain();
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {found.length > MOST_SHOWN && (
        <p className={prose['quiet']}>{words.ui.more(found.length - MOST_SHOWN)}</p>
      )}
    </Page>
  );
}

function withOne(ids: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((each) => each !== id));
}
