import { expect, test } from 'vitest';
import { dayStartMs, lastDayEdges, localDay } from './local-day.ts';

test('a day begins at this computer’s midnight, and what is no day begins nowhere', () => {
  expect(dayStartMs('2026-11-21', 0)).toBe(new Date(2026, 10, 21).getTime());
  expect(dayStartMs('2026-11-30', 1)).toBe(new Date(2026, 11, 1).getTime());
  expect(localDay(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
  expect(['', 'today', '2026-1-1', '0001-01-01'].map((day) => dayStartMs(day, 0))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

test('the last days end with tomorrow, and rise across a change of the clock', () => {
  const edges = lastDayEdges(new Date(2026, 2, 30, 12).getTime(), 3);
  expect(edges.map(localDay)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']);
  expect(edges.every((edge) => new Date(edge).getHours() === 0)).toBe(true);
});
