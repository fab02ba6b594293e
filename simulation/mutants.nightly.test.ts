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
      // A broken invariant, or the end that was expected.
      const invariant = ends === undefined ? expect.any(Number) : null;
      const what = expect.stringContaining(ends ?? '');
      expect(first?.broken).toEqual({ invariant, what });
    },
    MINUTES_MS,
  );
});
