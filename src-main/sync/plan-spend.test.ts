import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpend, type Candidate, type Purse } from './plan-spend.ts';

const purse = (over: Partial<Purse> = {}): Purse => ({
  balance: 1_000,
  ceiling: null,
  folderBudgets: new Map(),
  ...over,
});
const files = (...credits: number[]): readonly Candidate[] =>
  credits.map((cost, index) => ({ id: index + 1, folderId: 1, credits: cost }));

const summary = (candidates: readonly Candidate[], from: Purse) => {
  const { go, held, credits } = planSpend(candidates, from);
  return {
    go: go.map((one) => one.credits),
    held: held.map(({ candidate, reason }) => `${candidate.credits} ${reason}`),
    credits,
  };
};

test.each([
  ['everything goes when there is enough', files(3, 1, 2), purse(), [1, 2, 3], []],
  ['the balance may be spent to its end', files(3, 2), purse({ balance: 5 }), [2, 3], []],
  ['the cheapest go first', files(9, 1, 5), purse({ balance: 6 }), [1, 5], ['9 credits']],
  [
    'nothing that costs goes on an unknown balance',
    files(1, 0),
    purse({ balance: null }),
    [0],
    ['1 credits'],
  ],
  [
    'nothing that costs goes on a balance below zero',
    files(1, 0),
    purse({ balance: -3 }),
    [0],
    ['1 credits'],
  ],
  ['the person’s ceiling holds', files(2, 3), purse({ ceiling: 4 }), [2], ['3 budget']],
  [
    'a ceiling of nothing holds all that costs',
    files(0, 1),
    purse({ ceiling: 0 }),
    [0],
    ['1 budget'],
  ],
  [
    'a ceiling that is used up holds only what costs',
    files(0, 1),
    purse({ ceiling: -2 }),
    [0],
    ['1 budget'],
  ],
  [
    'a folder’s budget holds',
    files(2, 3),
    purse({ folderBudgets: new Map([[1, 4]]) }),
    [2],
    ['3 budget'],
  ],
  [
    'an overdrawn budget holds only what costs',
    files(0, 1),
    purse({ folderBudgets: new Map([[1, -5]]) }),
    [0],
    ['1 budget'],
  ],
  [
    'another folder’s budget does not matter',
    files(2),
    purse({ folderBudgets: new Map([[2, 0]]) }),
    [2],
    [],
  ],
  [
    'too little money is said before a budget',
    files(9),
    purse({ balance: 1, ceiling: 1 }),
    [],
    ['9 credits'],
  ],
] as const)('[PL20] %s', (_, candidates, from, go, held) => {
  expect(summary(candidates, from)).toMatchObject({ go, held });
});

const candidate = fc.record({ folderId: fc.nat(3), credits: fc.oneof(fc.constant(0), fc.nat(60)) });
const candidates = fc
  .array(candidate, { maxLength: 30 })
  .map((all) => all.map((one, index) => ({ ...one, id: index })));
const amount = fc.integer({ min: -20, max: 300 });
const anyPurse = fc.record({
  balance: fc.option(amount),
  ceiling: fc.option(amount),
  folderBudgets: fc
    .array(fc.tuple(fc.nat(3), amount), { maxLength: 4 })
    .map((entries) => new Map(entries)),
});
const sum = (all: readonly Candidate[]) => all.reduce((total, one) => total + one.credits, 0);

test('[PL21] what goes never exceeds the balance, the ceiling or a budget, and the sum is right', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const { go, credits } = planSpend(all, from);
      expect(credits).toBe(sum(go));
      expect(credits).toBeLessThanOrEqual(Math.max(0, from.balance ?? 0));
      expect(credits).toBeLessThanOrEqual(Math.max(0, from.ceiling ?? Infinity));
      for (const [folderId, budget] of from.folderBudgets) {
        const spent = sum(go.filter((one) => one.folderId === folderId));
        expect(spent).toBeLessThanOrEqual(Math.max(0, budget));
      }
    }),
  );
});

test('[PL21] every file either goes or is held, and what costs nothing always goes', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const { go, held } = planSpend(all, from);
      const ids = [...go, ...held.map((one) => one.candidate)].map((one) => one.id);
      expect(ids.toSorted((one, other) => one - other)).toEqual(all.map((one) => one.id));
      expect(held.filter((one) => one.candidate.credits === 0)).toEqual([]);
    }),
  );
});

test('[PL21] the order in which files are offered does not matter', () => {
  const shuffled = candidates.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, anyPurse, ([all, other], from) => {
      expect(planSpend(other, from)).toEqual(planSpend(all, from));
    }),
  );
});

test('[PL21] a held file could not have been afforded in addition', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const { go, held, credits } = planSpend(all, from);
      for (const { candidate: one } of held) {
        const inFolder = sum(go.filter((other) => other.folderId === one.folderId));
        const isTooMuch =
          credits + one.credits > (from.balance ?? 0) ||
          credits + one.credits > (from.ceiling ?? Infinity) ||
          inFolder + one.credits > (from.folderBudgets.get(one.folderId) ?? Infinity);
        expect(isTooMuch).toBe(true);
      }
    }),
  );
});
