/** A broken invariant. It ends the world it happened in and names the promise that was not kept. */

/** Numbers of the reliability invariants, listed in README.md of this folder. */
const NUMBERS = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24,
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
