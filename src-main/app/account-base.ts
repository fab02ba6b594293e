/** What the features of an account are made of. */
import type { State } from '../db/state.ts';
import type { AccountNews } from '../features/account-events.ts';
import type { Workers } from '../features/workers.ts';
import type { Announce } from '../pipeline/common/ports.ts';
import type { ServiceGate } from '../pipeline/common/service-gate.ts';
import type { FileTransitions } from '../pipeline/decide/file-transitions.ts';
import type { SyncRun } from '../pipeline/run/sync-run.ts';
import type { ServiceClient } from '../service/service-client.ts';
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
    Pick<Connection, 'address' | 'agents' | 'session'> {
  /** A feature of this account, such as `use(bindAudits)`. */
  readonly use: Use<AccountBase>;
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly gate: ServiceGate;
  /** Tells the face of the last run. */
  readonly announce: Announce;
  /** Absolute; holds the database. */
  readonly folder: string;
  readonly certificateFolder: string;
  /** Sends nothing while a person works offline, or the service asked for a pause. */
  readonly client: ServiceClient;
  /** Null when nobody is signed in. */
  readonly userId: () => string | null;
  /** The last run, and its face: a change made beside it is news to that. */
  readonly latest: { run: SyncRun | null; announce: Announce | null };
  /** Is called when the account is closed, before its database is. */
  readonly onClose: (end: () => void) => void;
  readonly close: () => void;
}
