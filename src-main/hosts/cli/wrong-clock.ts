/** Says before a payment that this computer's clock is wrong. */
import { isClockWrong } from '../../../src-shared/model/status/wrong-clock.ts';
import { durationText, momentText } from '../../../src-shared/model/words/en/figures.ts';
import { healthWords } from '../../../src-shared/model/words/en/health.ts';
import type { Application } from './application.ts';
import type { Output } from './output.ts';

const figures = { moment: momentText, timeUntil: durationText, duration: durationText };

/** By what the service's last answer said. */
export async function tellClockOf({ call }: Application, output: Output): Promise<void> {
  tellWrongClock((await call('status.read', {})).clockAheadMs, output);
}

export function tellWrongClock(aheadMs: number | null, output: Output): void {
  if (!isClockWrong(aheadMs)) return;
  const { title, text } = healthWords({ code: 'clock-wrong', aheadMs }, figures);
  output.note(`${title} ${text}`);
}
