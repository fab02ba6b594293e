/** Credits that an administrator adds to balances or takes from them: as they are typed, and sent one by one. */
import type { Result } from '../result.ts';
import type { AdminUserView } from './admin-user-view.ts';

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

/** What is meant for one of several, by the balance that was seen. */
export interface MeantCredits {
  readonly user: AdminUserView;
  readonly amount: number;
}

export interface Adjustment {
  readonly userId: string;
  readonly direction: Direction;
  /** More than zero. */
  readonly amount: number;
  readonly seenCredits: number;
}

/** One after the other, each by itself: what is refused for one keeps no other from it. In the order of `meant`. */
export async function adjustEach<
  Meant extends MeantCredits,
  Answer extends Result<unknown, unknown>,
>(
  direction: Direction,
  meant: readonly Meant[],
  send: (adjustment: Adjustment, meant: Meant) => Promise<Answer>,
): Promise<readonly (readonly [Meant, Answer])[]> {
  const answered: (readonly [Meant, Answer])[] = [];
  for (const each of meant) {
    const { user, amount } = each;
    const { userId, credits: seenCredits } = user;
    answered.push([each, await send({ userId, direction, amount, seenCredits }, each)]);
  }
  return answered;
}
