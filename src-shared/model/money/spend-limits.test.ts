import { expect, test } from 'vitest';
import { reserveBreach } from './spend-limits.ts';

test.each([
  ['no reserve', null, 12, 10, null],
  ['a balance that nobody knows', 5, null, 10, null],
  ['a price that ends at the reserve', 2, 12, 10, null],
  ['a price that goes below it', 3, 12, 10, { reserve: 3, left: 2 }],
  ['a balance below the reserve already, and nothing to pay', 50, 12, 0, null],
])('%s', (_, reserve, balance, credits, breach) => {
  expect(reserveBreach({ reserve }, balance, credits)).toEqual(breach);
});
