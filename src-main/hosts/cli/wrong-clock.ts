/** Says before a payment that this computer's clock is wrong. */
import { isClockWrong } from '../../../src-shared/model/status/wrong-clock.ts';
import { durationText, momentText } from '../../../src-shared/model/words/en/figures.ts';
import { healthWords } from '../../../src-shared/model/words/en/health.ts';
import type { Account } from '../../app/account.ts';
import type { Output } from './output.ts';

const figures = { moment: momentText, timeUntil: durationText, duration: durationText };

export function tellWrongClock(account: Pick<Account, 'clockAheadMs'>, output: Output): void {
  const aheadMs = account.clockAheadMs();
  if (!isClockWrong(aheadMs)) return;
  const { title, text } = healthWords({ code: 'clock-wrong', aheadMs }, figures);
  output.note(`${title} ${text}`);
}
