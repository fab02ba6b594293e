/**
 * When to search for an upload whose answer was lost: soon at first, then less and less often until its absence is
 * conclusive. An outage loses the answers of many computers in the same second, so the times are drawn. Pure.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { spreadMs } from '../../platform/waiting.ts';

const FIRST_LOOKS_MS = [2, 5, 10, 20, 40, 60].map((seconds) => seconds * SECOND_MS);
/**
 * A denial is rarely followed by a record. Once a service has had this long to show record and charge, a list and a
 * balance that show neither confirm it.
 */
export const DENIAL_WAIT_MS = 20 * SECOND_MS;
const LATER_LOOKS_MS = MINUTE_MS;
/** Later: after so much of the time that has passed, for the longest search takes a day. */
const SHARE_OF_SEARCH = 0.25;
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

/** The same for an upload that the service denied, where the balance shows no charge either. */
export function denialJudgedFromMs({ endedAtMs }: SendingTime): number {
  return endedAtMs + DENIAL_WAIT_MS;
}

/**
 * The next search after the one at `lookedAtMs` (null: there was none), as a time that may have passed already. The
 * last one is at `untilMs` or up to a fifth of a minute later; null when that one is over. The first one of a denied
 * upload can decide already. `chance`: between 0 and 1, the same for every question about one upload.
 */
export function nextRecheckMs(
  { sinceMs, isDenied }: { readonly sinceMs: number; readonly isDenied: boolean },
  lookedAtMs: number | null,
  untilMs: number,
  chance: number,
): number | null {
  if (lookedAtMs !== null && lookedAtMs >= untilMs) return null;
  if (isDenied && lookedAtMs === null) return sinceMs + spreadMs(DENIAL_WAIT_MS, chance);
  const passedMs = (lookedAtMs ?? sinceMs) - sinceMs;
  const early = FIRST_LOOKS_MS.map((ms) => spreadMs(ms, chance)).find((ms) => ms > passedMs);
  const laterMs = spreadMs(Math.max(LATER_LOOKS_MS, passedMs * SHARE_OF_SEARCH), chance);
  const drawnUntilMs = untilMs + spreadMs(LATER_LOOKS_MS, chance) - LATER_LOOKS_MS;
  return Math.min(sinceMs + (early ?? passedMs + laterMs), drawnUntilMs);
}
