import { expect, test } from 'vitest';
import { batchLeftMs } from './added-files.tsx';

test('a batch says how long the rest takes once two of its files are finished, and not at its end', () => {
  const begun = { done: 3, atMs: 1_000 };
  expect(batchLeftMs(null, { done: 9, atMs: 5_000 }, 20)).toBeNull();
  expect(batchLeftMs(begun, { done: 4, atMs: 5_000 }, 20)).toBeNull();
  expect(batchLeftMs(begun, { done: 12, atMs: 10_000 }, 20)).toBe(8_000);
  expect(batchLeftMs(begun, { done: 20, atMs: 10_000 }, 20)).toBeNull();
});
