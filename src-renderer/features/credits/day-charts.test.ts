import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HistoryLine } from '../../../src-shared/model/money/credit-views.ts';
import { dailyCredits } from './day-charts.tsx';
import { readLimit } from './limits-section.tsx';
import { isReleasable, creditsOf, whatFits } from './held-section.tsx';

const NOW_MS = Date.UTC(2026, 10, 21, 15);
const line = (day: number, amount: number | null): HistoryLine => ({
  atMs: Date.UTC(2026, 10, day, 9),
  transactionId: 't',
  type: 'X',
  amount,
  file: null,
  change: null,
  expected: null,
  charged: null,
  folderPath: null,
  difference: null,
  isDeviation: false,
});
const lines = [line(19, -5), line(19, 100), line(21, -7), line(21, null)];
const range = { from: '2026-11-18', to: '2026-11-21' };

test('each day has what was spent and added, and what was left is counted back from today', () => {
  expect(dailyCredits(lines, range, { balance: 93, nowMs: NOW_MS })).toEqual([
    { day: '2026-11-18', spent: 0, added: 0, balance: 5 },
    { day: '2026-11-19', spent: 5, added: 100, balance: 100 },
    { day: '2026-11-20', spent: 0, added: 0, balance: 100 },
    { day: '2026-11-21', spent: 7, added: 0, balance: 93 },
  ]);
});

test('what was left is not said when the range ends before today, or the balance is not known', () => {
  const early = dailyCredits(lines, { ...range, to: '2026-11-20' }, { balance: 93, nowMs: NOW_MS });
  const unread = dailyCredits(lines, range, { balance: null, nowMs: NOW_MS });
  expect([...early, ...unread].filter(({ balance }) => balance !== null)).toEqual([]);
  expect(dailyCredits(lines, { from: 'x', to: 'y' }, { balance: 1, nowMs: NOW_MS })).toEqual([]);
});

test('a limit is a whole number of credits or nothing', () => {
  expect(['', ' ', '0', ' 500 '].map(readLimit)).toEqual([null, null, 0, 500]);
  expect(['-1', '1.5', '1e3', 'many', '9'.repeat(20)].map(readLimit)).toEqual(
    Array.from({ length: 5 }),
  );
});

test('what fits is the cheapest first, never more than there is, and only what a word lets go', () => {
  const file = fc.record({
    id: fc.nat(9_999).map(String),
    credits: fc.nat(500),
    state: fc.constant('held' as const),
    hold: fc.constantFrom('budget' as const, 'credits' as const),
  });
  const files = fc.uniqueArray(file, { selector: ({ id }) => id, maxLength: 30 });
  fc.assert(
    fc.property(files, fc.nat(3_000), (list, credits) => {
      const fits = whatFits(list, credits);
      expect(creditsOf(list, fits)).toBeLessThanOrEqual(credits);
      const chosen = list.filter(({ id }) => fits.has(id));
      expect(chosen.every(isReleasable)).toBe(true);
      const rest = list.filter((each) => isReleasable(each) && !fits.has(each.id));
      const cheapest = Math.min(...rest.map((each) => each.credits));
      expect(creditsOf(list, fits) + cheapest).toBeGreaterThan(credits);
    }),
  );
});
