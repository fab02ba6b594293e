import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpend, type Budget, type Candidate, type Spending } from './plan-spend.ts';

const spending = (over: Partial<Spending> = {}): Spending => ({
  balance: 1_000,
  floor: null,
  ceiling: null,
  budgets: [],
  ...over,
});
const files = (...credits: number[]): readonly Candidate[] =>
  credits.map((cost, index) => ({ id: index + 1, folderId: 1, credits: cost, isAllowed: false }));
const ceiling = (left: number) => ({ ceiling: { limit: 50, left } });
const account = (name: 'day' | 'month', left: number): Budget => ({
  name,
  folderId: null,
  limit: 50,
  left,
});
const folder = (left: number, folderId = 1): Budget => ({
  name: 'folder',
  folderId,
  limit: 50,
  left,
});
const day = (left: number) => account('day', left);
const month = (left: number) => account('month', left);

/** What goes, and what is held by which limit, with what was left of it. */
const summary = (candidates: readonly Candidate[], from: Spending) => {
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

test.each<[string, readonly number[], Partial<Spending>, readonly number[], readonly string[]]>([
  ['everything goes when there is enough', [3, 1, 2], {}, [1, 2, 3], []],
  ['the balance may be spent to its end', [3, 2], { balance: 5 }, [2, 3], []],
  ['the cheapest go first', [9, 1, 5], { balance: 6 }, [1, 5], ['9 credits']],
  [
    'nothing that costs goes on an unknown balance, and it is not called too low',
    [1, 0],
    { balance: null, ...ceiling(0) },
    [0],
    ['1 balance_unknown'],
  ],
  ['nothing that costs goes on one below zero', [1, 0], { balance: -3 }, [0], ['1 credits']],
  ['the person’s ceiling holds', [2, 3], ceiling(4), [2], ['3 run 2']],
  ['a ceiling of nothing holds all that costs', [0, 1], ceiling(0), [0], ['1 run 0']],
  ['a ceiling that is used up holds only what costs', [0, 1], ceiling(-2), [0], ['1 run 0']],
  ['a folder’s budget holds', [2, 3], { budgets: [folder(4)] }, [2], ['3 folder 2']],
  ['an overdrawn budget holds what costs', [0, 1], { budgets: [folder(-5)] }, [0], ['1 folder 0']],
  ['another folder’s budget does not matter', [2], { budgets: [folder(0, 2)] }, [2], []],
  ['money is said before a budget', [9], { balance: 1, ...ceiling(1) }, [], ['9 credits']],
  ['a day’s budget holds', [2, 3], { budgets: [day(4)] }, [2], ['3 day 2']],
  ['a month’s budget holds', [2, 3], { budgets: [day(9), month(4)] }, [2], ['3 month 2']],
  ['a folder is named before a day', [3], { budgets: [folder(1), day(2)] }, [], ['3 folder 1']],
  ['the floor stays on the balance', [2, 3], { balance: 10, floor: 7 }, [2], ['3 floor 1']],
  ['a floor above the balance holds', [0, 1], { balance: 5, floor: 7 }, [0], ['1 floor 0']],
  ['the balance is said before the floor', [6], { balance: 5, floor: 3 }, [], ['6 credits']],
])('%s', (_, credits, over, go, held) => {
  expect(summary(files(...credits), spending(over))).toMatchObject({ go, held });
});

test.each<[string, Partial<Spending>, readonly number[], readonly string[]]>([
  ['beyond the budgets', { budgets: [folder(0), day(0), month(0)] }, [3], []],
  ['beyond the floor', { balance: 3, floor: 3 }, [3], []],
  ['not beyond the balance', { balance: 2 }, [], ['3 credits']],
  ['not beyond what was agreed for the run', ceiling(2), [], ['3 run 2']],
])('a file that was allowed once goes %s', (_, over, go, held) => {
  const [allowed] = files(3);
  expect(summary([{ ...allowed!, isAllowed: true }], spending(over))).toMatchObject({ go, held });
});

test('what an allowed file costs is gone from the budgets of the others', () => {
  const [allowed, other] = files(3, 4);
  const all = [{ ...allowed!, isAllowed: true }, other!];
  expect(summary(all, spending({ budgets: [day(6)] }))).toMatchObject({
    go: [3],
    held: ['4 day 3'],
  });
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
const names = fc.constantFrom('folder' as const, 'day' as const, 'month' as const);
const anyBudget = fc
  .record({ name: names, folderId: fc.nat(3), limit: fc.nat(300), left: amount })
  .map(({ name, folderId, limit, left }) => ({
    name,
    folderId: name === 'folder' ? folderId : null,
    limit,
    left,
  }));
const anySpending = fc.record({
  balance: fc.option(amount),
  floor: fc.option(fc.nat(100)),
  ceiling: fc.option(fc.record({ limit: fc.nat(300), left: amount })),
  budgets: fc.array(anyBudget, { maxLength: 4 }),
});
const sum = (all: readonly Candidate[]) => all.reduce((total, one) => total + one.credits, 0);
const boundBy = ({ folderId }: Budget, all: readonly Candidate[]) =>
  all.filter((one) => folderId === null || one.folderId === folderId);

test('every file goes or is held, free ones always go, and what goes exceeds neither balance nor ceiling', () => {
  fc.assert(
    fc.property(candidates, anySpending, (all, from) => {
      const { go, held, credits } = planSpend(all, from);
      const ids = [...go, ...held.map((one) => one.candidate)].map((one) => one.id);
      expect(ids.toSorted((one, other) => one - other)).toEqual(all.map((one) => one.id));
      expect(held.filter((one) => one.candidate.credits === 0)).toEqual([]);
      expect(credits).toBe(sum(go));
      expect(credits).toBeLessThanOrEqual(Math.max(0, from.balance ?? 0));
      expect(credits).toBeLessThanOrEqual(Math.max(0, from.ceiling?.left ?? Infinity));
    }),
  );
});

test('without a person’s word for a single file nothing exceeds floor or budgets', () => {
  fc.assert(
    fc.property(candidates, anySpending, (all, from) => {
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

test('the order in which files are offered does not matter', () => {
  const shuffled = candidates.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, anySpending, ([all, other], from) => {
      expect(planSpend(other, from)).toEqual(planSpend(all, from));
    }),
  );
});

test('a held file could not have been afforded in addition', () => {
  fc.assert(
    fc.property(candidates, anySpending, (all, from) => {
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
