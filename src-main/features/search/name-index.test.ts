import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldName, makeNameIndex, type NamedRow, wordsIn } from './search.ts';

function indexOf(rows: readonly NamedRow[]) {
  const table = [...rows];
  const index = makeNameIndex((afterId, count) =>
    table.filter(({ id }) => id > afterId).slice(0, count),
  );
  const find = (text: string) => {
    while (!index.catchUp());
    return index.find(wordsIn(text), Infinity);
  };
  return { table, index, find };
}

const named = (...names: readonly string[]) => names.map((name, at) => ({ id: at + 1, name }));

test('a name is found by any part of it, whatever the case, the latest first', () => {
  const { find } = indexOf(named('Plate_001.tif', 'eeg.edf', 'old plate.tif', 'PLATE.CSV'));
  expect(find('plate')).toEqual([4, 3, 1]);
  expect(find('late_0')).toEqual([1]);
  expect(find('.TIF')).toEqual([3, 1]);
  expect(find('nothing')).toEqual([]);
  expect(find('')).toEqual([]);
  expect(find('  ')).toEqual([]);
});

test('several words may stand anywhere in it, and one name does not run into the next', () => {
  const { find } = indexOf(named('plate_12_west.tif', 'plate_13.tif', 'west\nplate', 'a', 'b'));
  expect(find('west plate')).toEqual([3, 1]);
  expect(find('tif plate 13')).toEqual([2]);
  expect(find('ab')).toEqual([]);
});

test('an accent is the same however it is written, and so is a letter outside the basic plane', () => {
  const { find } = indexOf(named('Mu\u0308ller.raw', 'M\u00FCller.raw', '🧬 run', 'ÅNGSTRÖM'));
  expect(find('m\u00FCller')).toEqual([2, 1]);
  expect(find('u\u0308ll')).toEqual([2, 1]);
  expect(find('🧬')).toEqual([3]);
  expect(find('ångström')).toEqual([4]);
});

test('what comes later is found at the next search, and what was forgotten is read again', () => {
  const { table, index, find } = indexOf(named('a1'));
  expect(find('a')).toEqual([1]);
  table.push({ id: 7, name: 'a7' }, { id: 9, name: 'b9' });
  expect(find('a')).toEqual([7, 1]);
  index.clear();
  expect(index.find(['a'], 1)).toEqual([]);
  expect(find('a')).toEqual([7, 1]);
});

test('finds exactly what looking at every name finds, over many blocks', () => {
  const letter = fc.constantFrom('a', 'b', 'B', 'é', '_', '\n');
  const name = fc.string({ unit: letter, minLength: 1, maxLength: 5 });
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' '), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(name, { maxLength: 30 }), text, (names, asked) => {
      const rows = names.map((each, at) => ({ id: (at + 1) * 3, name: each }));
      const words = wordsIn(asked);
      const expected = rows
        .filter((row) => words.every((word) => foldName(row.name).includes(word)))
        .map(({ id }) => id)
        .toReversed();
      expect(indexOf(rows).find(asked)).toEqual(words.length === 0 ? [] : expected);
    }),
  );
  const many = Array.from({ length: 12_001 }, (_row, at) => ({ id: at + 1, name: `run ${at}` }));
  const { find } = indexOf(many);
  expect(find('run 11999')).toEqual([12_000]);
  expect(find('run')).toHaveLength(12_001);
});
