/** A run in numbers, as JSON and as a table. */
import os from 'node:os';
import {
  evaluateBudget,
  medianOf,
  unitOf,
  type Budget,
  type Result,
  counted,
  quantityWords,
} from './contest.ts';
import type { Workload } from './peers.ts';

export interface BenchRun {
  readonly workload: string;
  readonly says: string;
  readonly size: number;
  readonly unit: Workload['unit'];
  /** Whether `size` by time is a rate. */
  readonly isRated: boolean;
  /** The figure that its plot shows. */
  readonly plotted: string;
  readonly rounds: number;
  readonly machine: string;
  readonly versions: readonly string[];
  readonly takenAt: string;
  /** Of the computer in the minute before; what was measured on a busy one says little. Null when it was not noted. */
  readonly loadBefore: number | null;
  readonly results: readonly Result[];
  readonly budgets: readonly Budget[];
}

/** What a reader needs to know to judge the figures. */
export function machineWords(): string {
  const model = os.cpus()[0]?.model ?? 'unknown processor';
  const gib = (os.totalmem() / 2 ** 30).toFixed(0);
  return `${os.cpus().length} × ${model}, ${gib} GiB, ${os.type()} ${os.release()}, Node ${process.versions.node}`;
}

const PER_SECOND = 1_000;
const ABSENT = '–';
const OWN_FIGURES = ['wallMs', 'cpuMs', 'peakBytes'];

interface Column {
  readonly head: string;
  readonly cellOf: (result: Result) => string;
}

/** Head and one row for each contestant, of medians. Columns that nobody has a figure for are left out. */
export function tableRows(run: BenchRun): readonly (readonly string[])[] {
  const { results } = run;
  const others = results.flatMap(({ rounds }) => rounds.flatMap((each) => namesIn(each.others)));
  const measured = [...OWN_FIGURES, ...new Set(others)]
    .filter((name) => results.some((result) => medianOf(result, name) !== null))
    .flatMap((name) => columnsOf(name, run));
  const columns: readonly Column[] = [{ head: '', cellOf: ({ name }) => name }, ...measured];
  return [
    columns.map(({ head }) => head),
    ...results.map((result) => columns.map(({ cellOf }) => cellOf(result))),
  ];
}

/** Wall time has two more: beside others how many times that of Labseal's first contestant it is, and how much was done in it. */
function columnsOf(name: string, { results, size, unit, isRated }: BenchRun): readonly Column[] {
  const unitOfName = unitOf(results, name);
  const column = (head: string, words: (value: number) => string): Column => ({
    head,
    cellOf(result) {
      const value = medianOf(result, name);
      return value === null ? ABSENT : words(value);
    },
  });
  const own = column(figureWords(name), (value) => quantityWords({ value, unit: unitOfName }));
  if (name !== 'wallMs') return [own];
  const hasOthers = results.some(({ part }) => part !== 'labseal');
  const ours = hasOthers ? results.find(({ part }) => part === 'labseal') : undefined;
  const ourMs = ours === undefined ? null : medianOf(ours, name);
  const ratio = column('ratio', (ms) => `× ${(ms / (ourMs ?? NaN)).toFixed(2)}`);
  const rate = column('rate', (ms) => `${counted((size / ms) * PER_SECOND)} ${unit}/s`);
  return [own, ...(ourMs === null ? [] : [ratio]), ...(isRated ? [rate] : [])];
}

function namesIn(others: Result['rounds'][number]['others']): readonly string[] {
  return Object.keys(others ?? {});
}

export function table(run: BenchRun): string {
  const goals = run.budgets.map((budget) => {
    const { state, measured } = outcomeOf(budget, run.results);
    const word = state === 'missed' ? 'MISSED' : state;
    return `${goalWords(budget, run.results)}: ${word}${measured === '' ? '' : `, ${measured}`}`;
  });
  return [...aligned(tableRows(run)).map((row) => row.join('   ').trimEnd()), '', ...goals].join(
    '\n',
  );
}

/** All cells of a column as wide as the widest; the first column to the left, the others to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    ),
  );
}

const FIGURE_WORDS: Readonly<Record<string, string>> = {
  wallMs: 'wall',
  cpuMs: 'processor',
  peakBytes: 'peak memory',
};

export function figureWords(figure: string): string {
  return FIGURE_WORDS[figure] ?? figure;
}

/** `labseal: processor ≤ 1.10 × curl + sha256sum`; it is also the name of the goal. */
export function goalWords(budget: Budget, results: readonly Result[]): string {
  const { ours, figure = 'wallMs', than, plus, atMost } = budget;
  const asked = figure === 'wallMs' ? ours : `${ours}: ${figureWords(figure)}`;
  const beside = plus === undefined ? '' : ` + ${plus}`;
  if (than === undefined) {
    return `${asked} ≤ ${quantityWords({ value: atMost, unit: unitOf(results, figure) })}${beside}`;
  }
  const others = [than].flat();
  const theirs = others.length === 1 ? others[0] : `the larger of ${others.join(' and ')}`;
  return `${asked} ≤ ${atMost.toFixed(2)} × ${theirs}${beside}`;
}

export interface Outcome {
  readonly state: 'met' | 'missed' | 'not measured';
  /** Empty when it was not measured. */
  readonly measured: string;
}

/** For a goal that names peers the ratio, with as much of it as belongs to them; otherwise the figure itself. */
export function outcomeOf(budget: Budget, results: readonly Result[]): Outcome {
  const verdict = evaluateBudget(budget, results);
  if (verdict === null) return { state: 'not measured', measured: '' };
  const { measured, limit, isMet } = verdict;
  const unit = unitOf(results, budget.figure ?? 'wallMs');
  const state = isMet ? 'met' : 'missed';
  if (budget.than === undefined || budget.plus !== undefined) {
    const of = budget.plus === undefined ? '' : ` of ${quantityWords({ value: limit, unit })}`;
    return { state, measured: `${quantityWords({ value: measured, unit })}${of}` };
  }
  const ratio = ((measured / limit) * budget.atMost).toFixed(2);
  return { state, measured: `× ${ratio}` };
}
