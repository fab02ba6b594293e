/**
 * Composes the modules into the core that every user interface uses: one data folder, one engine, one account at a
 * time. Only this file knows all of them; it decides nothing itself.
 */
import { makeListeners } from '../../src-shared/model/listeners.ts';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Leftover, SessionState } from '../../src-shared/model/people/session-view.ts';
import {
  type ServiceContact,
  UNKNOWN_CONTACT,
  type ServiceFault,
} from '../../src-shared/model/status/service-fault.ts';
import { isClockWrong } from '../../src-shared/model/status/wrong-clock.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { Registration } from '../../src-shared/service/account.ts';
import { readExtraAuthorities } from '../service/agents.ts';
import { makeAccountsFile } from '../session/accounts.ts';
import { takeEngineLock, type EngineLock } from '../db/engine-lock.ts';
import { closeFolder, type OpenFolder } from '../platform/disk/close-folder.ts';
import { isOwnName, PAGES_NAME, protectDataFolder } from '../platform/data-folder.ts';
import { isOnNetworkDrive, keepsPrivate } from '../platform/disk/mounts.ts';
import type { Account, wholeAccount } from './account.ts';
import {
  type AccountBase,
  type AccountNews,
  makeUse,
  type Use,
  openAccount,
} from './account-base.ts';
import { connect, type Connection, findWay, removeKeptTokens, type Way } from './connection.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { realClock, realIds } from '../platform/real-ports.ts';
import type { CoreSettings, EnginePorts } from './settings.ts';
import { startInboxSweep, sweepInbox } from '../features/files/inbox-copy.ts';
import { makeWorkers } from '../features/workers.ts';
import { codeOf, diskFaultOf } from '../platform/errno.ts';
import { realPathNow } from '../platform/disk/paths.ts';

const NEVER = new AbortController().signal;
const REAL_PORTS: EnginePorts = { clock: realClock, ids: realIds, chance: () => Math.random() };

export type Core = Omit<ReturnType<typeof makeCore>, 'start'> & {
  /** What needs no account, such as `use(bindVerification)`. */
  readonly use: Use<Core>;
  /** Others may look into the data folder, and it could not be closed to them; null: it is closed. */
  readonly openDataFolder: OpenFolder | null;
};

/**
 * Opens the data folder. Only one core at a time can have it, over all programs. `interruption`: the program is asked to
 * end; what opens or closes then waits for no keychain. `replaced`: other ports than the real ones. `isWhole` false: `loadAccount` is left to the caller.
 */
export async function openCore(
  settings: CoreSettings,
  replaced: Partial<EnginePorts> = {},
  interruption: AbortSignal = NEVER,
  isWhole = true,
): Promise<Result<Core, CoreFault>> {
  const { dataFolder } = settings;
  const ports = { ...REAL_PORTS, ...replaced };
  if (isOnNetworkDrive(dataFolder, ports.fileSystemType)) {
    return fail({ kind: 'database', trouble: 'network-drive', path: dataFolder });
  }
  if (!keepsPrivate(dataFolder)) {
    return fail({ kind: 'database', trouble: 'open-drive', path: dataFolder });
  }
  const openDataFolder = closeFolder(dataFolder, isOwnName);
  let lock: EngineLock | null;
  try {
    lock = takeEngineLock(dataFolder);
  } catch (error) {
    const errno = codeOf(error) ?? 'unknown';
    return fail({ kind: 'data-folder', dataFolder, errno });
  }
  if (lock === null) return fail({ kind: 'engine-running', dataFolder });
  const authorities = await readAuthorities(settings);
  if (!authorities.ok) {
    lock.release();
    return authorities;
  }
  const remembered = await makeAccountsFile(dataFolder).read();
  const lastServer = remembered?.server ?? null;
  const parts = { settings, ports, interruption, lock, lastServer };
  const made = makeCore({ ...parts, extraAuthorities: authorities.value });
  const core: Core = { ...made, openDataFolder, use: makeUse(() => core) };
  if (isWhole) await core.loadAccount();
  const fault = await made.start();
  if (fault === null) return ok(core);
  await core.close();
  return fail(fault);
}

async function readAuthorities({
  network: { authoritiesFile },
}: CoreSettings): Promise<Result<readonly string[], CoreFault>> {
  if (authoritiesFile === null) return ok([]);
  const read = await readExtraAuthorities(authoritiesFile);
  return read.ok ? read : fail({ kind: 'bad-authorities', path: authoritiesFile });
}

