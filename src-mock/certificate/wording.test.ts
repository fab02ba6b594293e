import { expect, test } from 'vitest';
import { inGroups, momentText, sizeText } from './wording.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1,000 bytes (1.0 kB)'],
  [413_000_000, '413,000,000 bytes (413.0 MB)'],
  [6_442_450_944, '6,442,450,944 bytes (6.4 GB)'],
])('%i bytes are written "%s"', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('moments are written in UTC whatever the computer says; other texts stay', () => {
  expect(momentText('2026-11-20T00:44:12+01:00')).toBe('19 November 2026, 23:44:12 UTC');
  expect(momentText('soon')).toBe('soon');
});

test('groups of four lose nothing', () => {
  expect(inGroups('0123456789')).toEqual(['0123', '4567', '89']);
  expect(inGroups('')).toEqual([]);
});
