/**
 * The three tiers of tests, each one command:
 *   npm test               what a newcomer runs, in a few minutes
 *   npm run test:all       the same and everything worth running on each push
 *   npm run test:nightly   rotating seeds, kills in the hundreds, whatever measures time or memory
 * `-- --only STEP` runs one step of a tier; `-- --changed` the checks and every unit test, slow ones too, that imports what was
 * changed since the branch left main. Makes the checkout ready first, and keeps its reports in test-results/TIER.
 * Plain JavaScript, since it runs before anything is installed. Ends with one line, "N passed, N failed".
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { endWith, runNpm, say } from './command.mjs';
import { prepareCheckout } from './prepare.mjs';
import {
  closingLine,
  countTests,
  failureLines,
  flakyLines,
  keepLastLines,
  readReports,
  skippedLines,
  slowestFiles,
  table,
} from './test-summary.mjs';
import { tellUsage } from './tell-usage.mjs';

/**
 * @typedef {{ name: string, script: readonly string[], needs?: readonly ('build' | 'browser')[] }} Step `script`: of package.json, with its arguments
 */

const KEPT_LINES = 60;
const seed = String(Math.floor(Date.now() / 1_000) % 1_000_000_000);

/** @type {readonly Step[]} */
const QUICK = [
  { name: 'check', script: ['check'] },
  { name: 'unit', script: ['unit'] },
  { name: 'simulate', script: ['simulate', '--', '--seeds', '200'] },
  { name: 'journeys', script: ['journeys'], needs: ['build', 'browser'] },
];
/** @type {Readonly<Record<string, readonly Step[]>>} */
const TIERS = {
  quick: QUICK,
  all: [
    ...QUICK,
    { name: 'package', script: ['package:check'], needs: ['build'] },
    { name: 'slow', script: ['unit:slow'], needs: ['build'] },
    { name: 'e2e', script: ['e2e'], needs: ['build', 'browser'] },
  ],
  nightly: [
    { name: 'nightly', script: ['unit:nightly'], needs: ['build'] },
    // Properties of the other tiers, from the seed of this night.
    { name: 'unit', script: ['unit'] },
    { name: 'slow', script: ['unit:slow'], needs: ['build'] },
    {
      name: 'worlds',
      script: ['simulate', '--', '--from', seed, '--seeds', '1000000', '--seconds', '600'],
    },
    ...['counters', 'statuses', 'outbox', 'fleet', 'soak-days'].map((variant) => ({
      name: variant,
      script: ['simulate', '--', '--variant', variant],
    })),
    ...['on', 'off'].map((resume) => ({
      name: `kills-${resume}`,
      script: ['torture', '--', '--kills', '200', '--seed', seed, '--resume', resume],
      needs: /** @type {const} */ (['build']),
    })),
    { name: 'pdfs', script: ['e2e:nightly'], needs: ['build', 'browser'] },
  ],
};

const root = fileURLToPath(new URL('..', import.meta.url));

/** @returns {readonly Step[]} */
function changedSteps() {
  const args = ['merge-base', 'HEAD', 'main'];
  const since = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  return [
    { name: 'check', script: ['check'] },
    { name: 'changed', script: ['unit:changed', '--', '--changed', since], needs: ['build'] },
  ];
}

function readOptions() {
  tellUsage(import.meta.url);
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' }, changed: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [tier = values.changed ? 'changed' : 'quick'] = positionals;
  const steps = values.changed ? changedSteps() : TIERS[tier];
  if (steps === undefined)
    throw new Error(`"${tier}" is none of ${Object.keys(TIERS).join(', ')}.`);
  const chosen = steps.filter(({ name }) => values.only === undefined || name === values.only);
  if (chosen.length === 0)
    throw new Error(`"${values.only}" is none of ${steps.map(({ name }) => name).join(', ')}.`);
  return { tier, steps: chosen };
}

/**
 * @param {string} tier
 * @param {readonly Step[]} steps
 */
async function runTier(tier, steps) {
  const reports = path.join(root, 'test-results', tier);
  fs.rmSync(reports, { recursive: true, force: true });
  fs.mkdirSync(reports, { recursive: true });
  /** @type {Record<string, string | undefined>} */
  const env = { ...process.env, LABSEAL_TEST_REPORTS: reports };
  if (tier === 'nightly') {
    env['LABSEAL_PROPERTY_SEED'] ??= seed;
    process.stdout.write(`Seed of this night: ${env['LABSEAL_PROPERTY_SEED']}\n`);
  }
  /** @type {import('./test-summary.mjs').EndedStep[]} */
  const ended = [];
  let words = '';

  /** @param {string} name @param {() => Promise<boolean>} work */
  async function timed(name, work) {
    process.stdout.write(`\n── ${name} ──\n`);
    const startMs = performance.now();
    const hasPassed = await work();
    const tookMs = performance.now() - startMs;
    ended.push({ name, outcome: hasPassed ? 'passed' : 'failed', tookMs });
    return hasPassed;
  }

  const isReady = await timed('prepare', async () => {
    const needs = new Set(steps.flatMap((step) => step.needs ?? []));
    try {
      await prepareCheckout(
        root,
        { build: needs.has('build'), browser: needs.has('browser') },
        say,
      );
      return true;
    } catch (cause) {
      say(cause instanceof Error ? cause.message : String(cause));
      return false;
    }
  });
  for (const { name, script } of isReady ? steps : []) {
    const { hear, lines } = keepLastLines(KEPT_LINES);
    const named = { ...env, LABSEAL_TEST_REPORT: name };
    const hasPassed = await timed(
      name,
      async () =>
        (await runNpm(root, ['run', ...script], { output: 'stdout', env: named, hear })) === 0,
    );
    if (!hasPassed) words += `\n── ${name} failed; its last lines ──\n${lines()}\n`;
  }

  const read = readReports(reports);
  const seeded = tier === 'nightly' ? `LABSEAL_PROPERTY_SEED=${env['LABSEAL_PROPERTY_SEED']} ` : '';
  const summary = [
    words,
    skippedLines(read),
    slowestFiles(read),
    flakyLines(read),
    failureLines(read, seeded),
    table(ended),
  ];
  const text = summary.filter((part) => part !== '').join('\n\n');
  fs.writeFileSync(path.join(reports, 'summary.txt'), `${text}\n`);
  process.stdout.write(`\n${text}\n${closingLine(ended, countTests(read))}\n`);
  return ended.every(({ outcome }) => outcome === 'passed') ? 0 : 1;
}

await endWith(() => {
  const { tier, steps } = readOptions();
  return runTier(tier, steps);
}, 2);
