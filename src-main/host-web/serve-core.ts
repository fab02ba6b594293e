/** Puts an opened core behind the loopback face: engine, contract, host, and the note of where it is. Decides nothing. */
import { MINUTE_MS } from '../../src-shared/model/time.ts';
import { makeServeCall } from '../core/bridge/serve-calls.ts';
import type { Core } from '../core/create-core.ts';
import type { DemoControls } from '../core/demo-controls.ts';
import { startEngine } from '../core/engine.ts';
import { makeErrorLog } from '../core/error-log.ts';
import { realClock, realIds } from '../core/real-ports.ts';
import type { CoreSettings } from '../core/settings.ts';
import { findPlaces } from './find-places.ts';
import { openBrowser } from './open-browser.ts';
import { findPageFolder } from './page-folder.ts';
import { removeRuntimeFile, writeRuntimeFile } from './runtime-file.ts';
import { startHost } from './start-host.ts';

const clock = realClock;
const ids = realIds;

export interface Served {
  /** With the key that is good while this process lives. */
  readonly address: string;
  /** False when this computer has nothing to open a page with. */
  openPage(): Promise<boolean>;
  /** Rejects when the engine met a mistake of ours. */
  readonly ended: Promise<void>;
  /** Ends the run and the face; the core stays open. */
  close(): Promise<void>;
}

export interface ServeCoreParts {
  readonly core: Core;
  readonly settings: CoreSettings;
  /** 0 takes a free one. */
  readonly port: number;
  readonly demo?: DemoControls;
}

/** Rejects with the system's error when the port cannot be had. */
export async function serveCore(parts: ServeCoreParts): Promise<Served> {
  const { core, settings, port, demo } = parts;
  const { dataFolder } = settings;
  const keepError = makeErrorLog(dataFolder, { clock, ids });
  const engine = startEngine({ core, clock, ids, dataFolder, demo });
  const closing = new AbortController();
  const leftovers = new Set<() => Promise<void>>();

  const start = async () => {
    const serve = makeServeCall({ engine, settings, places: findPlaces, keepError });
    const pageFolder = findPageFolder();
    const host = await startHost({
      engine,
      serve,
      clock,
      ids,
      port,
      dataFolder,
      pageFolder,
      keepError,
    });
    const address = `${host.origin}/#${host.launchKey}`;
    await writeRuntimeFile(dataFolder, { processId: process.pid, address });
    return { host, address };
  };
  const { host, address } = await start().catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });

  return {
    address,
    ended: engine.ended,
    async openPage() {
      const page = await openBrowser(`${host.origin}/#${host.oneTimeKey()}`, dataFolder);
      leftovers.add(page.close);
      clock.sleep(MINUTE_MS, closing.signal).then(page.close, () => undefined); // closed: taken away there
      return page.isOpened;
    },
    async close() {
      closing.abort();
      await Promise.all([...leftovers].map((takeAway) => takeAway()));
      await removeRuntimeFile(dataFolder);
      await host.close();
      await engine.close();
    },
  };
}
