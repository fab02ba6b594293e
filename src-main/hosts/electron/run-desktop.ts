/** Starts the desktop app: opens the core and hands it to the window, or tells the person why there is none. */
import {
  type DesktopWords,
  type Question,
  desktopWords as english,
} from '../../../src-shared/model/words/en/desktop.ts';
import { desktopWords as italian } from '../../../src-shared/model/words/it/desktop.ts';
import { type Language, pickLanguage } from '../../../src-shared/model/words/languages.ts';
import { openCore } from '../../app/create-core.ts';
import { coreFaultSentence } from '../cli/fault-text.ts';
import { proxyOf } from '../desktop/system-proxy.ts';
import { openWindowState } from '../desktop/window-state.ts';
import { presentDesktop, type DesktopEnvironment } from './desktop-app.ts';
import { askPerson } from './main-window.ts';
import type { Clock } from '../../platform/clock.ts';
import { openRunningPage } from '../web/open-running-page.ts';
import { readRuntimeFile } from '../web/runtime-file.ts';

const WORDS: Readonly<Record<Language, DesktopWords>> = { en: english, it: italian };

/** Resolves when the window exists, or when the person has seen why it does not. */
export async function runDesktop(environment: DesktopEnvironment): Promise<void> {
  const { electron, settings, clock } = environment;
  const { app, session } = electron;
  const language = pickLanguage([app.getLocale()]);
  const windowState = await openWindowState(settings.dataFolder, language);
  const words = () => WORDS[windowState.read().preferences.language];
  const findProxy = async (address: string) =>
    proxyOf(await session.defaultSession.resolveProxy(address));
  const network = { ...settings.network, findProxy };
  const core = await openCore({ ...settings, network });
  if (core.ok) {
    await presentDesktop({ ...environment, core: core.value, windowState, words });
    return;
  }
  const ask = (question: Question) => askPerson(electron, null, question);
  if (core.fault.kind === 'engine-running')
    await offerRunning({ dataFolder: settings.dataFolder, clock, words: words(), ask });
  else await ask(words().cannotStart(coreFaultSentence(core.fault)));
  app.exit(1);
}

/** Says in the system's own dialog why there will be no window, and ends. Before the core is open, so in the system's language. */
export async function refuse(
  electron: DesktopEnvironment['electron'],
  reason: (words: DesktopWords) => Question,
): Promise<void> {
  // Before, Linux writes a dialog to stderr, where nobody looks.
  await electron.app.whenReady();
  const language = pickLanguage([electron.app.getLocale()]);
  await askPerson(electron, null, reason(WORDS[language]));
  electron.app.exit(1);
}

interface OfferParts {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly words: DesktopWords;
  readonly ask: (question: Question) => Promise<number>;
}

/** Another Labseal has the data open: offers to continue there. */
async function offerRunning({ dataFolder, clock, words, ask }: OfferParts): Promise<void> {
  const running = await readRuntimeFile(dataFolder);
  const { runsElsewhere } = words;
  const buttons = running === null ? runsElsewhere.buttons.slice(1) : runsElsewhere.buttons;
  const button = await ask({ ...runsElsewhere, buttons });
  if (running === null || button !== 0) return;
  await openRunningPage(running, { dataFolder, clock, signal: new AbortController().signal });
}
