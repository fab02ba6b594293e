/** All tables. SQL lives in this folder and nowhere else. */
import { randomBytes } from 'node:crypto';
import { makeChainTable, makeMetadataTable } from './chain-table.ts';
import { type Connection, openDatabase } from './database.ts';
import { makeFileTable } from './file-table.ts';
import { makeMailTable } from './mail-table.ts';
import { makeMemberTable } from './member-table.ts';
import { makeProjectTable, makeTagTable } from './project-table.ts';
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

/** Secrets the service makes once and keeps, so that tokens and links stay valid over a restart. */
const SECRET_BYTES = 32;

function makeSettingTable(db: Connection) {
  const insert = db.prepare<[string, string]>(
    'INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING',
  );
  const select = db.prepare<[string], { value: string }>(
    'SELECT value FROM setting WHERE name = ?',
  );
  /** Made on first use. */
  function secret(name: string): string {
    insert.run(name, randomBytes(SECRET_BYTES).toString('base64url'));
    return select.get(name)?.value ?? '';
  }
  return {
    /** Signs tokens. */
    tokenSecret: (): Buffer => Buffer.from(secret('token-secret'), 'base64url'),
    /** Signs links of the object store. */
    linkSecret: (): string => secret('link-secret'),
  };
}
