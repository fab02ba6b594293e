import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planSpendingGuard } from './hold-for-review.ts';

type Influx = Parameters<typeof planSpendingGuard>[0];

const influx = (over: Partial<Influx> = {}): Influx => ({
  newFiles: 0,
  newCredits: 0,
  ...over,
});
const LIMITS = { files: 100, credits: 500 };

test.each<[string, Partial<Influx>, object | null]>([
  ['as many files as are expected', { newFiles: 100, newCredits: 500 }, null],
  ['more files', { newFiles: 101 }, { why: 'many-files', count: 101, limit: 100 }],
  [
    'more credits',
    { newFiles: 3, newCredits: 501 },
    { why: 'many-credits', count: 501, limit: 500 },
  ],
])('what is stopped, with the figures, when there are %s', (_, facts, stopped) => {
  expect(planSpendingGuard(influx(facts), LIMITS)).toEqual(stopped);
});

const anyInflux = fc.record({ newFiles: fc.nat(300), newCredits: fc.nat(1_500) });
const anyLimits = fc.record({ files: fc.option(fc.nat(300)), credits: fc.option(fc.nat(1_500)) });

test('what is not stopped keeps within both limits, and without limits no number of new files is stopped', () => {
  fc.assert(
    fc.property(anyInflux, anyLimits, (facts, limits) => {
      const note = planSpendingGuard(facts, limits);
      const isWithin =
        facts.newFiles <= (limits.files ?? Infinity) &&
        facts.newCredits <= (limits.credits ?? Infinity);
      expect(note === null).toBe(isWithin);
      expect(planSpendingGuard(facts, { files: null, credits: null })).toBeNull();
    }),
  );
});

test('bringing more never releases what fewer would have stopped', () => {
  fc.assert(
    fc.property(anyInflux, anyLimits, fc.nat(50), (facts, limits, more) => {
      const grown = {
        newFiles: facts.newFiles + more,
        newCredits: facts.newCredits + more,
      };
      const before = planSpendingGuard(facts, limits);
      const after = planSpendingGuard(grown, limits);
      expect(before !== null && after === null).toBe(false);
    }),
  );
});
