import { expect, test } from 'vitest';
import { floorBreach } from './spend-limits.ts';

test.each([
  ['no floor', null, 12, 10, null],
  ['a balance that nobody knows', 5, null, 10, null],
  ['a price that ends at the floor', 2, 12, 10, null],
  ['a price that goes below it', 3, 12, 10, { floor: 3, left: 2 }],
  ['a balance below the floor already, and nothing to pay', 50, 12, 0, null],
])('%s', (_, floor, balance, credits, breach) => {
  expect(floorBreach({ floor }, balance, credits)).toEqual(breach);
});
