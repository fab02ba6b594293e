/**
 * When to search for an upload whose answer was lost: soon at first, then every minute until its absence is conclusive.
 * Pure.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';

const FIRST_LOOKS_MS = [2, 5, 10, 20, 40, 60].map((seconds) => seconds * SECOND_MS);
const LATER_LOOKS_MS = MINUTE_MS;
const SHORTEST_WAIT_MS = 10 * MINUTE_MS;
const LONGEST_WAIT_MS = DAY_MS; // a clock that was set during sending may turn a minute into a year
const SENDING_TIMES = 3; // a service that was slow to receive a form may be as slow to store it

/** What the journal says about the connection on which the last bytes left. */
export interface SendingTime {
  /** When it ended, or was noticed to have ended. */
  readonly endedAtMs: number;
  /** From its beginning to the release of the last bytes. */
  readonly sendingMs: number;
}

/** If a list that is begun at or after this time does not show the upload, the upload is not there. */
export function judgedFromMs({ endedAtMs, sendingMs }: SendingTime): number {
  return (
    endedAtMs + Math.max(SHORTEST_WAIT_MS, Math.min(SENDING_TIMES * sendingMs, LONGEST_WAIT_MS))
  );
}

/**
 * The next search after the one at `lookedAtMs` (null: there was none), as a time that may have passed already. The
 * last one is at `untilMs`; null when that one is over.
 */
export function nextRecheckMs(
  sinceMs: number,
  lookedAtMs: number | null,
  untilMs: number,
): number | null {
  if (lookedAtMs !== null && lookedAtMs >= untilMs) return null;
  const passedMs = (lookedAtMs ?? sinceMs) - sinceMs;
  const early = FIRST_LOOKS_MS.find((ms) => ms > passedMs);
  const offsetMs = early ?? (Math.floor(passedMs / LATER_LOOKS_MS) + 1) * LATER_LOOKS_MS;
  return Math.min(sinceMs + offsetMs, untilMs);
}
