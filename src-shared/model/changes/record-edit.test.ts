import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameValue } from '../projects/project-fields.ts';
import { compareEdit, mergeEdits, resolveConflicts, type FieldValue } from './record-edit.ts';

const plain = (_field: string, one: FieldValue, other: FieldValue) => isSameValue(one, other);
const value = fc.constantFrom('a', 'b', 'c');
const fields = fc.record({ x: value, y: value });
const chosen = (letter: string) => (letter === 'a' ? 'mine' : 'theirs');

test('each field is sent, so already, or in conflict, and never two of these', () => {
  fc.assert(
    fc.property(fields, fields, fields, (mine, seen, theirs) => {
      const bases = { x: [seen.x], y: [seen.y] };
      const { toSend, conflicts } = compareEdit(mine, bases, theirs, plain);
      for (const field of ['x', 'y'] as const) {
        const isSent = toSend.includes(field);
        const isInConflict = conflicts.some((each) => each.field === field);
        expect(isSent && isInConflict).toBe(false);
        expect(isSent).toBe(theirs[field] !== mine[field] && theirs[field] === seen[field]);
        expect(isInConflict).toBe(theirs[field] !== mine[field] && theirs[field] !== seen[field]);
      }
    }),
  );
});

test('once a person chose for each field, nothing is in conflict, and theirs is left alone', () => {
  fc.assert(
    fc.property(fields, fields, fields, fields, (mine, seen, theirs, dice) => {
      const bases = { x: [seen.x], y: [seen.y] };
      const { conflicts } = compareEdit(mine, bases, theirs, plain);
      const choices = { x: chosen(dice.x), y: chosen(dice.y) } as const;
      const left = resolveConflicts({ mine, bases }, conflicts, choices);
      const again = compareEdit(left?.mine ?? {}, left?.bases ?? {}, theirs, plain);
      expect(again.conflicts).toEqual([]);
      for (const { field } of conflicts) {
        expect(again.toSend.includes(field)).toBe(choices[field as 'x' | 'y'] === 'mine');
      }
    }),
  );
});

test('merging two edits says what making them one after the other would have said', () => {
  fc.assert(
    fc.property(fields, fields, fields, (seen, first, later) => {
      const under = (given: typeof seen) => ({ x: [given.x], y: [given.y] });
      const one = mergeEdits(null, { mine: first, bases: under(seen) }, plain);
      const both = mergeEdits(one, { mine: later, bases: under({ ...seen, ...one?.mine }) }, plain);
      expect({ ...seen, ...both?.mine }).toEqual(later);
      for (const field of Object.keys(both?.mine ?? {})) {
        expect(both?.bases[field]).toEqual([seen[field as 'x' | 'y']]);
      }
    }),
  );
});
