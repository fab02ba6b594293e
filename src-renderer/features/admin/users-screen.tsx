/** All users, narrowed down by a text and by status. For administrators; anybody else is told what the service says. */
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  type AdminUserView,
  filterUsers,
  type UserFilter,
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
import listing from '../../ui/grid/listing.module.css';
import { statusText } from './status-text.ts';
import prose from '../../ui/layout/prose.module.css';

const NO_FILTER: UserFilter = { text: '', userStatus: null };
const MOST_SHOWN = 300; // a page of names; more are found by the filter

export function UsersScreen(): ReactElement {
  const words = useWords();
  const { admin, fields, ui } = words;
  const { value, readAtMs, fault, readAgain } = useRead('admin.users');
  const [filter, setFilter] = useState(NO_FILTER);
  const found = useMemo(() => filterUsers(value?.users ?? [], filter), [value, filter]);
  const columns = useMemo<readonly TableColumn<AdminUserView>[]>(
    () => [
      {
        id: 'name',
        label: ui.name,
        cell: (user) => (
          <Link to={pathTo('user', user.userId)} className={prose['strong']}>
            {personName(user)}
          </Link>
        ),
      },
      { id: 'email', label: ui.email, cell: ({ email }) => email },
      {
        id: 'organisation',
        label: fields.profile.organisation,
        cell: ({ organisation }) => organisation,
      },
      { id: 'status', label: admin.status, cell: (user) => statusText(user, words) },
      {
        id: 'credits',
        label: admin.credits,
        isNumber: true,
        cell: ({ credits }) => words.figures.number(credits),
      },
    ],
    [admin, fields, ui, words],
  );
  return (
    <Page title={admin.users}>
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
      {found.length > 0 && (
        <Table
          caption={admin.users}
          columns={columns}
          rows={found.slice(0, MOST_SHOWN)}
          rowId={({ userId }) => userId}
        />
      )}
      {found.length > MOST_SHOWN && (
        <p className={prose['quiet']}>{words.ui.more(found.length - MOST_SHOWN)}</p>
      )}
    </Page>
  );
}
