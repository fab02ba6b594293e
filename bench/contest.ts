/**
 * A contest: the same work done by Labseal, by its peers and by something close to what the computer can do, in turns, so
 * that whatever else the computer does is shared. What counts are ratios of medians, not seconds.
 */

/** `limit`: nothing useful can be faster than this, as far as this computer shows it. */
export type Part = 'labseal' | 'peer' | 'limit';

export interface Figures {
  readonly wallMs: number;
  /** User and system time of all its threads; null where that cannot be told. */
  readonly cpuMs: number | null;
  /** Largest resident memory; null where that cannot be told. */
  readonly peakBytes: number | null;
}

export interface Contestant {
  readonly name: string;
  readonly part: Part;
  readonly run: () => Promise<Figures>;
}

/** A goal: the first contestant's median wall time is at most so many times the second's. */
export interface Budget {
  readonly ours: string;
  readonly than: string;
  readonly atMost: number;
}

export interface Result {
  readonly name: string;
  readonly part: Part;
  readonly rounds: readonly Figures[];
}

/** Everybody once per round, in the order given; one round before the first is thrown away, since it fills caches. */
export async function hold(
  contestants: readonly Contestant[],
  rounds: number,
  tell: (sentence: string) => void,
): Promise<readonly Result[]> {
  const kept = new Map<string, Figures[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, run } of contestants) {
      const figures = await run();
      if (round > 0) kept.get(name)?.push(figures);
      tell(`round ${round} of ${rounds}: ${name}, ${figures.wallMs.toFixed(0)} ms`);
    }
  }
  return contestants.map(({ name, part }) => ({ name, part, rounds: kept.get(name) ?? [] }));
}

/** Of an odd number of values the one in the middle, of an even number the larger of both. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function medianOf(
  result: Pick<Result, 'rounds'>,
  figure: 'wallMs' | 'cpuMs' | 'peakBytes',
): number | null {
  const values = result.rounds.map((round) => round[figure]).filter((value) => value !== null);
  return values.length === 0 ? null : median(values);
}

/** Null when one of both took no part. */
export function judgeBudget(
  { ours, than, atMost }: Budget,
  results: readonly Result[],
): { readonly ratio: number; readonly isMet: boolean } | null {
  const one = results.find(({ name }) => name === ours);
  const other = results.find(({ name }) => name === than);
  if (one === undefined || other === undefined) return null;
  const ratio = (medianOf(one, 'wallMs') ?? NaN) / (medianOf(other, 'wallMs') ?? NaN);
  return { ratio, isMet: ratio <= atMost };
}
