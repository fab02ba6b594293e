import { describe, expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { playSeeds } from './play-seeds.ts';

const MINUTES_MS = 300_000;
/** A suite that needs more worlds than this to notice a mistake is not testing it. */
const MUTANT_SEEDS = 200;

describe('the invariants', () => {
  test.each(Object.entries(MUTANTS))(
    'notice the mistake "%s"',
    async (mutant, { mistake, variant = 'any', ends }) => {
      const options = { from: 0, count: MUTANT_SEEDS, stopsAtFirst: true };
      const { broken } = await playSeeds({ ...options, mutant, variant });
      const [first] = broken;
      console.info(`${mutant} (${mistake}): seed ${first?.seed}, ${first?.broken?.what}`);
      const { invariant = null, what = '' } = first?.broken ?? {};
      expect(ends === undefined ? invariant !== null : what.includes(ends)).toBe(true);
    },
    MINUTES_MS,
  );
});
