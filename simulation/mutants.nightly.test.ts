import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { playSeeds } from './play-seeds.ts';

const THREADS = os.availableParallelism();
const MINUTES_MS = 300_000;
/** A suite that needs more worlds than this to notice a mistake is not testing it. */
const MUTANT_SEEDS = 200;

describe('the invariants', () => {
  test.each(Object.entries(MUTANTS))(
    'notice the mistake "%s"',
    async (mutant, { mistake, variant = null, ends }) => {
      const how = { threads: THREADS, mutant, variant, stopsAtFirst: true };
      const options = { from: 0, count: MUTANT_SEEDS, ...how };
      const fake = await playSeeds(options);
      const [first] = fake.broken;
      console.info(`${mutant} (${mistake}): seed ${first?.seed}, ${first?.broken?.what}`);
      const { invariant = null, what = '' } = first?.broken ?? {};
      expect(ends === undefined ? invariant !== null : what.includes(ends)).toBe(true);
    },
    MINUTES_MS,
  );
});
