/** A broken invariant. It ends the world it happened in and names the promise that was not kept. */

/** Numbers of the reliability invariants, listed in README.md of this folder. */
const NUMBERS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 25, 26,
] as const;
export type InvariantNumber = (typeof NUMBERS)[number];

export class Violation extends Error {
  readonly invariant: InvariantNumber;

  constructor(invariant: InvariantNumber, what: string) {
    super(`invariant ${invariant}: ${what}`);
    this.name = 'Violation';
    this.invariant = invariant;
  }
}

/** What ended a world, as a verdict says it; null when nothing did. */
export function brokenBy(failure: unknown): { invariant: number | null; what: string } | null {
  if (failure === null) return null;
  if (failure instanceof Violation) return { invariant: failure.invariant, what: failure.message };
  const what =
    failure instanceof Error ? String(failure.stack) : 'something that is no error was thrown';
  return { invariant: null, what };
}
