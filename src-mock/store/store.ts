/** All tables behind one door. SQL lives in this folder and nowhere else. */
import { makeChainTable } from './chain-table.ts';
import { openDatabase } from './database.ts';
import { makeFileTable } from './file-table.ts';
import { makeMailTable } from './mail-table.ts';
import { makeMemberTable } from './member-table.ts';
import { makeMetadataTable } from './metadata-table.ts';
import { makeProjectTable } from './project-table.ts';
import { makeSettingTable } from './setting-table.ts';
import { makeTagTable } from './tag-table.ts';
import { makeTransactionTable } from './transaction-table.ts';
import { makeUserTable } from './user-table.ts';

export type Store = ReturnType<typeof openStore>;

export function openStore(file: string) {
  const db = openDatabase(file);
  return {
    settings: makeSettingTable(db),
    users: makeUserTable(db),
    mails: makeMailTable(db),
    tags: makeTagTable(db),
    projects: makeProjectTable(db),
    members: makeMemberTable(db),
    chain: makeChainTable(db),
    metadata: makeMetadataTable(db),
    files: makeFileTable(db),
    transactions: makeTransactionTable(db),
    /** All or nothing, and nothing else in between: the work is synchronous, a promise is refused. */
    atomically<Value>(work: () => Value extends PromiseLike<unknown> ? never : Value): Value {
      return db.transaction(work).immediate();
    },
    close: (): void => void db.close(),
  };
}
