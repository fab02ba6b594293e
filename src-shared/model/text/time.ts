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

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const ISO_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const WRITTEN_MOMENT = /^(\d{1,2}) ([a-z]{3})[a-z]* (\d{4}),? (\d\d:\d\d(?::\d\d)?) UTC$/i;

/** A moment as documents write it, in ISO 8601 with its zone or as "26 November 2026, 11:17:00 UTC"; null for every other text. */
export function momentIn(text: string): number | null {
  if (ISO_MOMENT.test(text)) return msFromIso(text);
  const [, day = '', name = '', year = '', time = ''] = WRITTEN_MOMENT.exec(text) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month === 0) return null;
  return msFromIso(`${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}T${time}Z`);
}
