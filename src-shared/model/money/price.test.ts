import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { leastCredits, uploadCredits } from './price.ts';
import { creditsUnder, MEGABYTE_RULES } from './test-support/megabyte-rules.ts';

const size = fc.nat({ max: 2 ** 40 });

test.each([
  ['private', 0, 1, 1],
  ['private', 2_500_000_000, 1, 1],
  ['public', 0, 0, 1],
  ['public', 999_999, 0, 1],
  ['public', 1_000_000, 0, 1],
  ['public', 1_000_001, 0, 2],
  ['public', 1_048_576, 1, 2],
  ['public', 412_300_000, 393, 413],
] as const)('a %s file of %i bytes costs from %i to %i', (visibility, bytes, least, most) => {
  expect([leastCredits(visibility, bytes), uploadCredits(visibility, bytes)]).toEqual([
    least,
    most,
  ]);
});

test('no reading of "size in MB" charges more than the price, or less than the least', () => {
  fc.assert(
    fc.property(size, fc.constantFrom(...MEGABYTE_RULES), (bytes, rule) => {
      const charged = creditsUnder(rule, bytes);
      expect(charged).toBeLessThanOrEqual(uploadCredits('public', bytes));
      expect(charged).toBeGreaterThanOrEqual(leastCredits('public', bytes));
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
