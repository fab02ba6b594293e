import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpendingGuard, type SpendingGuardLimits, type Influx } from './spending-guard.ts';

const influx = (over: Partial<Influx> = {}): Influx => ({
  newFiles: 0,
  newCredits: 0,
  changedFiles: 0,
  knownFiles: 0,
  ...over,
});
const LIMITS: SpendingGuardLimits = { files: 100, credits: 500 };

test.each<[string, Partial<Influx>, object]>([
  ['as many files as are expected', { newFiles: 100, newCredits: 500 }, {}],
  ['twenty changed files, although all are', { changedFiles: 20, knownFiles: 20 }, {}],
  ['half of many files changed', { changedFiles: 500, knownFiles: 1_000 }, {}],
  ['more files', { newFiles: 101 }, { newOnes: { why: 'many-files', count: 101, limit: 100 } }],
  [
    'more credits',
    { newFiles: 3, newCredits: 501 },
    { newOnes: { why: 'many-credits', count: 501, limit: 500 } },
  ],
  [
    'most known files changed',
    { newFiles: 5, changedFiles: 21, knownFiles: 41 },
    { changedOnes: { why: 'many-changed', count: 21, known: 41 } },
  ],
])('what is stopped, with the figures, when there are %s', (_, facts, stopped) => {
  const nothing = { newOnes: null, changedOnes: null };
  expect(planSpendingGuard(influx(facts), LIMITS)).toEqual({ ...nothing, ...stopped });
});

const anyInflux = fc
  .record({
    newFiles: fc.nat(300),
    newCredits: fc.nat(1_500),
    changedFiles: fc.nat(200),
    others: fc.nat(200),
  })
  .map(({ others, ...facts }) => Object.assign(facts, { knownFiles: facts.changedFiles + others }));
const anyLimits = fc.record({ files: fc.option(fc.nat(300)), credits: fc.option(fc.nat(1_500)) });

test('what is not stopped keeps within both limits, and without limits no number of new files is stopped', () => {
  fc.assert(
    fc.property(anyInflux, anyLimits, (facts, limits) => {
      const { newOnes } = planSpendingGuard(facts, limits);
      const isWithin =
        facts.newFiles <= (limits.files ?? Infinity) &&
        facts.newCredits <= (limits.credits ?? Infinity);
      expect(newOnes === null).toBe(isWithin);
      expect(planSpendingGuard(facts, { files: null, credits: null }).newOnes).toBeNull();
    }),
  );
});

test('bringing more never releases what fewer would have stopped', () => {
  fc.assert(
    fc.property(anyInflux, anyLimits, fc.nat(50), (facts, limits, more) => {
      const grown = {
        newFiles: facts.newFiles + more,
        newCredits: facts.newCredits + more,
        changedFiles: facts.changedFiles + more,
        knownFiles: facts.knownFiles + more,
      };
      const before = planSpendingGuard(facts, limits);
      const after = planSpendingGuard(grown, limits);
      expect(before.newOnes !== null && after.newOnes === null).toBe(false);
      expect(before.changedOnes !== null && after.changedOnes === null).toBe(false);
    }),
  );
});
