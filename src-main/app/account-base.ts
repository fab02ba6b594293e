/** An account, opened: what its features are made of. Each is bound by its own module when it is used. */
import path from 'node:path';
import type { AuditProgress } from '../../src-shared/model/proofs/audit.ts';
import { dateRecords } from '../features/certificates/date-records.ts';
import type { Workers } from '../features/workers.ts';
import type { Announce, AccountPorts } from '../pipeline/common/ports.ts';
import type { SyncRun } from '../pipeline/run/sync-run.ts';
import type { Connection } from './connection.ts';
import type { EnginePorts } from './settings.ts';
import { ok, type Result } from '../../src-shared/model/result.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { openAccountState } from './account-state.ts';
import { gatedClient, makeServiceGate } from '../pipeline/common/service-gate.ts';

/** What a face may have to read again, or show as a one-line message. */
export type AccountNews =
  | { readonly kind: 'audits-changed' }
  | { readonly kind: 'audit-progress'; readonly progress: AuditProgress }
  | {
      readonly kind:
        | 'projects-changed'
        | 'outbox-changed'
        | 'credits-changed'
        | 'downloads-changed';
    }
  /** Of whichever account: the service is slow. */
  | { readonly kind: 'answer-late'; readonly server: string }
  | { readonly kind: 'outbox-sent'; readonly sent: number; readonly needYou: number };

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
  /** The address with which the account signed in; empty when nobody is signed in. */
  readonly accountName: () => string;
  readonly certificateFolder: string;
  /** The last run, and its face: a change made beside it is news to that. */
  readonly latest: { run: SyncRun | null; announce: Announce | null };
  /** Is called when the account is closed, before its database is. */
  readonly onClose: (end: () => void) => void;
  readonly close: () => void;
}

/** Gives what `make` makes of the owner: made when it is first asked for, and the same one for everybody who asks. */
export type Use<Owner> = <Made>(make: (owner: Owner) => Made) => Made;

/** What nobody asks for is neither made nor, with a module of its own, loaded. */
export function makeUse<Owner>(ownerOf: () => Owner): Use<Owner> {
  const made = new Map<(owner: Owner) => unknown, unknown>();
  return <Made>(make: (owner: Owner) => Made): Made => {
    if (!made.has(make)) made.set(make, make(ownerOf()));
    return made.get(make) as Made;
  };
}

/** Opens an account's database and recovers it after a crash. */
export function openAccount({
  account,
  connection,
  ports,
  ...parts
}: AccountParts): Result<AccountBase, CoreFault> {
  const { clock, ids, chance } = ports;
  const { address, agents, session } = connection;
  const folder = path.join(parts.dataFolder, 'accounts', account);
  const latest: AccountBase['latest'] = { run: null, announce: null };
  const announce: Announce = (event) => latest.announce?.(event);
  const shownNowMs = () => session.shownNowMs();
  const opened = openAccountState(folder, { clock, ids, shownNowMs, announce });
  if (!opened.ok) return opened;
  const { state, transitions } = opened.value;
  const certificateFolder = path.join(folder, 'certificates');
  dateRecords(state, certificateFolder);
  const gate = makeServiceGate({ clock, chance, announce, preferences: state.preferences });
  const ends: (() => void)[] = [];

  const base: AccountBase = {
    ...parts,
    ...ports,
    address,
    agents,
    session,
    use: makeUse(() => base),
    state,
    transitions,
    gate,
    announce,
    folder,
    certificateFolder,
    client: gatedClient(connection.client, gate),
    userId() {
      const current = session.state();
      return current.state === 'signed-out' ? null : current.userId;
    },
    accountName() {
      const current = session.state();
      return current.state === 'signed-out' ? '' : current.email;
    },
    latest,
    onClose: (end) => void ends.push(end),
    close() {
      for (const end of ends) end();
      state.close();
    },
  };
  return ok(base);
}
