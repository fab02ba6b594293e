/** Credits that an administrator adds to a balance or takes from it, as they are typed and before anything is sent. */

export const DIRECTIONS = ['add', 'subtract'] as const;
export type Direction = (typeof DIRECTIONS)[number];

export const MOST_DIGITS = 9;

/** Null: it is no whole number from 1 on with so many digits. */
export function amountOf(typed: string): number | null {
  const text = typed.trim();
  return /^[1-9]\d*$/.test(text) && text.length <= MOST_DIGITS ? Number(text) : null;
}

/** Null: the balance has not so many. */
export function balanceAfter(direction: Direction, amount: number, credits: number): number | null {
  const after = direction === 'add' ? credits + amount : credits - amount;
  return after < 0 ? null : after;
}
