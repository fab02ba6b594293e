/**
 * Plays the whole engine in simulated worlds and says what it found.
 *   npm run simulate -- --seeds 1000 --from 0 [--variant NAME] [--mutant NAME] [--trace] [--seconds N]
 *   npm run simulate -- --counters
 *   npm run simulate -- --statuses
 * Exit code 0: every invariant held in every world. 1: one was broken; its story, seed and commit are printed.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { HOUR_MS, SECOND_MS } from '../src-shared/model/text/time.ts';
import { lineOf as lineOfLoop, tracesOf, sumOf as sumOfLoops } from './counters/loop-report.ts';
import { allLoops, playLoops } from './counters/play-loops.ts';
import type { LoopVerdict } from './counters/run-loop.ts';
import { MUTANTS } from './mutants.ts';
import { playStatuses } from './statuses/play-status.ts';
import { ALL_STATUSES } from './statuses/status-cells.ts';
import { statusTable } from './statuses/status-table.ts';
import { playSeeds, type Fake } from './play-seeds.ts';
import type { SeedVerdict } from './run-seed.ts';
import { VARIANTS } from './fault-profile.ts';

/** With so many, some have a crash and some a charge. */
const TELLING_SEEDS = 50;
/** Of the stories of broken seeds; more are counted only. */
const MOST_TRACES = 3;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '500' },
      from: { type: 'string', default: '0' },
      seconds: { type: 'string' },
      variant: { type: 'string' },
      mutant: { type: 'string' },
      trace: { type: 'boolean', default: false },
      counters: { type: 'boolean', default: false },
      statuses: { type: 'boolean', default: false },
    },
  });
  if (values.counters) return playAllCounters();
  if (values.statuses) return playAllStatuses();
  const wrong = unknownName(values.variant, VARIANTS) ?? unknownName(values.mutant, MUTANTS);
  if (wrong !== null) {
    console.error(wrong);
    return 2;
  }
  const fake = await playSeeds({
    from: wholeNumber(values.from),
    count: wholeNumber(values.seeds),
    threads: availableParallelism(),
    variant: values.variant ?? MUTANTS[values.mutant ?? '']?.variant ?? null,
    mutant: values.mutant ?? null,
    stopsAtFirst: values.mutant !== undefined,
    wantsTrace: values.trace,
    withinMs: values.seconds === undefined ? null : Number(values.seconds) * SECOND_MS,
    onVerdict(verdict) {
      if (values.trace) console.log(traceOf(verdict));
    },
  });
  if (!values.trace) {
    for (const verdict of fake.broken.slice(0, MOST_TRACES)) console.log(traceOf(verdict));
  }
  const options = ['variant', 'mutant'] as const;
  const repeated = options.flatMap((name) =>
    values[name] === undefined ? [] : [` --${name} ${values[name]}`],
  );
  for (const verdict of fake.broken) {
    console.log(lineOf(verdict));
    console.log(
      `  npm run simulate -- --from ${verdict.seed} --seeds 1${repeated.join('')} --trace`,
    );
  }
  console.log(figuresOf(fake));
  const isEmpty = fake.sums.crashes === 0 || fake.sums.charges === 0;
  if (fake.seeds >= TELLING_SEEDS && isEmpty) {
    console.error('Nothing went wrong or nothing was sent in these worlds: they prove nothing.');
    return 1;
  }
  return fake.broken.length === 0 ? 0 : 1;
}

function tellLoop(verdict: LoopVerdict): void {
  console.log(lineOfLoop(verdict));
}

async function playAllCounters(): Promise<number> {
  const startMs = performance.now();
  const verdicts = await playLoops(allLoops(), availableParallelism(), tellLoop);
  for (const verdict of verdicts) {
    if (verdict.broken.length > 0) console.log(tracesOf(verdict, MOST_TRACES));
  }
  console.log(sumOfLoops(verdicts, (performance.now() - startMs) / SECOND_MS));
  return verdicts.every(({ broken }) => broken.length === 0) ? 0 : 1;
}

async function playAllStatuses(): Promise<number> {
  const results = await playStatuses(ALL_STATUSES, availableParallelism());
  console.log(statusTable(results));
  const wrong = results.filter(({ broken, charges }) => broken !== null || charges > 1);
  console.log(`${results.length} circumstances, ${wrong.length} wrong`);
  return wrong.length === 0 ? 0 : 1;
}

function unknownName(
  name: string | undefined,
  known: Readonly<Record<string, unknown>>,
): string | null {
  if (name === undefined || name in known) return null;
  return `"${name}" is not one of ${Object.keys(known).join(', ')}.`;
}

function traceOf({ seed, trace, digest }: SeedVerdict): string {
  return [`── seed ${seed}, commit ${commit()} ──`, ...trace, `── digest ${digest} ──`].join('\n');
}

function lineOf({ seed, broken }: SeedVerdict): string {
  return `seed ${seed}, commit ${commit()}: ${broken?.what ?? 'held'}`;
}

function figuresOf({ seeds, broken, sums, tookMs }: Fake): string {
  const mean = (sum: number): string => (sum / Math.max(1, seeds)).toFixed(1);
  const seconds = tookMs / SECOND_MS;
  const parked = ((100 * sums.parked) / Math.max(1, sums.files)).toFixed(1);
  return [
    `${seeds} worlds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(1)} a second), ` +
      `${(sums.fakeMs / HOUR_MS).toFixed(0)} hours played; ${broken.length} with a broken invariant`,
    `a world has ${mean(sums.files)} files, ${mean(sums.events)} events, ${mean(sums.crashes)} crashes, ` +
      `${mean(sums.charges)} charges`,
    `${sums.charges} charges, of which ${broken.filter((one) => one.broken?.invariant === 2).length} ` +
      `worlds saw a second one; ${parked} % of the files wait for a person because nobody knows their outcome`,
    `${sums.sentAgain} files were sent again without a person, ${sums.secondCharges} of them were charged twice`,
  ].join('\n');
}

/** Playing no world at all would pass every invariant. */
function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new Error(`${text} is not a whole number`);
  return Number(text);
}

let known: string | null = null;
function commit(): string {
  try {
    known ??= execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    known = 'unknown'; // outside of a checkout the seed alone has to do
  }
  return known;
}

process.exitCode = await main();
