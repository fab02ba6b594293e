/** When a pause from the tray ends by itself, in ms; null: when somebody says so. Pure but for the time zone. */
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import type { PauseEnd } from '../../../src-shared/model/status/tray-view.ts';

export function pauseEndMs(until: PauseEnd, nowMs: number): number | null {
  if (until === 'hour') return nowMs + HOUR_MS;
  if (until === 'resumed') return null;
  const tomorrow = new Date(nowMs);
  tomorrow.setHours(24, 0, 0, 0); // the next midnight of this computer, also when the clock changes
  return tomorrow.getTime();
}
