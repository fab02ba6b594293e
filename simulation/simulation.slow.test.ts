import { describe, expect, test } from 'vitest';
import { playSeeds } from './play-seeds.ts';
import { VARIANTS } from './weather.ts';

/** The other one is for the mistakes: see mutants.slow.test.ts. */
const THREADS = 1;
/** `npm test` plays some hundred worlds besides. */
const WORLDS = 12;
const WORLDS_OF_A_KIND = 5;
const MINUTES_MS = 300_000;

describe('the simulated engine', () => {
  test(
    'keeps every invariant in worlds where everything goes wrong',
    async () => {
      const played = await playSeeds({ from: 0, count: WORLDS, threads: THREADS });
      expect(played.broken.map(({ seed, broken }) => `seed ${seed}: ${broken?.what}`)).toEqual([]);
      // Zeroes are worth nothing in worlds where nothing happens.
      expect(played.seeds).toBe(WORLDS);
      expect(played.sums.crashes).toBeGreaterThan(2);
      expect(played.sums.charges).toBeGreaterThan(20);
      expect(played.sums.events).toBeGreaterThan(1_000);
    },
    MINUTES_MS,
  );

  test.each(Object.keys(VARIANTS))(
    'keeps them with a service of the kind %s',
    async (variant) => {
      const played = await playSeeds({
        from: 10_000,
        count: WORLDS_OF_A_KIND,
        threads: THREADS,
        variant,
      });
      expect(played.broken.map(({ seed, broken }) => `seed ${seed}: ${broken?.what}`)).toEqual([]);
    },
    MINUTES_MS,
  );

  test(
    'plays a seed the same way each time',
    async () => {
      const digests: string[][] = [];
      for (const threads of [1, 2]) {
        const seen = new Map<number, string>();
        const onVerdict = ({ seed, digest }: { seed: number; digest: string }): void => {
          seen.set(seed, digest);
        };
        await playSeeds({ from: 77, count: 4, threads, onVerdict });
        digests.push([...seen].toSorted(([one], [other]) => one - other).map(([, text]) => text));
      }
      expect(digests[1]).toEqual(digests[0]);
      expect(new Set(digests[0]).size).toBe(4);
    },
    MINUTES_MS,
  );
});
