/** What a typed number of credits makes of a balance. Pure. */
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';

export type Direction = 'add' | 'subtract';

const MOST_DIGITS = 9;

/** The fault names its sentence. */
export function judgeAmount(
  typed: string,
  direction: Direction,
  credits: number,
): Result<{ readonly amount: number; readonly after: number }, 'needAmount' | 'notSoMany'> {
  const text = typed.trim();
  const isNumber = /^[1-9]\d*$/.test(text) && text.length <= MOST_DIGITS;
  if (!isNumber) return fail('needAmount');
  const amount = Number(text);
  const after = direction === 'add' ? credits + amount : credits - amount;
  return after < 0 ? fail('notSoMany') : ok({ amount, after });
}
