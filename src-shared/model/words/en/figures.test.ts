import { expect, test } from 'vitest';
import { byteText } from './figures.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [28_600_000, '28.6 MB'],
])('%i bytes are written as %s', (bytes, text) => {
  expect(byteText(bytes)).toBe(text);
});
