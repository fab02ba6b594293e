/** Chance that can be had again: the same seed draws the same numbers, on every computer. */
export type SeededChance = ReturnType<typeof seededChance>;

/** The generator "mulberry32": 32 bits of state, which is plenty for choosing moments and sizes. */
export function seededChance(seed: number) {
  let state = Math.trunc(seed);
  function next(): number {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  /** At least `from`, below `to`. */
  const between = (from: number, to: number) => from + next() * (to - from);
  return { between, whole: (from: number, to: number) => Math.floor(between(from, to)) };
}
