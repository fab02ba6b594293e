/**
 * The `uploaded` value of a job: our time, unique and rising among this client's jobs, because it is also the mark by
 * which a lost answer's record is found again. Frozen with the form; never "now" on a retry.
 */

/** Ms since 1970: now, or one more than the last value used when the clock stands still or went back. */
export function risingTimeMs(lastUsedMs: number | null, nowMs: number): number {
  const now = Math.floor(nowMs);
  return lastUsedMs === null ? now : Math.max(now, lastUsedMs + 1);
}
