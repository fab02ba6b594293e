/**
 * Drawn waits. A thousand computers whose instruments, outages or mornings begin together must not ask a service
 * together. Pure; `chance` is a number between 0 and 1, drawn anew for every wait.
 */

/** A part of the wait that is added at most. */
const SHARE = 0.2;

/** At least `ms`, and up to a fifth more. */
export function spreadMs(ms: number, chance: number): number {
  return ms * (1 + SHARE * chance);
}

/**
 * The wait before try number `tries` + 1: from `firstMs` doubled up to `longestMs`, of which the drawn one is at least
 * half.
 */
export function growingWaitMs(
  tries: number,
  { firstMs, longestMs }: { readonly firstMs: number; readonly longestMs: number },
  chance: number,
): number {
  return Math.min(longestMs, firstMs * 2 ** tries) * (0.5 + chance / 2);
}

/** A number between 0 and 1 that stays the same for this identifier, for waits that are computed again and again. */
export function chanceOf(id: string): number {
  const digits = /^[0-9a-f]{8}/i.exec(id)?.[0] ?? '0';
  return Number.parseInt(digits, 16) / 2 ** 32;
}
