import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from '../spend/own-records.ts';

const number = fc.integer({ min: 0, max: 5_000 });

test('it has what was added, also after it was kept', () => {
  fc.assert(
    fc.property(fc.array(number), fc.array(number), (added, asked) => {
      const set = new NumberSet();
      for (const each of added) set.add(each);
      const kept = new NumberSet(set.bytes());
      const known = new Set(added);
      for (const each of [...added, ...asked]) {
        expect([set.has(each), kept.has(each)]).toEqual([known.has(each), known.has(each)]);
      }
    }),
  );
});
