/**
 * The bundled service: the complete API over real HTTP on this computer. Hosts and tests start it through this module
 * and use nothing behind it. It listens on the loopback address only.
 */
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type FaultFile, openFaultFile } from './control/fault-file.ts';
import type { FaultRule } from './control/fault-rules.ts';
import { makeFaults } from './control/faults.ts';
import { Readings } from './control/readings.ts';
import { makeRequestLog } from './control/request-log.ts';
import { type Dispatcher, makeDispatcher } from './http/dispatcher.ts';
import { makeAuthentication } from './http/authentication.ts';
import { makeObjectStore } from './objects/object-store.ts';
import { makeHandlers } from './resources/handlers.ts';
import { DEMO_ACCOUNTS, type SeedName } from './seed/seed-accounts.ts';
import { seedService } from './seed/seed-service.ts';
import { makeService, type Service } from './service.ts';
import type { ChainRecord } from './store/chain-table.ts';
import { openStore } from './store/store.ts';
import type { CreditTransaction } from './store/transaction-table.ts';
import { makeTestAccess } from './test-access.ts';

export interface MockServiceOptions {
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** Made when missing. A folder that was used before is taken up as it was left; the seed is for new ones. */
  readonly dataFolder: string;
  readonly seed?: SeedName;
  readonly readings?: Partial<Readings>;
  readonly faults?: readonly FaultRule[];
  /** JSON file with readings and faults; read at the start, and again whenever it has changed. */
  readonly faultFile?: string;
  /** The service's clock: tokens, links, recording and the Date header go by it. */
  readonly nowMs?: () => number;
  /** Called for bugs in the service; default: standard error. */
  readonly report?: (error: unknown) => void;
}

export type MockService = Awaited<ReturnType<typeof startMockService>>;

export async function startMockService(options: MockServiceOptions) {
  const { dataFolder, port = 0, seed = 'demo', nowMs = Date.now } = options;
  const report = options.report ?? ((error: unknown) => console.error(error));
  let readings = Readings.parse({ ...options.readings });
  const faults = makeFaults(options.faults ?? [], nowMs);
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const store = openStore(join(dataFolder, 'service.sqlite'));
  const readingsNow = () => readings;
  const contents = { secret: store.settings.linkSecret(), nowMs, readings: readingsNow };
  const service = makeService({
    store,
    objects: makeObjectStore({ ...contents, folder: join(dataFolder, 'objects') }),
    privateContents: makeObjectStore({ ...contents, folder: join(dataFolder, 'private') }),
    readings: readingsNow,
    nowMs,
  });

  const requests = makeRequestLog(nowMs);
  let url = '';
  const ledger = (): Ledger => ({
    transactions: store.transactions.all(),
    records: store.chain.all(),
  });
  const demoAccounts = () =>
    DEMO_ACCOUNTS.filter(({ email }) => store.users.findByEmail(email) !== null);
  /** Changes the named readings from the next request on. Throws when a value is not one. */
  const setReadings = (change: Partial<Readings>): Readings => {
    readings = Readings.parse({ ...readings, ...change });
    return readings;
  };
  const control = {
    faults,
    readings: { get: readingsNow, set: setReadings },
    ledger,
    mails: store.mails.all,
    requests,
  };
  const dispatch = makeDispatcher({
    service,
    handlers: makeHandlers(service),
    authentication: makeAuthentication(store, service.tokens),
    faults,
    folder: dataFolder,
    ownUrl: () => url,
    testAccess: makeTestAccess({
      mails: store.mails.all,
      accounts: demoAccounts,
      control,
      recordOf: (transactionHash) => store.chain.withTransaction(transactionHash),
      nowMs,
    }),
    requests,
    refresh: async () => faultFile?.refresh(),
    report,
  });
  let faultFile: FaultFile | null = null;
  const handling = new Set<Promise<void>>();
  const server = makeServer(dispatch, handling);
  let closing: Promise<void> | null = null;
  /** Cuts open connections, waits for what is being handled, closes the database. May be called twice. */
  const close = () => (closing ??= shutDown(server, handling, store.close));

  try {
    if (options.faultFile !== undefined) {
      faultFile = await openFaultFile(options.faultFile, { faults, setReadings, report });
    }
    const boundPort = await listen(server, port);
    url = `http://127.0.0.1:${boundPort}`;
    await sweepDeletedContents(service);
    if (store.users.count() === 0) {
      await seedService(service, { seed, folder: dataFolder, baseUrl: url });
    }
    return {
      /** Without a slash at the end. */
      url,
      port: boundPort,
      demoAccounts: demoAccounts(),
      faults,
      readings: readingsNow,
      setReadings,
      ledger,
      /** Newest first. */
      mails: store.mails.all,
      /** What was asked of the service lately, oldest first; never bodies or tokens. */
      requests: () => requests.list(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** `handling` holds the requests under way, so that closing can wait for them. */
function makeServer(dispatch: Dispatcher, handling: Set<Promise<void>>): Server {
  const server = createServer((request, response) => {
    const handled = dispatch(request, response).finally(() => handling.delete(handled));
    handling.add(handled);
  });
  server.requestTimeout = 0; // an upload may take hours; headersTimeout still guards idle connections
  return server;
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function shutDown(
  server: Server,
  handling: ReadonlySet<Promise<void>>,
  closeStore: () => void,
): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await stopped;
  await Promise.all(handling);
  closeStore();
}

/**
 * Clears away what a crash can leave between the record of a deletion and the removal of its content. Run at start;
 * removing twice does no harm.
 */
async function sweepDeletedContents({
  store,
  objects,
  privateContents,
}: Pick<Service, 'store' | 'objects' | 'privateContents'>): Promise<void> {
  for (const { visibility, objectKey } of store.files.deleted()) {
    await (visibility === 'public' ? objects : privateContents).remove(objectKey);
  }
}

// Everything the service has charged and recorded, for tests and for the control endpoint.

/** Oldest first. */
export interface Ledger {
  readonly transactions: readonly CreditTransaction[];
  readonly records: readonly ChainRecord[];
}
