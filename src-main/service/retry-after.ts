/** How long a service asks us to wait. A wish, not an order: a typing error there must not stop us for years. */
import { msFromHttpDate, MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';

export const LONGEST_WAIT_MS = 15 * MINUTE_MS;

/**
 * Reads a `Retry-After` field: seconds or an HTTP date, which is measured against the answer's own `Date` where there
 * is one, so that a wrong clock here does not matter. Milliseconds, at most 15 minutes; null for nonsense.
 */
export function readRetryAfter(
  retryAfter: string | null,
  date: string | null,
  nowMs: number,
): number | null {
  if (retryAfter === null) return null;
  const text = retryAfter.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, LONGEST_WAIT_MS);
  const atMs = msFromHttpDate(text);
  if (atMs === null) return null;
  const answeredAtMs = (date === null ? null : msFromHttpDate(date)) ?? nowMs;
  return Math.min(Math.max(0, atMs - answeredAtMs), LONGEST_WAIT_MS);
}
