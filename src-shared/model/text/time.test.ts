import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoFromMs, msFromHttpDate, msFromIso } from './time.ts';

test('every moment survives being written as ISO text', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (moment) => {
      expect(msFromIso(isoFromMs(moment.getTime()))).toBe(moment.getTime());
    }),
  );
});

test('a moment is written in UTC with milliseconds', () => {
  expect(isoFromMs(Date.UTC(2026, 10, 20, 9, 44, 12, 7))).toBe('2026-11-20T09:44:12.007Z');
});

test.each(['', 'yesterday', '2026-13-01T00:00:00Z'])('%j is no moment', (text) => {
  expect(msFromIso(text)).toBeNull();
});

test('the date of an HTTP header is read in its one form', () => {
  expect(msFromHttpDate('Fri, 20 Nov 2026 09:44:12 GMT')).toBe(Date.UTC(2026, 10, 20, 9, 44, 12));
  const others = ['2026-11-20', 'Fri, 20 Nov 2026 09:44:12', 'Fri, 20 Nov 2026 09:44:12 CET'];
  for (const other of others) expect(msFromHttpDate(other)).toBeNull();
});
