import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpend, type Budget, type Candidate, type Spending } from './plan-spend.ts';

const spending = (over: Partial<Spending> = {}): Spending => ({
  balance: 1_000,
  reserve: null,
  ceiling: null,
  budgets: [],
  ...over,
});
const files = (...credits: number[]): readonly Candidate[] =>
  credits.map((cost, index) => ({ id: index + 1, folderId: 1, credits: cost, passes: {} }));
const ceiling = (left: number) => ({ ceiling: { limit: 50, left } });
const month = (left: number): Budget => ({ name: 'month', folderId: null, limit: 50, left });
const folder = (left: number, folderId = 1): Budget => ({
  name: 'folder',
  folderId,
  limit: 50,
  left,
});

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
  ['a month’s limit holds', [2, 3], { budgets: [folder(9), month(4)] }, [2], ['3 month 2']],
  ['a folder is named before a month', [3], { budgets: [folder(1), month(2)] }, [], ['3 folder 1']],
  ['the reserve stays on the balance', [2, 3], { balance: 10, reserve: 7 }, [2], ['3 reserve 1']],
  ['a reserve above the balance holds', [0, 1], { balance: 5, reserve: 7 }, [0], ['1 reserve 0']],
  ['the balance is said before the reserve', [6], { balance: 5, reserve: 3 }, [], ['6 credits']],
])('%s', (_, credits, over, go, held) => {
  expect(summary(files(...credits), spending(over))).toMatchObject({ go, held });
});

const ALL = { reserve: 50, month: 50, folder: 50 };

test.each<[string, Partial<Spending>, readonly number[], readonly string[]]>([
  ['beyond the budgets', { budgets: [folder(0), month(0)] }, [3], []],
  ['beyond the reserve', { balance: 3, reserve: 50 }, [3], []],
  ['not beyond a reserve of another height', { balance: 3, reserve: 3 }, [], ['3 reserve 0']],
  [
    'not beyond a budget of another height',
    { budgets: [{ ...month(0), limit: 51 }] },
    [],
    ['3 month 0'],
  ],
  ['not beyond the balance', { balance: 2 }, [], ['3 credits']],
  ['not beyond what was agreed for the run', ceiling(2), [], ['3 run 2']],
])('a file that may pass each limit of 50 goes %s', (_, over, go, held) => {
  const [allowed] = files(3);
  expect(summary([{ ...allowed!, passes: ALL }], spending(over))).toMatchObject({ go, held });
});

test.each(['reserve', 'month', 'folder'] as const)(
  'a file that may pass no other limit than %s is held by the others',
  (named) => {
    const [file] = files(3);
    const all = { balance: 3, reserve: 50, budgets: [folder(0), month(0)] };
    const { held } = summary([{ ...file!, passes: { [named]: 50 } }], spending(all));
    expect(held).toEqual([named === 'reserve' ? '3 folder 0' : '3 reserve 0']);
  },
);

test('what an allowed file costs is gone from the budgets of the others', () => {
  const [allowed, other] = files(3, 4);
  const all = [{ ...allowed!, passes: ALL }, other!];
  expect(summary(all, spending({ budgets: [month(6)] }))).toMatchObject({
    go: [3],
    held: ['4 month 3'],
  });
});

const candidate = fc.record({
  folderId: fc.nat(3),
  credits: fc.oneof(fc.constant(0), fc.nat(60)),
  passes: fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, fc.constant(ALL)),
});
const candidates = fc
  .array(candidate, { maxLength: 30 })
  .map((all) => all.map((one, index) => ({ ...one, id: index })));
const amount = fc.integer({ min: -20, max: 300 });
const names = fc.constantFrom('folder' as const, 'month' as const);
const anyBudget = fc
  .record({ name: names, folderId: fc.nat(3), limit: fc.constantFrom(50, 60), left: amount })
  .map(({ name, folderId, limit, left }) => ({
    name,
    folderId: name === 'folder' ? folderId : null,
    limit,
    left,
  }));
const anySpending = fc.record({
  balance: fc.option(amount),
  reserve: fc.option(fc.constantFrom(50, 60)),
  ceiling: fc.option(fc.record({ limit: fc.nat(300), left: amount })),
  budgets: fc.array(anyBudget, { maxLength: 4 }),
});
const sum = (all: readonly Candidate[]) => all.reduce((total, one) => total + one.credits, 0);
const boundBy = ({ folderId }: Budget, all: readonly Candidate[]) =>
  all.filter((one) => folderId === null || one.folderId === folderId);

test('every file goes or is held, free ones always go, and what goes exceeds neither balance nor ceiling (P3)', () => {
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

test('without a person’s word for a single file nothing exceeds reserve or budgets (P3)', () => {
  fc.assert(
    fc.property(candidates, anySpending, (all, from) => {
      const none = all.map((one) => ({ ...one, passes: {} }));
      const { go, credits } = planSpend(none, from);
      const aboveReserve = (from.balance ?? 0) - (from.reserve ?? -Infinity);
      expect(credits).toBeLessThanOrEqual(Math.max(0, aboveReserve));
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
          (one.passes.reserve !== from.reserve &&
            credits + one.credits > (from.balance ?? 0) - (from.reserve ?? -Infinity)) ||
          from.budgets.some(
            (budget) =>
              one.passes[budget.name] !== budget.limit &&
              boundBy(budget, [one]).length > 0 &&
              sum(boundBy(budget, go)) + one.credits > budget.left,
          );
        expect(isTooMuch).toBe(true);
      }
    }),
  );
});
