import { describe, expect, test } from 'vitest';
import { readMoment, readParallel, readRate } from './transfer-commands.ts';

const NOW_MS = new Date(2026, 10, 21, 13, 30).getTime(); // half past one on this computer's clock

describe('a time', () => {
  test.each([
    ['90m', NOW_MS + 90 * 60_000],
    ['2h', NOW_MS + 2 * 3_600_000],
    ['1d', NOW_MS + 86_400_000],
    ['14:20', new Date(2026, 10, 21, 14, 20).getTime()],
    ['9:05', new Date(2026, 10, 22, 9, 5).getTime()],
    ['13:30', new Date(2026, 10, 22, 13, 30).getTime()],
    ['2026-12-01T00:00Z', Date.UTC(2026, 11, 1)],
    ['2026-12-01T02:00:30+02:00', Date.UTC(2026, 11, 1, 0, 0, 30)],
  ])('%s', (text, expected) => {
    expect(readMoment(text, NOW_MS)).toBe(expected);
  });

  test.each(['', 'soon', '25:00', '14:60', '-2h', '2w', '2026-12-01T00:00', '2026-13-01T00:00Z'])(
    '"%s" is refused with examples',
    (text) => {
      expect(() => readMoment(text, NOW_MS)).toThrow(
        /^--until takes a time, .* Write it like 14:20/,
      );
    },
  );

  test.each(['0m', '2020-01-01T00:00Z'])('%s is in the past, and that is said', (text) => {
    expect(() => readMoment(text, NOW_MS)).toThrow(/is in the past/);
  });
});

test.each([
  ['none', null],
  ['1kB/s', 1_000],
  ['500kB', 500_000],
  ['1.5 MB / s', 1_500_000],
  ['2MiB/s', 2_097_152],
])('the rate %s', (text, expected) => {
  expect(readRate(text)).toBe(expected);
});

test.each(['', 'fast', 'MB/s', '2 MB/h', '999', '0'])(
  'the rate "%s" is refused with an example, or as too slow',
  (text) => {
    expect(() => readRate(text)).toThrow(
      /^(<rate> .*like 500kB\/s|.* is too slow; the lowest limit is 1kB\/s)/,
    );
  },
);

test('a rate without a unit is said back in bytes, with the unit that was meant', () => {
  const slow = '5 bytes a second is too slow; the lowest limit is 1kB/s. Did you mean 5MB/s?';
  expect(() => readRate('5')).toThrow(slow);
});

test('a number of uploads is 1 to 8, or auto', () => {
  expect(['1', '8', 'auto'].map(readParallel)).toEqual([1, 8, null]);
  for (const text of ['0', '9', '', 'many', '1.5', '-1']) {
    expect(() => readParallel(text)).toThrow('<count> is a number from 1 to 8, or auto');
  }
});
