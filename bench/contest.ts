/**
 * A contest: the same work done by Labseal, by its peers and by something close to what the computer can do, in turns, so
 * that whatever else the computer does is shared. What counts are ratios of medians, not seconds.
 */
import type { Peer } from './peers.ts';

/** A number with its unit, as a person reads it. */
type Unit =
  | 'ms'
  | 'bytes'
  | '%'
  | '×'
  | 'files'
  | 'rows'
  | 'connections'
  | 'requests'
  | 'requests/s'
  | 'MB/s';

export interface Quantity {
  readonly value: number;
  readonly unit: Unit;
}

const FORMS: Readonly<Record<Unit, (value: number) => string>> = {
  ms: (value) => `${rounded(value)} ms`,
  bytes: (value) => `${rounded(value / 2 ** 20)} MiB`,
  '%': (value) => `${value.toFixed(2)} %`,
  '×': (value) => `× ${value.toFixed(4)}`,
  files: (value) => `${counted(value)} files`,
  rows: (value) => `${counted(value)} rows`,
  connections: counted,
  requests: (value) => value.toFixed(2),
  'requests/s': (value) => `${counted(value)} requests/s`,
  'MB/s': (value) => `${counted(value)} MB/s`,
};

export function quantityWords({ value, unit }: Quantity): string {
  return FORMS[unit](value);
}

export function counted(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Three digits, and all of those before the point. */
function rounded(value: number): string {
  if (Math.abs(value) >= 100) return counted(value);
  if (Math.abs(value) >= 10) return value.toFixed(1);
  return value.toFixed(value !== 0 && Math.abs(value) < 1 ? 3 : 2);
}

/** `limit`: nothing useful can be faster than this, as far as this computer shows it. */
export type Part = 'labseal' | 'peer' | 'limit';

export interface Figures {
  /** Null where how long it took says nothing, as at rest. */
  readonly wallMs: number | null;
  /** User and system time of all its threads; null where that cannot be told. */
  readonly cpuMs: number | null;
  /** Largest resident memory; null where that cannot be told. */
  readonly peakBytes: number | null;
  /** What else was measured, by what it is called: `change seen, p95`. */
  readonly others?: Readonly<Record<string, Quantity>>;
}

/** Where only others are measured. */
export const NO_FIGURES: Figures = { wallMs: null, cpuMs: null, peakBytes: null };

export interface Contestant {
  readonly name: string;
  readonly part: Part;
  /** The program that it is; without it on this computer it takes no part. */
  readonly program?: Peer;
  readonly run: () => Promise<Figures>;
}

/** `wallMs`, `cpuMs`, `peakBytes`, or what one of the others is called. */
export type FigureName = string;

/** A goal: the median of the first contestant's figure is at most `atMost`, or so many times that of others in the run. */
export interface Budget {
  readonly ours: string;
  /** `wallMs` when absent. */
  readonly figure?: FigureName;
  /** The largest of theirs counts; without it `atMost` is in the figure's own unit. */
  readonly than?: string | readonly string[];
  /** What this one takes is allowed beside it. */
  readonly plus?: string;
  readonly atMost: number;
}

export interface Result {
  readonly name: string;
  readonly part: Part;
  readonly rounds: readonly Figures[];
}

/**
 * Everybody once per round, in the order given. A round before the first fills caches and is thrown away, unless there is
 * nothing to fill.
 */
export async function hold(
  contestants: readonly Contestant[],
  rounds: number,
  tell: (sentence: string) => void,
  warmUp = true,
): Promise<readonly Result[]> {
  const kept = new Map<string, Figures[]>(contestants.map(({ name }) => [name, []]));
  for (let round = warmUp ? 0 : 1; round <= rounds; round += 1) {
    for (const { name, run } of contestants) {
      const figures = await run();
      if (round > 0) kept.get(name)?.push(figures);
      tell(`round ${round} of ${rounds}: ${name}, ${figuresWords(figures)}`);
    }
  }
  return contestants.map(({ name, part }) => ({ name, part, rounds: kept.get(name) ?? [] }));
}

function figuresWords({ wallMs, others = {} }: Figures): string {
  const wall = wallMs === null ? [] : [quantityWords({ value: wallMs, unit: 'ms' })];
  const more = Object.entries(others).map(([name, each]) => `${name} ${quantityWords(each)}`);
  return [...wall, ...more].join(', ');
}

/** Of an odd number of values the one in the middle, of an even number the larger of both. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

const OWN_UNITS: Readonly<Record<string, Unit>> = { wallMs: 'ms', cpuMs: 'ms', peakBytes: 'bytes' };

function figureOf(figures: Figures, name: FigureName): number | null {
  if (name === 'wallMs' || name === 'cpuMs' || name === 'peakBytes') return figures[name];
  return figures.others?.[name]?.value ?? null;
}

/** Null when nobody could measure it. */
export function medianOf(result: Pick<Result, 'rounds'>, name: FigureName): number | null {
  const values = result.rounds
    .map((figures) => figureOf(figures, name))
    .filter((value) => value !== null);
  return values.length === 0 ? null : median(values);
}

export function unitOf(results: readonly Result[], name: FigureName): Unit {
  const measured = results.flatMap(({ rounds }) => rounds);
  const unit = measured
    .map(({ others }) => others?.[name]?.unit)
    .find((each) => each !== undefined);
  return OWN_UNITS[name] ?? unit ?? 'ms';
}

export interface Verdict {
  readonly measured: number;
  readonly limit: number;
  readonly isMet: boolean;
}

/** Null when one of those it names took no part. */
export function evaluateBudget(budget: Budget, results: readonly Result[]): Verdict | null {
  const { ours, figure = 'wallMs', than = [], plus, atMost } = budget;
  const of = (name: string) => {
    const result = results.find((each) => each.name === name);
    return result === undefined ? null : medianOf(result, figure);
  };
  const [measured, beside] = [of(ours), plus === undefined ? 0 : of(plus)];
  const theirs = [than].flat().map(of);
  if (measured === null || beside === null) return null;
  const known = theirs.filter((each) => each !== null);
  if (known.length < theirs.length) return null;
  const limit = (known.length === 0 ? 1 : Math.max(...known)) * atMost + beside;
  return { measured, limit, isMet: measured <= limit };
}

/** The smallest of the values that so large a share of them does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
