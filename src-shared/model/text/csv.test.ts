import { expect, test } from 'vitest';
import { csvText } from './csv.ts';

test('numbers stay numbers, nothing is an empty cell, lines end as spreadsheets want them', () => {
  expect(csvText(['a', 'b'], [[-3, null]])).toBe('a,b\r\n-3,\r\n');
});

test.each([
  ['plain', 'plain'],
  ['a,b', '"a,b"'],
  ['say "x"', '"say ""x"""'],
  [' padded ', '" padded "'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['"=1"', `"'""=1"""`],
  ['a=1', 'a=1'],
])('the text %j is written as %j: no cell is a formula', (text, cell) => {
  expect(csvText(['x'], [[text]])).toBe(`x\r\n${cell}\r\n`);
});

test('a line break cannot make a row, nor a control character reach the reader', () => {
  const lines = csvText(['x'], [['a\r\n=cmd']]).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).not.toMatch(/[\n\t]/);
});
