/**
 * One life of the program, from its start to its end or its death: the real core over the played doors. A dead program
 * does nothing any more: whatever it still waits for never comes, and what it writes goes to a database nobody opens.
 */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import type { Clock } from '../../src-main/platform/clock.ts';
import { wholeAccount } from '../../src-main/app/account.ts';
import { openAccount } from '../../src-main/app/account-base.ts';
import type { Connection } from '../../src-main/app/connection.ts';
import { parseBaseAddress } from '../../src-main/service/base-address.ts';
import { makeContact } from '../../src-main/service/service-contact.ts';
import { makeServiceClient, type ServiceClient } from '../../src-main/service/service-client.ts';
import { makeAccountCalls } from '../../src-main/session/account-calls.ts';
import { accountKey, type Accounts } from '../../src-main/session/accounts.ts';
import { makeSession, type Session } from '../../src-main/session/session.ts';
import type { TokenStore } from '../../src-main/session/token-store.ts';
import type { CoreFault } from '../../src-shared/model/status/core-fault.ts';
import { ORIGIN } from '../checks/auditor.ts';
import { openBooks, type Books } from '../checks/books.ts';
import {
  playSourceFiles,
  playWorkers,
  type DiskBindings,
  type KeptFiles,
} from '../disk/disk-ports.ts';
import { playExchange } from '../network/play-exchange.ts';
import { playSend } from '../network/play-send.ts';
import type { Line } from '../network/line.ts';
import { ME } from '../service/ledger.ts';
import type { Ids } from '../../src-main/platform/ids.ts';

export const ACCOUNT = accountKey(ORIGIN, ME);
const DATABASE_FILES = ['labseal.db', 'labseal.db-wal', 'marker.json'] as const;

export interface LifeParts {
  readonly line: Line;
  readonly clock: Clock;
  readonly bindings: Omit<DiskBindings, 'pause' | 'sleep'>;
  readonly ids: Ids;
  readonly chance: () => number;
  /** Survive every life, as a keychain and a disk do. */
  readonly tokenStore: TokenStore;
  readonly accounts: Accounts;
  readonly certificates: KeptFiles;
  /** Of this life alone; holds the database it starts with. */
  readonly dataFolder: string;
  /** More new files of a folder than this are too many at once; as in the product when absent. */
  readonly largeBatchFiles?: number | undefined;
}

export type Life = ReturnType<typeof startLife>;

/** The program gave up at its start, and said why. */
export class StartFailed extends Error {
  readonly fault: CoreFault;

  constructor(fault: CoreFault) {
    super(`the database does not open: ${JSON.stringify(fault)}`);
    this.fault = fault;
  }
}

/** The agents are never asked for a connection: the line takes their place. */
const agents = {
  isDirect: true,
  forForm: () => new http.Agent(),
  fresh: () => new http.Agent(),
  forQuestion: () => new http.Agent(),
  closeKept() {},
  destroy() {},
};

export function startLife(parts: LifeParts) {
  const { line, ids, chance, dataFolder } = parts;
  let isOver = false;
  /** What reaches a program only while it lives. */
  const alive = async <Value>(work: Promise<Value>): Promise<Value> => {
    const [end] = await Promise.allSettled([work]);
    if (isOver) return new Promise(() => undefined);
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  };

  /** A door that leads nowhere once the program is dead. */
  const door =
    <Asked extends unknown[], Value>(open: (...asked: Asked) => Promise<Value>) =>
    (...asked: Asked): Promise<Value> =>
      isOver ? new Promise(() => undefined) : alive(open(...asked));

  const clock: Clock = {
    nowMs: () => parts.clock.nowMs(),
    monotonicMs: () => parts.clock.monotonicMs(),
    sleep: door((ms, signal) => parts.clock.sleep(ms, signal)),
  };
  const bindings: DiskBindings = {
    ...parts.bindings,
    isHintLost: () => isOver || parts.bindings.isHintLost(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    pause: door(async (signal) => {
      if (line.chance.happens(0.3)) await clock.sleep(line.chance.between(1, 50), signal);
    }),
  };
  const send = playSend(line, () => isOver);
  const { connection, session } = connect(parts, clock, door(playExchange(line, () => isOver)));
  const { certificates } = parts;
  const relative = (file: string): string => path.relative(dataFolder, file);
  const workers = playWorkers(bindings);
  const opened = openAccount({
    account: ACCOUNT,
    connection,
    workers,
    dataFolder,
    tell: () => undefined,
    ports: {
      clock,
      ids,
      chance,
      largeBatchFiles: parts.largeBatchFiles,
      send: (exchange, signal) => door(() => send(exchange, signal))(),
      openSource: playSourceFiles(bindings),
      privateFiles: {
        read: (file) => certificates.read(relative(file)),
        write: (file, content) => certificates.write(relative(file), content),
        remove: (file) => certificates.remove(relative(file)),
      },
    },
  });
  if (!opened.ok) throw new StartFailed(opened.fault);
  const account = wholeAccount(opened.value);

  return {
    account,
    base: opened.value,
    session,
    clock,
    dataFolder,
    isOver: () => isOver,
    /** From now on nothing reaches it. */
    die(): void {
      isOver = true;
      void workers.folderWatcher().close();
    },
    /** Closes the database, without a word for whoever comes after when the program died. */
    bury(): void {
      account.close();
      void workers.folderWatcher().close();
    },
    alive,
  };
}

function connect(
  { tokenStore, accounts }: LifeParts,
  clock: Clock,
  exchange: ReturnType<typeof playExchange>,
): { readonly connection: Connection; readonly session: Session } {
  const parsed = parseBaseAddress(ORIGIN);
  if (!parsed.ok) throw new Error('the address of the played service is none');
  const address = parsed.value;
  const client: ServiceClient = makeServiceClient({
    address,
    agents,
    clock,
    exchange,
    token: () => session.token(),
    withheld() {
      const state = session.state();
      return state.state === 'withheld' ? state.why : null;
    },
    onTokenRefused: (token) => session.tokenRefused(token),
    onAnswered: (...answered) => session.onAnswered(...answered),
  });
  const calls = makeAccountCalls(client);
  const { login } = calls;
  const session = makeSession({ server: address.href, store: tokenStore, accounts, clock, login });
  const close = async (): Promise<void> => session.close();
  const contact = makeContact({
    clock,
    connects: null,
    mayProbe: () => false,
    onChange: () => undefined,
  });
  return { connection: { address, agents, client, calls, session, contact, close }, session };
}

/** The database as a new start would find it if the computer stopped now. */
export function copyDatabase(fromFolder: string, toFolder: string): void {
  const [from, to] = [fromFolder, toFolder].map((folder) => path.join(folder, 'accounts', ACCOUNT));
  fs.mkdirSync(to ?? '', { recursive: true });
  for (const name of DATABASE_FILES) {
    const file = path.join(from ?? '', name);
    if (fs.existsSync(file)) fs.copyFileSync(file, path.join(to ?? '', name));
  }
}

export function databaseIn(dataFolder: string): string {
  return path.join(dataFolder, 'accounts', ACCOUNT, 'labseal.db');
}

export function booksOf(dataFolder: string): Books {
  return openBooks(databaseIn(dataFolder));
}
