/** From when on a clock is called wrong, and by how much. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../text/time.ts';

const WRONG_MS = 5 * MINUTE_MS;

/** `aheadMs`: how far a clock is ahead of another; null: not known. */
export function isClockWrong(aheadMs: number | null): aheadMs is number {
  return aheadMs !== null && Math.abs(aheadMs) > WRONG_MS;
}

/** How far it is off, rounded to what is said of it: whole minutes, hours or days. */
export function clockErrorMs(aheadMs: number): number {
  const ms = Math.abs(aheadMs);
  const hoursOrDays = ms < 3 * DAY_MS ? HOUR_MS : DAY_MS;
  const unitMs = ms < 2 * HOUR_MS ? MINUTE_MS : hoursOrDays;
  return Math.round(ms / unitMs) * unitMs;
}
