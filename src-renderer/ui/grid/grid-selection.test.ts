import { expect, test } from 'vitest';
import {
  ALL_ROWS,
  isSelected,
  NO_ROWS,
  onlyRow,
  rowsBetween,
  selectedCount,
  toggleRow,
} from './grid-selection.ts';

const idAt = (index: number) => (index < 5 ? `r${index}` : null);

test('a row is turned on and off by its id', () => {
  const both = toggleRow(onlyRow('r1'), 'r3');
  expect(['r1', 'r2', 'r3'].map((id) => isSelected(both, id))).toEqual([true, false, true]);
  expect(toggleRow(onlyRow('r1'), 'r1')).toEqual(NO_ROWS);
});

test('a range holds both its ends, in either direction', () => {
  const ids = new Set(['r1', 'r2', 'r3']);
  expect(rowsBetween(idAt, 1, 3)).toEqual({ kind: 'rows', ids });
  expect(rowsBetween(idAt, 3, 1)).toEqual({ kind: 'rows', ids });
});

test('a range over rows that were not read selects nothing rather than less', () => {
  expect(rowsBetween(idAt, 3, 6)).toBeNull();
});

test('all means rows too that were never read, and can leave some out', () => {
  expect(isSelected(ALL_ROWS, 'never-read')).toBe(true);
  const some = toggleRow(ALL_ROWS, 'r1');
  expect(['r1', 'never-read'].map((id) => isSelected(some, id))).toEqual([false, true]);
  expect(selectedCount(some, 200_000)).toBe(199_999);
  expect(toggleRow(some, 'r1')).toEqual(ALL_ROWS);
});
