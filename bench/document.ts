/**
 * The summary in docs/benchmarks.md: of each workload its largest size, beside its peers. The runs themselves are kept
 * in `.cache/benchmarks`, a JSON file for each workload.
 */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { medianOf, unitOf, counted, quantityWords } from './contest.ts';
import { figureWords, outcomeOf, type BenchRun } from './report.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url));
const RUNS = fileURLToPath(new URL('../.cache/benchmarks/', import.meta.url));
const FIGURES = /(?<=<!-- figures -->\n)[\s\S]*(?=<!-- end of figures -->)/;

export function fileOf(workload: string): string {
  return path.join(RUNS, `${workload}.json`);
}

export function storeRuns(workload: string, runs: readonly BenchRun[]): void {
  fs.mkdirSync(RUNS, { recursive: true });
  fs.writeFileSync(fileOf(workload), JSON.stringify(runs, null, 1));
}

/** Writes the figures between the marks; the text around them is written by hand. */
export function makeDocument(workloads: readonly string[]): void {
  const files = workloads.map(fileOf).filter((file) => fs.existsSync(file));
  const runs = files.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as BenchRun[]);
  const text = fs.readFileSync(DOCUMENT, 'utf8');
  fs.writeFileSync(
    DOCUMENT,
    text.replace(FIGURES, () => `\n${summary(runs)}\n\n`),
  );
}

/** `all`: of each workload its runs, smallest first. */
export function summary(all: readonly (readonly BenchRun[])[]): string {
  const runs = all.flat();
  const machines = new Set(
    runs.map(({ machine, takenAt }) => `${machine}, ${takenAt.slice(0, 10)}`),
  );
  const versions = new Set(runs.flatMap((run) => run.versions));
  const rows = all.flatMap((each) => each.at(-1) ?? []).map(rowOf);
  return [
    `Measured on ${[...machines].join('; ')}, with ${[...versions].toSorted().join(', ')}.\n`,
    '| Benchmark | Measured | Labseal | Others | Goals met |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function rowOf({ workload, size, unit, plotted, results, budgets }: BenchRun): readonly string[] {
  const measured = results.flatMap((result) => {
    const value = medianOf(result, plotted);
    return value === null ? [] : [{ ...result, value }];
  });
  const words = (value: number) => quantityWords({ value, unit: unitOf(results, plotted) });
  const ours = measured.find(({ part }) => part === 'labseal');
  const others = measured.filter(({ part }) => part !== 'labseal');
  const met = budgets.filter((budget) => outcomeOf(budget, results).state === 'met').length;
  return [
    `${workload}, ${counted(size)} ${unit}`,
    figureWords(plotted),
    ours === undefined ? '–' : words(ours.value),
    others.map(({ name, value }) => `${name} ${words(value)}`).join('; ') || '–',
    budgets.length === 0 ? '–' : `${met} of ${budgets.length}`,
  ];
}
