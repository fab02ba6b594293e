/** Days of a project as the service keeps them: whole days of UTC, so that a project is not a day off in another zone. Pure. */

/** YYYY-MM-DD of a moment that the service gave; empty when it cannot be read. */
export function dayOf(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
}

/** The beginning of that day; null for what is no day. */
export function momentOf(day: string): string | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const iso = `${day}T00:00:00.000Z`;
  return dayOf(iso) === day ? iso : null;
}
