import { expect, test } from 'vitest';
import type { FileProgress } from '../../bridge/events.ts';
import { leftMs, speedOf, withProgress, type Marks } from './sending-speed.ts';

const told = (doneBytes: number, state: FileProgress['state'] = 'uploading') =>
  new Map([['1', { fileId: '1', state, doneBytes, totalBytes: 10_000 } as const]]);
const marksOf = (...steps: readonly (readonly [atMs: number, doneBytes: number])[]) =>
  steps.reduce<Marks>((marks, [atMs, bytes]) => withProgress(marks, told(bytes), atMs), new Map());

test('the speed is that of the last seconds, and unknown before there are any', () => {
  expect(speedOf(marksOf([0, 0]), '1')).toBeNull();
  expect(speedOf(marksOf([0, 0], [500, 900]), '1')).toBeNull();
  expect(speedOf(marksOf([0, 0], [2_000, 4_000]), '1')).toBe(2_000);
  expect(speedOf(marksOf([0, 0], [60_000, 1], [62_000, 2_001]), '1')).toBe(1_000);
  expect(speedOf(new Map(), '1')).toBeNull();
});

test('one that begins anew, stands still or is not being sent has no speed', () => {
  expect(speedOf(marksOf([0, 5_000], [2_000, 9_000], [3_000, 0]), '1')).toBeNull();
  expect(speedOf(marksOf([0, 5_000], [2_000, 5_000]), '1')).toBeNull();
  expect(withProgress(new Map(), told(5, 'hashing'), 0).size).toBe(0);
});

test('the time left is what is left at that speed', () => {
  expect(leftMs({ doneBytes: 4_000, totalBytes: 10_000 }, 2_000)).toBe(3_000);
  expect(leftMs({ doneBytes: 4_000, totalBytes: 10_000 }, null)).toBeNull();
  expect(leftMs({ doneBytes: 4, totalBytes: 4 }, 1)).toBeNull(); // what is missing is the answer
});
