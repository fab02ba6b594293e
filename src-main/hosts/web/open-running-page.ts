/** Shows the page of a Labseal that runs in another process, with the address in its runtime file. */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { openBrowser } from './open-browser.ts';
import { readRuntimeFile, type Runtime } from './runtime-file.ts';

const BROWSER_STARTS_MS = 30 * SECOND_MS;
const LOOK_EVERY_MS = 200;

/**
 * Resolves when the page has used the key, or could have; false when this computer has nothing to open a page with.
 * The file that leads to the page is gone by then, also when `signal` ends the wait.
 */
export async function openRunningPage(
  { address }: Pick<Runtime, 'address'>,
  { dataFolder, clock, signal, show = openBrowser }: OpenRunningParts,
): Promise<boolean> {
  const page = await show(address, dataFolder);
  const untilMs = clock.monotonicMs() + BROWSER_STARTS_MS;
  const isUnused = async () => (await readRuntimeFile(dataFolder))?.address === address;
  try {
    while (page.isOpened && clock.monotonicMs() < untilMs && (await isUnused())) {
      await clock.sleep(LOOK_EVERY_MS, signal);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await page.close();
  }
  return page.isOpened;
}

interface OpenRunningParts {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly show?: typeof openBrowser;
}
