import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpend, type Budget, type Candidate, type Purse } from './plan-spend.ts';

const purse = (over: Partial<Purse> = {}): Purse => ({
  balance: 1_000,
  floor: null,
  ceiling: null,
  budgets: [],
  ...over,
});
const made = (credits: readonly number[], isAllowed: boolean): readonly Candidate[] =>
  credits.map((cost, index) => ({ id: index + 1, folderId: 1, credits: cost, isAllowed }));
const files = (...credits: number[]) => made(credits, false);
const allowed = (...credits: number[]) => made(credits, true);
const ceiling = (left: number) => ({ limit: 50, left });
const folder = (left: number, folderId = 1): Budget => ({
  name: 'folder',
  folderId,
  limit: 50,
  left,
});
const day = (left: number): Budget => ({ name: 'day', folderId: null, limit: 50, left });
const month = (left: number): Budget => ({ name: 'month', folderId: null, limit: 900, left });

/** What goes, and what is held by which limit, with what was left of it. */
const summary = (candidates: readonly Candidate[], from: Purse) => {
  const { go, held, credits } = planSpend(candidates, from);
  return {
    go: go.map((one) => one.credits),
    held: held.map(({ candidate, shortage }) => {
      const note = shortage.reason === 'budget' ? shortage.note : null;
      const which = note?.why === 'budget' ? `${note.budget} ${note.left}` : shortage.reason;
      return `${candidate.credits} ${which}`;
    }),
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
  ['the person’s ceiling holds', files(2, 3), purse({ ceiling: ceiling(4) }), [2], ['3 run 2']],
  [
    'a ceiling of nothing holds all that costs',
    files(0, 1),
    purse({ ceiling: ceiling(0) }),
    [0],
    ['1 run 0'],
  ],
  [
    'a ceiling that is used up holds only what costs',
    files(0, 1),
    purse({ ceiling: ceiling(-2) }),
    [0],
    ['1 run 0'],
  ],
  ['a folder’s budget holds', files(2, 3), purse({ budgets: [folder(4)] }), [2], ['3 folder 2']],
  [
    'an overdrawn budget holds only what costs',
    files(0, 1),
    purse({ budgets: [folder(-5)] }),
    [0],
    ['1 folder 0'],
  ],
  [
    'another folder’s budget does not matter',
    files(2),
    purse({ budgets: [folder(0, 2)] }),
    [2],
    [],
  ],
  [
    'too little money is said before a budget',
    files(9),
    purse({ balance: 1, ceiling: ceiling(1) }),
    [],
    ['9 credits'],
  ],
] as const)('%s', (_, candidates, from, go, held) => {
  expect(summary(candidates, from)).toMatchObject({ go, held });
});

test.each([
  ['a day’s budget', files(2, 3), purse({ budgets: [day(4)] }), [2], ['3 day 2']],
  ['a month’s budget', files(2, 3), purse({ budgets: [day(9), month(4)] }), [2], ['3 month 2']],
  [
    'the budget of the folder is named before that of the day',
    files(3),
    purse({ budgets: [folder(1), day(2)] }),
    [],
    ['3 folder 1'],
  ],
  [
    'the floor, which stays on the balance',
    files(2, 3),
    purse({ balance: 10, floor: 7 }),
    [2],
    ['3 floor 1'],
  ],
  ['a floor above the balance', files(0, 1), purse({ balance: 5, floor: 7 }), [0], ['1 floor 0']],
  [
    'the balance is said before the floor',
    files(6),
    purse({ balance: 5, floor: 3 }),
    [],
    ['6 credits'],
  ],
] as const)('what is held names its limit and what is left of it: %s', (_, all, from, go, held) => {
  expect(summary(all, from)).toMatchObject({ go, held });
});

test.each([
  ['beyond the budgets', purse({ budgets: [folder(0), day(0), month(0)] }), [3], []],
  ['beyond the floor', purse({ balance: 3, floor: 3 }), [3], []],
  ['not beyond the balance', purse({ balance: 2 }), [], ['3 credits']],
  ['not beyond what was agreed for the run', purse({ ceiling: ceiling(2) }), [], ['3 run 2']],
] as const)('a file that was allowed once goes %s', (_, from, go, held) => {
  expect(summary(allowed(3), from)).toMatchObject({ go, held });
});

