import { expect, test } from 'vitest';
import { othersOf, type Sample } from './soak-samples.ts';

const MIB = 2 ** 20;

/** An hour in minutes; `change` alters what one of them holds. */
const hour = (change: (minute: number) => Partial<Sample> = () => ({})): readonly Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    atMs: minute * 60_000,
    residentBytes: 100 * MIB,
    heapBytes: 30 * MIB,
    openFiles: 40,
    threads: 15,
    logBytes: MIB,
    rows: minute,
    ...change(minute),
  }));

test('a program that holds what it held has grown by nothing, whatever it took to get going', () => {
  const others = othersOf(hour((minute) => (minute < 10 ? { residentBytes: 50 * MIB } : {})));
  expect(others['memory, last quarter to first']).toEqual({ value: 1, unit: '×' });
  expect(others['memory, growth in an hour']?.value).toBeCloseTo(0);
  expect(others['open files, last quarter to first']?.value).toBe(1);
  expect(others['rows at the end']).toEqual({ value: 59, unit: 'rows' });
});

test('growth shows as a ratio of quarters and by the hour', () => {
  const others = othersOf(
    hour((minute) => ({ residentBytes: (100 + minute) * MIB, openFiles: 40 + minute })),
  );
  expect(others['memory, growth in an hour']?.value).toBeCloseTo(60 * MIB, -3);
  expect(others['memory, last quarter to first']?.value).toBeGreaterThan(1.25);
  expect(others['open files, last quarter to first']?.value).toBeGreaterThan(1.5);
});
