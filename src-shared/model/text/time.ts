/** Time as the rest of the program sees it: numbers in ms. Only this file reads and writes ISO text. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC with milliseconds; null for none. */
export function isoFromMs(ms: number): string;
export function isoFromMs(ms: number | null): string | null;
export function isoFromMs(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Null when the text is no time. */
export function msFromIso(iso: string): number | null {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? null : ms;
}

/** The day in UTC, as YYYY-MM-DD. */
export function utcDay(ms: number): string {
  return isoFromMs(ms).slice(0, 'YYYY-MM-DD'.length);
}

/** Null unless the text is a day that exists, as YYYY-MM-DD; otherwise its first moment in UTC. */
export function msFromUtcDay(day: string): number | null {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? msFromIso(`${day}T00:00:00Z`) : null;
  return ms !== null && utcDay(ms) === day ? ms : null;
}

export function startOfUtcDayMs(ms: number): number {
  return Math.floor(ms / DAY_MS) * DAY_MS;
}

export function startOfUtcMonthMs(ms: number): number {
  return Date.parse(`${utcDay(ms).slice(0, 'YYYY-MM'.length)}-01T00:00:00Z`);
}

const HTTP_DATE =
  /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** The date of an HTTP header (RFC 9110, IMF-fixdate); null for every other form. */
export function msFromHttpDate(text: string): number | null {
  return HTTP_DATE.test(text) ? msFromIso(text) : null;
}
