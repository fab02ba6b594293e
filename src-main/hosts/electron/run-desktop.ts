/** Starts the desktop app: opens the core and hands it to the window, or tells the person why there is none. */
import type * as Electron from 'electron';
import type { DesktopWords } from '../../../src-shared/model/words/desktop-words.ts';
import { desktopWords as english } from '../../../src-shared/model/words/en/desktop.ts';
import { desktopWords as italian } from '../../../src-shared/model/words/it/desktop.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { openCore } from '../../app/create-core.ts';
import { openDeskFile } from '../desktop/window-preferences.ts';
import { proxyOf } from '../desktop/system-proxy.ts';
import type { Clock } from '../../platform/clock.ts';
import type { CoreSettings } from '../../app/settings.ts';
import { coreFaultSentence } from '../cli/fault-text.ts';
import { openBrowser } from '../web/open-browser.ts';
import { readRuntimeFile } from '../web/runtime-file.ts';
import { presentDesktop } from './desktop-app.ts';
import { askPerson } from './system-dialog.ts';
import type { Updater } from '../desktop/updates.ts';

const BROWSER_STARTS_MS = 10 * SECOND_MS; // then the file with the key is taken away

export interface Surroundings {
  readonly electron: typeof Electron;
  readonly settings: CoreSettings;
  readonly clock: Clock;
  readonly argv: readonly string[];
  readonly platform: NodeJS.Platform;
  /** Absolute folder of the built program. */
  readonly programFolder: string;
  readonly loadUpdater: () => Promise<Updater>;
  /** Keeps the details of a mistake of ours; returns the id they are found under. */
  readonly keepError: (where: string, error: unknown) => string;
}

/** Resolves when the window is there, or when the person was told why it is not. */
export async function runDesktop(surroundings: Surroundings): Promise<void> {
  const { electron, settings } = surroundings;
  const { app, session } = electron;
  const language = app.getLocale().startsWith('it') ? 'it' : 'en';
  const desk = await openDeskFile(settings.dataFolder, language);
  const words = () => (desk.read().preferences.language === 'it' ? italian : english);
  const findProxy = async (address: string) =>
    proxyOf(await session.defaultSession.resolveProxy(address));
  const network = { ...settings.network, findProxy };
  const core = await openCore({ ...settings, network });
  if (core.ok) {
    await presentDesktop({ ...surroundings, core: core.value, desk, words });
    return;
  }
  if (core.fault.kind === 'engine-running') await offerTheOther(surroundings, words());
  else await askPerson(electron, null, words().cannotStart(coreFaultSentence(core.fault)));
  app.exit(1);
}

/** Another Labseal has the data open: the person may go on there. */
async function offerTheOther(
  { electron, settings, clock }: Surroundings,
  words: DesktopWords,
): Promise<void> {
  const { dataFolder } = settings;
  const running = await readRuntimeFile(dataFolder);
  const { runsElsewhere } = words;
  const buttons = running === null ? runsElsewhere.buttons.slice(1) : runsElsewhere.buttons;
  const button = await askPerson(electron, null, { ...runsElsewhere, buttons });
  if (running === null || button !== 0) return;
  const page = await openBrowser(running.address, dataFolder);
  await clock.sleep(BROWSER_STARTS_MS, new AbortController().signal);
  await page.close();
}
