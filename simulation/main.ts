/**
 * Plays seeds of a variant and says what it found; README.md of this folder tells what there is to be played.
 *   npm run simulate -- [--variant NAME|each] [--seeds 1000] [--from 0] [--seconds N] [--mutant NAME] [--trace]
 * Exit code 0: every invariant held in every world. 1: one was broken; its story, seed and commit are printed.
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '../src-shared/model/text/time.ts';
import { MUTANTS } from './mutants.ts';
import { playSeeds, type Played, type SeedVerdict } from './play-seeds.ts';
import { VARIANTS } from './variants.ts';
import { tellUsage } from '../scripts/tell-usage.mjs';

/** Of the stories of broken seeds; more are counted only. */
const MOST_TRACES = 3;
const EACH = 'each';

tellUsage(import.meta.url);
const { values } = parseArgs({
  options: {
    variant: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '0' },
    seconds: { type: 'string' },
    mutant: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const { mutant, trace: wantsTrace } = values;

async function main(): Promise<number> {
  const asked = values.variant ?? MUTANTS[mutant ?? '']?.variant ?? 'any';
  const wrong =
    unknownName(asked, { ...VARIANTS, [EACH]: true }) ??
    unknownName(mutant ?? 'none', { none: true, ...MUTANTS });
  if (wrong !== null) {
    console.error(wrong);
    return 2;
  }
  let code = 0;
  for (const variant of asked === EACH ? Object.keys(VARIANTS) : [asked]) {
    if (!(await playVariant(variant))) code = 1;
  }
  return code;
}

/** Whether all held. */
async function playVariant(name: string): Promise<boolean> {
  const variant = VARIANTS[name];
  if (variant === undefined) throw new Error(`no variant is called ${name}`);
  const count = values.seeds === undefined ? variant.seeds : wholeNumber(values.seeds);
  const played = await playSeeds({
    variant: name,
    from: wholeNumber(values.from),
    count,
    mutant: mutant ?? null,
    stopsAtFirst: mutant !== undefined,
    wantsTrace,
    withinMs: values.seconds === undefined ? null : Number(values.seconds) * SECOND_MS,
    onVerdict(verdict) {
      if (wantsTrace) console.log(traceOf(name, verdict));
    },
  });
  const { table } = await variant.load();
  if (table !== undefined) console.log(table(played.cells));
  if (!wantsTrace) {
    for (const verdict of played.broken.slice(0, MOST_TRACES)) console.log(traceOf(name, verdict));
  }
  const again = mutant === undefined ? '' : ` --mutant ${mutant}`;
  for (const { seed, broken } of played.broken) {
    console.log(`seed ${seed}, commit ${commit()}: ${broken?.what}`);
    console.log(`  npm run simulate -- --variant ${name} --from ${seed} --seeds 1${again} --trace`);
  }
  console.log(sumsOf(name, played));
  const missing = variant.happens.filter((what) => (played.figures[what] ?? 0) === 0);
  if (played.seeds >= variant.fewSeeds && missing.length > 0) {
    console.error(`There were no ${missing.join(', no ')}: this proves nothing.`);
    return false;
  }
  return played.broken.length === 0;
}

function sumsOf(name: string, { seeds, broken, figures, tookMs }: Played): string {
  const seconds = tookMs / SECOND_MS;
  const sums = Object.entries(figures).map(
    ([what, sum]) => `${Math.round(sum)} ${what} (${(sum / Math.max(1, seeds)).toFixed(1)})`,
  );
  return (
    `${name}: ${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(1)} a second), ` +
    `${broken.length} with a broken invariant\n  in all (and for each seed): ${sums.join(', ')}`
  );
}

function unknownName(name: string, known: Readonly<Record<string, unknown>>): string | null {
  return name in known ? null : `"${name}" is not one of ${Object.keys(known).join(', ')}.`;
}

function traceOf(name: string, { seed, trace, digest }: SeedVerdict): string {
  const [head, end] = [`── ${name}, seed ${seed}, commit ${commit()} ──`, `── digest ${digest} ──`];
  return [head, ...trace, end].join('\n');
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
