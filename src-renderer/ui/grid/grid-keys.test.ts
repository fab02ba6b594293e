import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridAction, type GridPlace } from './grid-keys.ts';

const FACTS = { rowCount: 100, columnCount: 5, pageRows: 10 };
const at = (row: number, column: number | null = null): GridPlace => ({ row, column });

/** Where a key leads; what else it does as a word. */
function after(key: string, from: GridPlace, over: { shift?: boolean; command?: boolean } = {}) {
  const press = { key, shiftKey: over.shift ?? false, isCommand: over.command ?? false };
  const action = gridAction(press, from, FACTS);
  return action?.do === 'move' ? action.to : (action?.do ?? null);
}

describe('keys in a grid', () => {
  test.each([
    ['ArrowDown', at(4), at(5)],
    ['ArrowDown', at(99), at(99)],
    ['ArrowDown', at(4, 2), at(5, 2)],
    ['ArrowDown', at(-1, 3), at(0)],
    ['ArrowUp', at(4), at(3)],
    ['ArrowUp', at(0), at(-1, 0)],
    ['ArrowUp', at(0, 3), at(-1, 3)],
    ['ArrowUp', at(-1, 3), null],
    ['ArrowRight', at(4), at(4, 0)],
    ['ArrowRight', at(4, 4), at(4, 4)],
    ['ArrowLeft', at(4, 0), at(4)],
    ['ArrowLeft', at(4), null],
    ['ArrowLeft', at(-1, 0), null],
    ['PageDown', at(4), at(14)],
    ['PageDown', at(95, 2), at(99)],
    ['PageUp', at(4), at(0)],
    ['Home', at(50), at(0)],
    ['Home', at(50, 3), at(50, 0)],
    ['End', at(50), at(99)],
    ['End', at(50, 1), at(50, 4)],
    ['Enter', at(3), 'open'],
    ['Enter', at(-1, 2), 'sort'],
    [' ', at(3), 'toggle'],
    [' ', at(-1, 2), 'sort'],
    ['Tab', at(3), null],
    ['x', at(3), null],
    ['a', at(3), null],
  ] as const)('%s on %j leads to %j', (key, from, expected) => {
    expect(after(key, from)).toEqual(expected);
  });

  test('with Ctrl, Home and End go to the first and last row, and A selects all', () => {
    expect(after('Home', at(50, 3), { command: true })).toEqual(at(0));
    expect(after('End', at(50, 3), { command: true })).toEqual(at(99));
    expect(after('a', at(3), { command: true })).toBe('select-all');
  });

  test('with Shift, arrows extend the selection and stay in the rows', () => {
    const press = { key: 'ArrowUp', shiftKey: true, isCommand: false };
    expect(gridAction(press, at(0), FACTS)).toEqual({ do: 'move', to: at(0), isExtending: true });
  });

  test('no sequence of keys leads outside the grid', () => {
    const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp'];
    const key = fc.constantFrom(...keys, 'PageDown');
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), fc.boolean(), (pressed, isCommand) => {
        let place = at(0);
        for (const each of pressed) {
          const action = gridAction({ key: each, shiftKey: false, isCommand }, place, FACTS);
          if (action?.do === 'move') place = action.to;
          expect(place.row).toBeGreaterThanOrEqual(-1);
          expect(place.row).toBeLessThan(FACTS.rowCount);
          expect(place.row === -1 && place.column === null).toBe(false);
          expect(place.column ?? 0).toBeLessThan(FACTS.columnCount);
        }
      }),
    );
  });
});
