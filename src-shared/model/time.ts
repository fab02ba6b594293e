/** Time as the rest of the program sees it: numbers in ms. Only this file reads and writes ISO text. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC with milliseconds. */
export function isoFromMs(ms: number): string {
  return new Date(ms).toISOString();
}

/** Null when the text is no time. */
export function msFromIso(iso: string): number | null {
  const ms = Date.parse(iso);
  return Number.isNaN(ms) ? null : ms;
}