interface CoreParts {
  readonly settings: CoreSettings;
  readonly ports: EnginePorts;
  readonly interruption: AbortSignal;
  readonly lock: EngineLock;
  readonly lastServer: string | null;
  readonly extraAuthorities: readonly string[];
}

function makeCore({
  settings,
  ports,
  interruption,
  lock,
  lastServer,
  extraAuthorities,
}: CoreParts) {
  const workers = makeWorkers();
  const sessions = makeListeners();
  const answers = makeListeners();
  const contacts = makeListeners();
  const news = makeListeners<[AccountNews]>();
  const endProtection = protectDataFolder(realPathNow(settings.dataFolder));
  const endSweep = startInboxSweep(settings.dataFolder, {
    nowMs: () => ports.clock.nowMs(),
    isClockWrong: () => isClockWrong(connection?.session.clockAheadMs() ?? null),
  });
  let connection: Connection | null = null;
  let opened: { readonly key: string; readonly account: AccountBase } | null = null;
  let whole: typeof wholeAccount | null = null;

  async function wayTo(asked: string | null): Promise<Result<Way, CoreFault>> {
    const address = asked ?? connection?.address.href ?? settings.server ?? lastServer;
    return address === null ? fail({ kind: 'no-server' }) : findWay(address, settings);
  }

  /** The connection to a service; another address than before replaces it. */
  async function connectTo(asked: string | null): Promise<Result<Connection, CoreFault>> {
    const way = await wayTo(asked);
    if (!way.ok) return way;
    if (connection?.address.href === way.value.address.href) return ok(connection);
    const made = await connect(way.value, settings, extraAuthorities, {
      clock: ports.clock,
      interruption,
      onHeard: answers.tell,
      onContact: contacts.tell,
      onLate: (server) => news.tell({ kind: 'answer-late', server }),
      mayProbe: () => opened?.account.gate.isOffline() !== true,
    });
    closeAccount();
    await connection?.close();
    connection = made;
    connection.session.subscribe(() => sessions.tell());
    sessions.tell();
    // Of this address nothing is known yet, whatever became of the one before.
    contacts.tell();
    return ok(made);
  }

  /** A person compares the end of the session with the clock of this computer. */
  function shownState(): SessionState {
    const session = connection?.session;
    const state = session?.state() ?? ({ state: 'signed-out' } as const);
    const leftMs = session?.leftMs() ?? null;
    if (state.state !== 'signed-in' || leftMs === null) return state;
    if (!isClockWrong(session?.clockAheadMs() ?? null)) return state;
    return { ...state, expiresAtMs: ports.clock.nowMs() + leftMs };
  }

  function closeAccount(): void {
    opened?.account.close();
    opened = null;
  }

  function accountBase(): Result<AccountBase, CoreFault> {
    const current = connection?.session.state();
    if (connection === null || current === undefined || current.state === 'signed-out') {
      return fail({ kind: 'no-account' });
    }
    if (opened?.key === current.account) return ok(opened.account);
    closeAccount();
    const { dataFolder } = settings;
    const made = openAccount({
      account: current.account,
      connection,
      workers,
      ports,
      dataFolder,
      tell: news.tell,
    });
    if (made.ok) opened = { key: current.account, account: made.value };
    return made;
  }

  /** Forgets the token at once, then removes it from all stores. Resolves to one that may still hold it, else null. */
  async function forgetSession(): Promise<Leftover | null> {
    const { clock } = ports;
    if (connection === null) return removeKeptTokens(settings, { clock, interruption });
    return connection.session.signOut();
  }

  /** Closes the account, and removes what was kept for it beside its folder. */
  async function leaveAccount(): Promise<void> {
    try {
      opened?.account.state.eventLog.tellDone('signed-out');
    } catch (error) {
      if (diskFaultOf(error, settings.dataFolder) === null) throw error; // a full disk keeps nobody signed in
    } finally {
      closeAccount();
      const pages = join(settings.dataFolder, PAGES_NAME);
      await rm(pages, { force: true, recursive: true }); // a host that runs keeps what goes on
      await sweepInbox(settings.dataFolder);
    }
  }

  async function withService<Value>(
    server: string | null,
    work: (service: Connection) => Promise<Result<Value, CoreFault>>,
  ): Promise<Result<Value, CoreFault>> {
    const service = await connectTo(server);
    return service.ok ? work(service.value) : service;
  }

  return {
    /** Restores the last session; null when that succeeded, or there is none. */
    async start(): Promise<CoreFault | null> {
      await sweepInbox(settings.dataFolder);
      const service = await connectTo(null);
      return service.ok || service.fault.kind === 'no-server' ? null : service.fault;
    },
    /**
     * Who is signed in, until when by this computer's clock, and with which service; null address when no service is
     * known.
     */
    session: (): { readonly server: string | null; readonly state: SessionState } => ({
      server: connection?.address.href ?? null,
      state: shownState(),
    }),
    /** This computer's clock minus the service's, when it answered last; null: not known. */
    clockAheadMs: () => connection?.session.clockAheadMs() ?? null,
    /** `server` null: the one in the settings, or of the last sign-in. Aborting ends the wait. */
    signIn: (
      server: string | null,
      { email, password }: { readonly email: string; readonly password: string },
      signal: AbortSignal,
    ) =>
      withService<Extract<SessionState, { state: 'signed-in' }>>(server, async ({ session }) => {
        const signedIn = await session.signIn(email, password, signal);
        // Here a 401 says something about the password; everywhere else about the token.
        const isWrong = !signedIn.ok && signedIn.fault.kind === 'not-signed-in';
        return isWrong ? fail({ kind: 'wrong-credentials', email }) : signedIn;
      }),
    forgetSession,
    leaveAccount,
    async signOut(): Promise<Leftover | null> {
      const leftover = await forgetSession();
      await leaveAccount();
      return leftover;
    },
    /** The address of a service that could be used, as `session` has it, without a request. Null: the one that is known. */
    async checkServer(
      server: string | null,
    ): Promise<Result<{ readonly server: string }, CoreFault>> {
      const way = await wayTo(server);
      return way.ok ? ok({ server: way.value.address.href }) : way;
    },
    register: (server: string | null, person: Registration, signal: AbortSignal) =>
      withService<unknown>(server, ({ calls }) => calls.register(person, signal)),
    /** `pasted`: the token from the e-mail, or its whole link. */
    activate: (server: string | null, pasted: string, signal: AbortSignal) =>
      withService<unknown>(server, ({ calls }) => calls.activate(pasted, signal)),
    forgotPassword: (server: string | null, email: string, signal: AbortSignal) =>
      withService<unknown>(server, ({ calls }) => calls.forgot(email, signal)),
    resetPassword: (
      server: string | null,
      { pasted, password }: { readonly pasted: string; readonly password: string },
      signal: AbortSignal,
    ) => withService<unknown>(server, ({ calls }) => calls.reset(pasted, password, signal)),
    /** The account of the last sign-in, opened when first asked for. It works without a session too. */
    accountBase,
    /** The same with everything that belongs to it, once that was loaded. */
    account(): Result<Account, CoreFault> {
      const base = accountBase();
      if (whole === null) throw new Error('the account was not loaded');
      return base.ok ? ok(base.value.use(whole)) : base;
    },
    async loadAccount(): Promise<void> {
      whole ??= (await import('./account.ts')).wholeAccount;
    },
    workers,
    clock: ports.clock,
    ids: ports.ids,
    /** The listener is told which answers of the account may be stale, until the returned function is called. */
    onNews: news.on,
    /** The listener hears every change of the session, whatever the service. */
    onSession: sessions.on,
    /** The listener is called whenever the service answered, whatever it said. */
    onHeard: answers.on,
    /** Whether the service can be reached, as far as is known without asking it. */
    contact: (): ServiceContact => connection?.contact.now() ?? UNKNOWN_CONTACT,
    /** The listener is called whenever `contact` is another. */
    onContact: contacts.on,
    /** The system's network may have changed. */
    checkContact: () => connection?.contact.check(),
    /** A request that the core's client did not make, such as an upload, ended so. */
    requestFailed: (fault: ServiceFault) => connection?.contact.failed(fault),
    /** Ends threads and connections, closes the database and frees the data folder. */
    async close(): Promise<void> {
      await endSweep();
      await workers.close();
      closeAccount();
      await connection?.close();
      endProtection();
      lock.release();
    },
  };
}
