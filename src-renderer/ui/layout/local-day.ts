/** Days as this computer's clock has them: they begin at its midnight, and are 23 or 25 hours long twice a year. Pure. */

const two = (value: number) => String(value).padStart(2, '0');

/** YYYY-MM-DD of a moment. */
export function localDay(atMs: number): string {
  const date = new Date(atMs);
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first moment of the day `later` days after this one; null for what is no day. */
export function dayStartMs(day: string, later: number): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  const ms = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(ms) || ms < 0 ? null : ms;
}

/** The beginnings of the last `count` days and of tomorrow, rising. */
export function lastDayEdges(nowMs: number, count: number): readonly number[] {
  const today = localDay(nowMs);
  return Array.from({ length: count + 1 }, (_edge, at) => dayStartMs(today, at - count + 1) ?? 0);
}
