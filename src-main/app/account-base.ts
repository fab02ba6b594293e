/** What the features of an account are made of. */
import type { AccountNews } from '../features/account-events.ts';
import type { Workers } from '../features/workers.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import type { AccountPorts } from '../pipeline/common/account-ports.ts';
import type { SyncRun } from '../pipeline/run/sync-run.ts';
import type { Connection } from './connection.ts';
import type { EnginePorts } from './settings.ts';
import type { Use } from './use.ts';

export interface AccountParts {
  /** Key of the account's folder. */
  readonly account: string;
  readonly connection: Connection;
  readonly workers: Workers;
  readonly ports: EnginePorts;
  readonly dataFolder: string;
  /** Tells faces which answers may be stale. */
  readonly tell: (news: AccountNews) => void;
}

/** One account on this computer, opened. */
export interface AccountBase
  extends
    Omit<AccountParts, 'account' | 'connection' | 'ports'>,
    EnginePorts,
    Pick<AccountPorts, 'state' | 'transitions' | 'gate' | 'announce' | 'client' | 'userId'>,
    Pick<Connection, 'address' | 'agents' | 'session'> {
  /** A feature of this account, such as `use(bindAudits)`. */
  readonly use: Use<AccountBase>;
  /** Absolute; holds the database. */
  readonly folder: string;
  readonly certificateFolder: string;
  /** The last run, and its face: a change made beside it is news to that. */
  readonly latest: { run: SyncRun | null; announce: Announce | null };
  /** Is called when the account is closed, before its database is. */
  readonly onClose: (end: () => void) => void;
  readonly close: () => void;
}
