import os from 'node:os';
import { describe, expect, test } from 'vitest';
import { playSeeds } from './play-seeds.ts';
import { VARIANTS } from './fault-profile.ts';

const THREADS = os.availableParallelism();
const WORLDS_OF_A_KIND = 5;
const MINUTES_MS = 300_000;

describe('the simulated engine', () => {
  test.each(Object.keys(VARIANTS))(
    'keeps every invariant with a service of the kind %s',
    async (variant) => {
      const fake = await playSeeds({
        from: 10_000,
        count: WORLDS_OF_A_KIND,
        threads: THREADS,
        variant,
      });
      expect(fake.broken.map(({ seed, broken }) => `seed ${seed}: ${broken?.what}`)).toEqual([]);
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
