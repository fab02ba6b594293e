import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { printable } from '../../../src-shared/model/text/printable.ts';
import { tableLines } from './table.ts';
import { widthOf } from './text-width.ts';

const HEAD = ['id', 'size', 'state', 'file'];
const ID = '0b0e7c1c-5e0e-4a3c-9a53-6a2a3a1c9d1f';
const row = (path: string) => [ID, 1_204, 'notarized', path];
const long = `/data/${'eeg-session-'.repeat(10)}07.raw`;

test('without a width nothing is shortened', () => {
  expect(tableLines(HEAD, [row(long)]).join('\n')).toContain(long);
});

test('the widest text is shortened in its middle until the table fits', () => {
  const [head, line] = tableLines(HEAD, [row(long)], { columns: 79 });
  expect(head).toMatch(/^id {36} size {2}state {6}file$/);
  expect(line).toMatch(
    /^0b0e7c1c-5e0e-4a3c-9a53-6a2a3a1c9d1f {2}1,204 {2}notarized {2}\/data\/.*….*07\.raw$/,
  );
  expect(widthOf(line ?? '')).toBe(79);
});

test('what fits stays as it is', () => {
  const rows = [row('run.csv')];
  expect(tableLines(HEAD, rows, { columns: 79 })).toEqual(tableLines(HEAD, rows));
});

test('where ids and numbers alone are too wide, each row becomes a block', () => {
  expect(tableLines(HEAD, [row(long), [ID, 7, '', 'b.csv']], { columns: 50 })).toEqual([
    `id     ${ID}`,
    'size   1,204',
    'state  notarized',
    `file   ${long}`,
    '',
    `id     ${ID}`,
    'size   7',
    'file   b.csv',
  ]);
});

const nightly = (number: number) =>
  `/data/measurement of the night ${number} with a long description.raw`;

test('rows that could no longer be told apart become blocks: what tells them apart is in the middle', () => {
  const lines = tableLines(
    ['id', 'file'],
    [
      [1, nightly(1)],
      [2, nightly(2)],
    ],
    { columns: 50 },
  );
  expect(lines).toEqual(['id    1', `file  ${nightly(1)}`, '', 'id    2', `file  ${nightly(2)}`]);
  const alike = tableLines(
    ['id', 'file'],
    [
      [1, nightly(1)],
      [2, nightly(1)],
    ],
    { columns: 50 },
  );
  expect(alike).toHaveLength(3);
});

test('counts have separators, and numbers of things have none', () => {
  const rows = [
    [10_000, 192_536],
    [7, 10_000],
  ];
  expect(tableLines(['id', 'files'], rows)).toEqual([
    '   id    files',
    '10000  192,536',
    '    7   10,000',
  ]);
});

test('the head can be made bold without moving a column', () => {
  const [head, line] = tableLines(['a', 'b'], [['xxx', 'y']], {
    columns: 79,
    style: (text) => `<${text}>`,
  });
  expect([head, line]).toEqual(['<a    b>', 'xxx  y']);
});

const joined = (text: string) => text.replaceAll(/[\s,]/g, '');

describe('any table', () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat());
  const table = fc.integer({ min: 1, max: 6 }).chain((columns) =>
    fc.record({
      head: fc.array(fc.constantFrom('id', 'name', 'file', 'state'), {
        minLength: columns,
        maxLength: columns,
      }),
      rows: fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
  );

  test('fits, or is written as blocks that lose nothing', () => {
    let fitted = 0;
    fc.assert(
      fc.property(table, fc.integer({ min: 20, max: 200 }), ({ head, rows }, columns) => {
        const lines = tableLines(head, rows, { columns });
        if (lines.length === rows.length + 1 && lines.every((line) => widthOf(line) <= columns)) {
          fitted += 1;
          return;
        }
        const shown = joined(lines.join(''));
        for (const each of rows.flat()) expect(shown).toContain(joined(printable(String(each))));
        expect(Math.max(...tableLines(head, rows).map(widthOf))).toBeGreaterThan(columns);
      }),
    );
    expect(fitted).toBeGreaterThan(20);
  });
});
