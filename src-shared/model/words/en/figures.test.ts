import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byteText, dayText, integer, momentText, pluralForm } from './figures.ts';

const WRITTEN = 'en-GB';
const timeZone = 'UTC';
const INTEGERS = new Intl.NumberFormat(WRITTEN);
const TENTHS = new Intl.NumberFormat(WRITTEN, { maximumFractionDigits: 1 });
const DAYS = new Intl.DateTimeFormat(WRITTEN, { dateStyle: 'medium', timeZone });
const MOMENTS = new Intl.DateTimeFormat(WRITTEN, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
});
const PLURALS = new Intl.PluralRules(WRITTEN);

test('numbers, days and moments are written as CLDR has them for English', () => {
  const numbers = fc.integer({ min: -2_000_000_000, max: 2_000_000_000_000 });
  const moments = fc.integer({ min: 0, max: Date.UTC(2200, 0) });
  fc.assert(
    fc.property(numbers, moments, (number, ms) => {
      expect(integer(number)).toBe(INTEGERS.format(number));
      expect(dayText(ms)).toBe(DAYS.format(ms));
      expect(momentText(ms)).toBe(`${MOMENTS.format(ms)} UTC`);
      expect(byteText(1e12 + Math.abs(number))).toBe(
        `${TENTHS.format(1 + Math.abs(number) / 1e12)} TB`,
      );
      expect(pluralForm(number % 3, 'one', 'other')).toBe(PLURALS.select(number % 3));
    }),
  );
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [1_450, '1.5 kB'],
  [28_600_000, '28.6 MB'],
  [1_204_600_000_000_000, '1,204.6 TB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(byteText(bytes)).toBe(text);
});
