import { describe, expect, test } from 'vitest';
import { playSeeds } from './play-seeds.ts';
import { VARIANTS } from './variants.ts';

const MINUTES_MS = 600_000;
const PUSHED = Object.entries(VARIANTS).filter(([, { fewSeeds }]) => fewSeeds > 0);

describe('what is simulated', () => {
  test.each(PUSHED)(
    'keeps every invariant in the variant %s (P1, P2, P3, P7, P8, P9, P10, P12, P13, P16)',
    async (variant, { fewSeeds: count, happens }) => {
      const { broken, figures } = await playSeeds({ variant, from: 0, count });
      expect(broken.map(({ seed, broken: how }) => `seed ${seed}: ${how?.what}`)).toEqual([]);
      expect(happens.filter((what) => (figures[what] ?? 0) === 0)).toEqual([]);
    },
    MINUTES_MS,
  );

  test(
    'plays a seed the same way each time',
    async () => {
      const digests: (string | null)[][] = [];
      for (const threads of [1, 2]) {
        const seen = new Map<number, string | null>();
        await playSeeds({
          variant: 'any',
          from: 77,
          count: 4,
          threads,
          onVerdict: ({ seed, digest }) => void seen.set(seed, digest),
        });
        digests.push([...seen].toSorted(([one], [other]) => one - other).map(([, text]) => text));
      }
      expect(digests[1]).toEqual(digests[0]);
      expect(new Set(digests[0]).size).toBe(4);
    },
    MINUTES_MS,
  );
});