test('what an allowed file costs is gone from the budgets of the others', () => {
  const all = [...allowed(3), { id: 9, folderId: 1, credits: 4, isAllowed: false }];
  expect(summary(all, purse({ budgets: [day(6)] }))).toMatchObject({ go: [3], held: ['4 day 3'] });
});

const candidate = fc.record({
  folderId: fc.nat(3),
  credits: fc.oneof(fc.constant(0), fc.nat(60)),
  isAllowed: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
});
const candidates = fc
  .array(candidate, { maxLength: 30 })
  .map((all) => all.map((one, index) => ({ ...one, id: index })));
const amount = fc.integer({ min: -20, max: 300 });
const anyBudget = fc.oneof(
  fc.record({
    name: fc.constant('folder' as const),
    folderId: fc.nat(3),
    limit: fc.nat(300),
    left: amount,
  }),
  fc.record({
    name: fc.constantFrom('day' as const, 'month' as const),
    folderId: fc.constant(null),
    limit: fc.nat(300),
    left: amount,
  }),
);
const anyPurse = fc.record({
  balance: fc.option(amount),
  floor: fc.option(fc.nat(100)),
  ceiling: fc.option(fc.record({ limit: fc.nat(300), left: amount })),
  budgets: fc.array(anyBudget, { maxLength: 4 }),
});
const sum = (all: readonly Candidate[]) => all.reduce((total, one) => total + one.credits, 0);
const boundBy = ({ folderId }: Budget, all: readonly Candidate[]) =>
  all.filter((one) => folderId === null || one.folderId === folderId);

test('what goes never exceeds the balance or the ceiling, and the sum is right', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const { go, credits } = planSpend(all, from);
      expect(credits).toBe(sum(go));
      expect(credits).toBeLessThanOrEqual(Math.max(0, from.balance ?? 0));
      expect(credits).toBeLessThanOrEqual(Math.max(0, from.ceiling?.left ?? Infinity));
    }),
  );
});

test('without a person’s word for a single file nothing exceeds floor or budgets', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const none = all.map((one) => ({ ...one, isAllowed: false }));
      const { go, credits } = planSpend(none, from);
      const aboveFloor = (from.balance ?? 0) - (from.floor ?? -Infinity);
      expect(credits).toBeLessThanOrEqual(Math.max(0, aboveFloor));
      for (const budget of from.budgets) {
        expect(sum(boundBy(budget, go))).toBeLessThanOrEqual(Math.max(0, budget.left));
      }
    }),
  );
});

test('every file either goes or is held, and what costs nothing always goes', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const { go, held } = planSpend(all, from);
      const ids = [...go, ...held.map((one) => one.candidate)].map((one) => one.id);
      expect(ids.toSorted((one, other) => one - other)).toEqual(all.map((one) => one.id));
      expect(held.filter((one) => one.candidate.credits === 0)).toEqual([]);
    }),
  );
});

test('the order in which files are offered does not matter', () => {
  const shuffled = candidates.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, anyPurse, ([all, other], from) => {
      expect(planSpend(other, from)).toEqual(planSpend(all, from));
    }),
  );
});

test('a held file could not have been afforded in addition', () => {
  fc.assert(
    fc.property(candidates, anyPurse, (all, from) => {
      const { go, held, credits } = planSpend(all, from);
      for (const { candidate: one } of held) {
        const isTooMuch =
          credits + one.credits > (from.balance ?? 0) ||
          credits + one.credits > (from.ceiling?.left ?? Infinity) ||
          (!one.isAllowed &&
            (credits + one.credits > (from.balance ?? 0) - (from.floor ?? -Infinity) ||
              from.budgets.some(
                (budget) =>
                  boundBy(budget, [one]).length > 0 &&
                  sum(boundBy(budget, go)) + one.credits > budget.left,
              )));
        expect(isTooMuch).toBe(true);
      }
    }),
  );
});
