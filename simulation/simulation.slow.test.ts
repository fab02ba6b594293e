import { describe, expect, test } from 'vitest';
import { MUTANTS } from './mutants.ts';
import { playSeeds } from './play-seeds.ts';
import { VARIANTS } from './weather.ts';

const THREADS = 2;
const MINUTES_MS = 300_000;
/** A suite that needs more worlds than this to notice a mistake is not testing it. */
const MUTANT_SEEDS = 200;

describe('the simulated engine', () => {
  test(
    '[SI1] keeps every invariant in worlds where everything goes wrong',
    async () => {
      const played = await playSeeds({ from: 0, count: 60, threads: THREADS });
      expect(played.broken.map(({ seed, broken }) => `seed ${seed}: ${broken?.what}`)).toEqual([]);
      // Zeroes are worth nothing in worlds where nothing happens.
      expect(played.seeds).toBe(60);
      expect(played.sums.crashes).toBeGreaterThan(10);
      expect(played.sums.charges).toBeGreaterThan(100);
      expect(played.sums.events).toBeGreaterThan(5_000);
    },
    MINUTES_MS,
  );

  test.each(Object.keys(VARIANTS))(
    '[SI2] keeps them with a service of the kind %s',
    async (variant) => {
      const played = await playSeeds({ from: 10_000, count: 12, threads: THREADS, variant });
      expect(played.broken.map(({ seed, broken }) => `seed ${seed}: ${broken?.what}`)).toEqual([]);
    },
    MINUTES_MS,
  );

  test(
    '[SI3] plays a seed the same way each time',
    async () => {
      const digests: string[][] = [];
      for (const threads of [1, 2]) {
        const seen = new Map<number, string>();
        const onVerdict = ({ seed, digest }: { seed: number; digest: string }): void => {
          seen.set(seed, digest);
        };
        await playSeeds({ from: 77, count: 6, threads, onVerdict });
        digests.push([...seen].toSorted(([one], [other]) => one - other).map(([, text]) => text));
      }
      expect(digests[1]).toEqual(digests[0]);
      expect(new Set(digests[0]).size).toBe(6);
    },
    MINUTES_MS,
  );
});

describe('the invariants', () => {
  test.each(Object.entries(MUTANTS))(
    '[SI4] notice the mistake "%s"',
    async (mutant, { mistake, variant = null }) => {
      const how = { threads: THREADS, mutant, variant, stopsAtFirst: true };
      const options = { from: 0, count: MUTANT_SEEDS, ...how };
      const played = await playSeeds(options);
      const [first] = played.broken;
      console.info(`${mutant} (${mistake}): seed ${first?.seed}, ${first?.broken?.what}`);
      expect(first?.broken?.invariant).toEqual(expect.any(Number));
    },
    MINUTES_MS,
  );
});
