import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_STATES, HOLD_REASONS, mayCarry, needsPerson } from '../files/file-state.ts';
import { NO_FILES, partOf } from './account-status.ts';

const standing = fc
  .record({
    state: fc.constantFrom(...FILE_STATES),
    hold: fc.constantFrom(null, ...HOLD_REASONS),
    isApproved: fc.boolean(),
  })
  .filter(({ state, hold }) => mayCarry(state, hold));

test('whatever states files are in, the parts add up to all of them, and no part is shown as another', () => {
  fc.assert(
    fc.property(fc.array(standing), (files) => {
      const sums: Record<string, number> = { ...NO_FILES };
      for (const file of files) {
        const part = partOf(file);
        expect(Object.keys(NO_FILES)).toContain(part);
        sums[part] = (sums[part] ?? 0) + 1;
        expect(!needsPerson(file.state, file.hold) || part === 'needYou').toBe(true);
        expect(part === 'missing').toBe(file.state === 'missing');
        expect(part === 'leftOut').toBe(file.state === 'ignored');
      }
      expect(Object.values(sums).reduce((sum, each) => sum + each, 0)).toBe(files.length);
    }),
  );
});
