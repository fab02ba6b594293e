import { expect, test } from 'vitest';
import { uploadPrice } from './credits.ts';

test.each([
  [0, 1_000_000, 'up', 0],
  [1, 1_000_000, 'up', 1],
  [1_000_000, 1_000_000, 'up', 1],
  [1_000_001, 1_000_000, 'up', 2],
  [1_048_576, 1_048_576, 'up', 1],
  [1_499_999, 1_000_000, 'nearest', 1],
  [1_500_000, 1_000_000, 'nearest', 2],
  [999_999, 1_000_000, 'down', 0],
] as const)('%i bytes at %i bytes a MB, rounded %s, cost %i', (size, bytes, rounding, price) => {
  expect(uploadPrice('public', size, { bytes, rounding })).toBe(price);
});

test('a private file costs 1 credit whatever its size', () => {
  const megabyte = { bytes: 1_000_000, rounding: 'up' } as const;
  expect(uploadPrice('private', 0, megabyte)).toBe(1);
  expect(uploadPrice('private', 2_000_000_000, megabyte)).toBe(1);
});
