import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText, csvRows } from './csv.ts';

test.each([
  ['a,b\r\n1,2\r\n'],
  ['a;b\n1;2'],
  ['\uFEFFa\tb\r1\t2\r'],
  ['"a","b"\n\n , \n"1", 2 \n'],
])('%j is the same table', (text) => {
  expect(csvRows(text)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('a quoted cell keeps separators, quotes and line ends', () => {
  expect(csvRows('a\n"x, ""y""\nz"')).toEqual([['a'], ['x, "y"\nz']]);
});

test('a lost closing quote costs no more than its cell, and nothing is no row', () => {
  expect(csvRows('a,b\n"1,2')).toEqual([['a', 'b'], ['1,2']]);
  expect(csvRows(' \r\n')).toEqual([]);
});

test('what csvText writes is read as it was', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ' b', ',', ';', '"', '\n', '1') });
  const row = fc.tuple(cell, cell).map((cells) => cells.map((each) => `x${each}.`));
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const shown = rows.map((cells) => cells.map((each) => each.replaceAll('\n', ' ')));
      expect(csvRows(csvText(['name', 'id'], shown)).slice(1)).toEqual(shown);
    }),
  );
});
