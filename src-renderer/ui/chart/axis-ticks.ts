/** The marks of an axis from 0: round numbers at even distances, the last of them not below what is drawn. Pure. */
const MOST_STEPS = 4;
const ROUND = [1, 2, 5, 10];

/** `most`: the highest value that is drawn. Whole numbers, since files and credits are counted. */
export function axisTicks(most: number): readonly number[] {
  const least = Math.max(1, most / MOST_STEPS);
  const size = 10 ** Math.floor(Math.log10(least));
  const step = size * (ROUND.find((factor) => factor * size >= least) ?? 10);
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_tick, at) => at * step);
}
