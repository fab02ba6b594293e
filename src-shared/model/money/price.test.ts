import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { creditsUnder, MEGABYTE_RULES, uploadCredits } from './price.ts';

const size = fc.nat({ max: 2 ** 40 });

test.each([
  ['private', 0, 1],
  ['private', 2_500_000_000, 1],
  ['public', 0, 1],
  ['public', 999_999, 1],
  ['public', 1_000_000, 1],
  ['public', 1_000_001, 2],
  ['public', 412_300_000, 413],
] as const)('a %s file of %i bytes costs at most %i', (visibility, bytes, credits) => {
  expect(uploadCredits(visibility, bytes)).toBe(credits);
});

test('the price is never below what any reading of "size in MB" would charge', () => {
  fc.assert(
    fc.property(size, (bytes) => {
      const shown = uploadCredits('public', bytes);
      for (const rule of MEGABYTE_RULES) {
        expect(creditsUnder(rule, bytes)).toBeLessThanOrEqual(shown);
      }
    }),
  );
});

test('a larger file never costs less', () => {
  fc.assert(
    fc.property(size, size, (one, other) => {
      const [small, large] = [Math.min(one, other), Math.max(one, other)];
      expect(uploadCredits('public', small)).toBeLessThanOrEqual(uploadCredits('public', large));
    }),
  );
});
