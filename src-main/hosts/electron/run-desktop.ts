/** Starts the desktop app: opens the core and hands it to the window, or tells the person why there is none. */
import type { DesktopWords } from '../../../src-shared/model/words/desktop-words.ts';
import { desktopWords as english } from '../../../src-shared/model/words/en/desktop.ts';
import { desktopWords as italian } from '../../../src-shared/model/words/it/desktop.ts';
import { type Language, pickLanguage } from '../../../src-shared/model/words/languages.ts';
import { openCore } from '../../app/create-core.ts';
import { coreFaultSentence } from '../cli/fault-text.ts';
import { openWindowState } from '../desktop/window-state.ts';
import { openRunningPage } from '../web/open-running-page.ts';
import { readRuntimeFile } from '../web/runtime-file.ts';
import { presentDesktop, type DesktopEnvironment } from './desktop-app.ts';
import { askPerson } from './main-window.ts';
import { startUtilityProcess } from './utility-process.ts';

const WORDS: Readonly<Record<Language, DesktopWords>> = { en: english, it: italian };

/** Resolves when the window exists, or when the person has seen why it does not. */
export async function runDesktop(environment: DesktopEnvironment): Promise<void> {
  const { electron, settings } = environment;
  const { app, session } = electron;
  const language = pickLanguage([app.getLocale()]);
  const windowState = await openWindowState(settings.dataFolder, language);
  const words = () => WORDS[windowState.read().preferences.language];
  const findProxy = async (address: string) =>
    proxyOf(await session.defaultSession.resolveProxy(address));
  const network = { ...settings.network, findProxy };
  const startHelper = startUtilityProcess(electron);
  const core = await openCore({ ...settings, network, startHelper });
  if (core.ok) {
    await presentDesktop({ ...environment, core: core.value, windowState, words });
    return;
  }
  if (core.fault.kind === 'engine-running') await offerTheOther(environment, words());
  else await askPerson(electron, null, words().cannotStart(coreFaultSentence(core.fault)));
  app.exit(1);
}

/** Another Labseal has the data open: offers to continue there. */
async function offerTheOther(
  { electron, settings, clock }: DesktopEnvironment,
  words: DesktopWords,
): Promise<void> {
  const { dataFolder } = settings;
  const running = await readRuntimeFile(dataFolder);
  const { runsElsewhere } = words;
  const buttons = running === null ? runsElsewhere.buttons.slice(1) : runsElsewhere.buttons;
  const button = await askPerson(electron, null, { ...runsElsewhere, buttons });
  if (running === null || button !== 0) return;
  await openRunningPage(running, { dataFolder, clock, signal: new AbortController().signal });
}

/** Reads what the system says about the way to an address, such as "PROXY cache.lab:3128; DIRECT". Pure. */
const WAYS = /^(PROXY|HTTPS)\s+([\w.-]+|\[[\da-f:]+\]):(\d{1,5})$/i;

/**
 * The address of the first proxy that can be used; null for the direct way. Where there is neither, what the system says:
 * the core refuses it, for nothing may go past a proxy that is wanted.
 */
export function proxyOf(answer: string): string | null {
  for (const way of answer.split(';').map((part) => part.trim())) {
    if (/^DIRECT$/i.test(way)) return null;
    const [, kind, host, port] = WAYS.exec(way) ?? [];
    if (kind === undefined || host === undefined || Number(port) > 65_535) continue;
    return `${kind.toUpperCase() === 'HTTPS' ? 'https' : 'http'}://${host}:${port}`;
  }
  return answer === '' ? null : answer;
}
