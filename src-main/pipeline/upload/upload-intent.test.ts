import fc from 'fast-check';
import { expect, test } from 'vitest';
import { risingTimeMs } from './upload-intent.ts';

test('`uploaded` times are unique and rise, even when the clock stands still or goes back', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 2 }), (clock) => {
      const times: number[] = [];
      for (const nowMs of clock) times.push(risingTimeMs(times.at(-1) ?? null, nowMs));
      expect(times).toEqual([...new Set(times)].toSorted((one, other) => one - other));
    }),
  );
  expect(risingTimeMs(5, 100)).toBe(100);
  expect(risingTimeMs(null, 7.9)).toBe(7);
});
