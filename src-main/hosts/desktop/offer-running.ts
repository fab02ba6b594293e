/** Another Labseal has the data open: offers to continue there. */
import type { DesktopWords, Question } from '../../../src-shared/model/words/en/desktop.ts';
import type { Clock } from '../../platform/clock.ts';
import { openRunningPage } from '../web/open-running-page.ts';
import { readRuntimeFile } from '../web/runtime-file.ts';

interface OfferParts {
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly words: DesktopWords;
  readonly ask: (question: Question) => Promise<number>;
}

export async function offerRunning({ dataFolder, clock, words, ask }: OfferParts): Promise<void> {
  const running = await readRuntimeFile(dataFolder);
  const { runsElsewhere } = words;
  const buttons = running === null ? runsElsewhere.buttons.slice(1) : runsElsewhere.buttons;
  const button = await ask({ ...runsElsewhere, buttons });
  if (running === null || button !== 0) return;
  await openRunningPage(running, { dataFolder, clock, signal: new AbortController().signal });
}
