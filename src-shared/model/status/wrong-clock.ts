/** From when on a clock is called wrong. */
import { MINUTE_MS } from '../text/time.ts';

const WRONG_MS = 5 * MINUTE_MS;

/** `aheadMs`: how far a clock is ahead of another; null: not known. */
export function isClockWrong(aheadMs: number | null): aheadMs is number {
  return aheadMs !== null && Math.abs(aheadMs) > WRONG_MS;
}
