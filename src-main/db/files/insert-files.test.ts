import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeInsertion } from './insert-files.ts';

test('any number of rows is inserted in order, and numbered from the first that is told', () => {
  const counts = fc.array(fc.integer({ min: 1, max: 150 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(counts, (sizes) => {
      const db = new Database(':memory:');
      db.exec(
        'CREATE TABLE thing (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, number INTEGER)',
      );
      const insert = makeInsertion(db, 'thing (name, number)');
      const expected: unknown[] = [];
      for (const [turn, size] of sizes.entries()) {
        const rows = Array.from({ length: size }, (_, index) => [`${turn}/${index}`, index]);
        const firstId = insert(rows);
        for (const [index, [name, number]] of rows.entries()) {
          expected.push({ id: firstId + index, name, number });
        }
      }
      expect(db.prepare('SELECT * FROM thing ORDER BY id').all()).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
