import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chanceOf, growingWaitMs, spreadMs } from './waiting.ts';

const chance = fc.double({ min: 0, max: 1, noNaN: true });

test('a drawn wait is never shorter than what was asked for, and at most a fifth longer', () => {
  fc.assert(
    fc.property(fc.nat(1e9), chance, (ms, luck) => {
      expect(spreadMs(ms, luck)).toBeGreaterThanOrEqual(ms);
      expect(spreadMs(ms, luck)).toBeLessThanOrEqual(ms * 1.2);
    }),
  );
});

test('a growing wait doubles up to its longest, of which half is certain', () => {
  const bounds = { firstMs: 5, longestMs: 60 };
  expect([0, 1, 2, 3, 4, 5_000].map((tries) => growingWaitMs(tries, bounds, 1))).toEqual([
    5, 10, 20, 40, 60, 60,
  ]);
  expect(growingWaitMs(9, bounds, 0)).toBe(30);
});

test('identifiers give numbers between 0 and 1, each always the same', () => {
  expect(chanceOf('00000000-0000-4000-8000-000000000001')).toBe(0);
  expect(chanceOf('80000000-0000-4000-8000-000000000001')).toBe(0.5);
  expect(chanceOf('job of a')).toBe(0);
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(chanceOf(id)).toBeGreaterThanOrEqual(0);
      expect(chanceOf(id)).toBeLessThan(1);
    }),
  );
});
