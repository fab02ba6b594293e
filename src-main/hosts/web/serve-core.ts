/** Connects an opened core to the loopback face: engine, contract, host, and the runtime file. Decides nothing. */
import { SIGN_OUT } from '../../../src-shared/bridge/loopback.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { loadHandlers, makeServeCall, type ServeCall } from '../../use-cases/serve-calls.ts';
import type { Core } from '../../app/create-core.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Result } from '../../../src-shared/model/result.ts';
import type { DemoControls } from '../../app/demo-controls.ts';
import { startEngine } from '../../app/engine.ts';
import { realClock } from '../../platform/real-ports.ts';
import { makeErrorLog } from '../../platform/error-log.ts';
import type { CoreSettings } from '../../app/settings.ts';
import { listenForCalls } from '../socket/listen-for-calls.ts';
import { makeDemoInstance } from './demo-instance.ts';
import { findRoots } from './list-drives.ts';
import { openBrowser } from './open-browser.ts';
import { findPageFolder } from './page-files.ts';
import { removeRuntimeFile, runtimeFileOf, writeRuntimeFile } from './runtime-file.ts';
import { type Host, startHost } from './start-host.ts';

export interface Served {
  /** With the key that is good next, once. */
  readonly address: () => string;
  /** Is told of each further address, when the one before was used. */
  readonly followAddress: (listener: (address: string) => void) => void;
  readonly port: number;
  /** Absolute: keeps the address with its key, for this user alone. */
  readonly runtimeFile: string;
  /** Good once, within a minute. */
  oneTimeKey(): string;
  /** False when this computer has nothing to open a page with. */
  openPage(): Promise<boolean>;
  /** Rejects when the engine met a bug. */
  readonly ended: Promise<void>;
  /** Ends the run and the face; the core stays open. */
  close(): Promise<void>;
}

export interface ServeCoreParts {
  readonly core: Core;
  readonly settings: CoreSettings;
  /** 0 takes a free one. */
  readonly port: number;
  /** When this is the demo. */
  readonly demo?: DemoControls;
  /** Starts a demo, which gets the port of this host; absent where none can be opened. */
  readonly startDemo?: (homePort: number) => Promise<Result<Served, CoreFault>>;
}

/** Rejects with the system's error when the port cannot be had. */
export async function serveCore(parts: ServeCoreParts): Promise<Served> {
  const { core, settings, port, demo, startDemo } = parts;
  const { clock, ids } = core;
  const { dataFolder } = settings;
  const keepError = makeErrorLog(dataFolder, { clock, ids });
  const engine = startEngine({ core, clock, ids, dataFolder, demo });
  const closing = new AbortController();
  const leftovers = new Set<() => Promise<void>>();
  const listening = Promise.withResolvers<number>();
  const demoInstance =
    startDemo === undefined
      ? undefined
      : makeDemoInstance({ start: async () => startDemo(await listening.promise), keepError });
  const demoOpener = demoInstance && { port: () => listening.promise, open: demoInstance.open };

  const listeners: ((address: string) => void)[] = [];
  const keepAddress = (address: string) =>
    writeRuntimeFile(dataFolder, { processId: process.pid, address });
  const tellAddress = async (address: string) => {
    try {
      await keepAddress(address);
    } catch (error) {
      keepError('serve.json', error); // a full disk keeps nobody from the page
    }
    for (const listener of listeners) listener(address);
  };
  let telling = Promise.resolve();
  const addressChanged = (address: string) => (telling = tellAddress(address));

  const serve = makeServeCall({ engine, settings, places: findRoots, demoOpener, keepError });
  const start = async () => {
    const pageFolder = findPageFolder();
    const host = await startHost({
      engine,
      serve,
      clock: realClock, // that of the demo's core begins anew with its past, and ends no page
      ids,
      port,
      dataFolder,
      pageFolder,
      keepError,
      addressChanged,
    });
    listening.resolve(host.port);
    await keepAddress(addressOf(host));
    return host;
  };
  const starting = start();
  /** Whoever signs out in a terminal ends the pages, too. */
  const serveTerminal: ServeCall = async (name, input, signal) => {
    const answer = await serve(name, input, signal);
    if (name === SIGN_OUT && answer.ok) await (await starting).endPages();
    return answer;
  };
  const listeningForCalls = listenForCalls({
    dataFolder,
    serve: serveTerminal,
    feed: engine.feed,
    clock,
    keepError,
  });
  const [host, callers] = await Promise.all([starting, listeningForCalls]).catch(
    async (error: unknown) => {
      await (await listeningForCalls).close();
      await engine.close();
      throw error;
    },
  );

  loadHandlers(realClock, closing.signal).catch((error: unknown) => keepError('handlers', error));
  return {
    address: () => addressOf(host),
    followAddress: (listener) => void listeners.push(listener),
    port: host.port,
    runtimeFile: runtimeFileOf(dataFolder),
    oneTimeKey: () => host.oneTimeKey(),
    ended: engine.ended,
    async openPage() {
      const page = await openBrowser(`${host.origin}/#${host.oneTimeKey()}`, dataFolder);
      leftovers.add(page.close);
      clock.sleep(MINUTE_MS, closing.signal).then(page.close, () => undefined); // closed: taken away there
      return page.isOpened;
    },
    async close() {
      closing.abort();
      await callers.close();
      await Promise.all([...leftovers].map((takeAway) => takeAway()));
      await host.close(); // it names no further address after that
      await telling;
      await removeRuntimeFile(dataFolder);
      await demoInstance?.close(); // nobody can ask for another one any more
      await engine.close();
    },
  };
}

function addressOf({ origin, launchKey }: Pick<Host, 'origin' | 'launchKey'>): string {
  return `${origin}/#${launchKey()}`;
}
