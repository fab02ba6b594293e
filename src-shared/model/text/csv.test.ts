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
  ['a-b; c+d', '"a-b; c+d"'],
  ['\uFF1D1+1', "'\uFF1D1+1"],
  ['\uFF0B1', "'\uFF0B1"],
  ['\uFF0D1', "'\uFF0D1"],
  ['\uFF20SUM(A1)', "'\uFF20SUM(A1)"],
  ['\uFE661', "'\uFE661"],
  ['one;two', '"one;two"'],
  ['one;=1+1', `"one;'=1+1"`],
  ['one; "=1"', `"one;' ""=1"""`],
  ['one,@SUM(A1)', `"one,'@SUM(A1)"`],
  ['one;;-1;+2', `"one;;'-1;'+2"`],
])('the text %j is written as %j: no cell is a formula', (text, cell) => {
  expect(csvText(['x'], [[text]])).toBe(`x\r\n${cell}\r\n`);
});

/** As a spreadsheet splits a line whose separator is another one: a quote counts at the begin of a cell only. */
test.each([';', ',', '\t'])('no cell is a formula either where %j separates cells', (separator) => {
  const signs = ['=', '+', '-', '@', '\t=', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];
  const hostile = signs.flatMap((sign) =>
    ['', 'a;', 'a,', 'a\t', 'a"; ', ';;', '"'].map((before) => `${before}${sign}1`),
  );
  const rows = hostile.map((text) => ['x', text]);
  const lines = csvText(['x'], rows).trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(hostile.length);
  const cells = lines.flatMap((line) => line.split(separator));
  expect(cells.filter((cell) => /^[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/.test(cell))).toEqual([]);
});

test('a line break cannot make a row, nor a control character reach the reader', () => {
  const lines = csvText(['x'], [['a\r\n=cmd']]).split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).not.toMatch(/[\n\t]/);
});
