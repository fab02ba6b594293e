/**
 * The only source of chance in a simulated world. One seed gives one sequence; branches by name keep the parts of the
 * world apart, so that a draw more in one of them does not change what happens in the others.
 */

export interface Chance {
  /** A number from 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number;
  /** A whole number; both ends can come. */
  between(least: number, most: number): number;
  /** True at this rate (0 never, 1 always). A rate of 0 draws too, so that what follows does not depend on it. */
  happens(rate: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** A stream of its own, always the same for the same name. */
  branch(name: string): Chance;
}

export function makeChance(seed: number | string): Chance {
  const next = sfc32(String(seed));
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (rate) => next() < rate,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new Error('there is nothing to pick from');
      return item;
    },
    branch: (name) => makeChance(`${seed}/${name}`),
  };
}

/** Chris Doty-Humphrey's small fast generator: 128 bits of state, passes PractRand; seeded through FNV-1a. */
function sfc32(text: string): () => number {
  let [a, b, c, d] = [hash(text, 1), hash(text, 2), hash(text, 3), 1];
  const step = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 12; round += 1) step(); // near seeds have drifted apart by then
  return () => step() / 2 ** 32;
}

function hash(text: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}
