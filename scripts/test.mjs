/**
 * `npm test`: makes the checkout ready, then runs every check there is and sums up.
 * Plain JavaScript, since it runs before anything is installed. Ends with one line, "N passed, N failed".
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { prepareCheckout } from './prepare/checkout.mjs';
import { runNpm } from './prepare/command.mjs';
import {
  closingLine,
  keepLastLines,
  readCounts,
  readSkipped,
  skippedLines,
  table,
} from './test-summary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-test-'));
const env = { ...process.env, LABSEAL_TEST_REPORTS: reports };
const MOST_LAST_LINES = 60;
/** @type {string[]} what the steps that failed said last */
const lastWords = [];

/** @param {string} sentence */
const say = (sentence) => void process.stderr.write(`${sentence}\n`);

/** @param {{ browser: boolean, build: boolean }} wanted */
async function prepare(wanted) {
  try {
    await prepareCheckout(root, wanted, say);
    return true;
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause));
    return false;
  }
}

/**
 * @param {string} name
 * @param {string} report the name of the report it writes, without ending
 */
async function runScript(name, report) {
  const named = { ...env, LABSEAL_TEST_REPORT: report };
  const { hear, lines } = keepLastLines(MOST_LAST_LINES);
  const hasPassed =
    (await runNpm(root, ['run', name], { output: 'stdout', env: named, hear })) === 0;
  if (!hasPassed) lastWords.push(`\n── ${name} failed; it said last ──\n${lines()}\n`);
  return hasPassed;
}

/**
 * The steps in order. The build comes before the checks, since some of them start the built program; that it failed does
 * not keep the checks from running.
 * @type {readonly { name: string, needs: readonly string[], work: () => Promise<boolean> }[]}
 */
const STEPS = [
  { name: 'prepare', needs: [], work: () => prepare({ browser: true, build: false }) },
  { name: 'build', needs: ['prepare'], work: () => prepare({ browser: false, build: true }) },
  { name: 'check', needs: ['prepare'], work: () => runScript('check', 'unit') },
  {
    name: 'package',
    needs: ['prepare', 'build'],
    work: () => runScript('package:check', 'package'),
  },
  { name: 'simulate', needs: ['prepare'], work: () => runScript('simulate:brief', 'simulate') },
  { name: 'slow', needs: ['prepare'], work: () => runScript('unit:slow', 'slow') },
  { name: 'e2e', needs: ['prepare', 'build'], work: () => runScript('e2e', 'e2e') },
];

try {
  /** @type {import('./test-summary.mjs').Step[]} */
  const steps = [];
  for (const { name, needs, work } of STEPS) {
    if (steps.some((step) => needs.includes(step.name) && step.outcome !== 'passed')) {
      steps.push({ name, outcome: 'skipped', tookMs: 0 });
      continue;
    }
    process.stdout.write(`\n── ${name} ──\n`);
    const startMs = performance.now();
    const hasPassed = await work();
    const tookMs = performance.now() - startMs;
    steps.push({ name, outcome: hasPassed ? 'passed' : 'failed', tookMs });
  }
  const counts = readCounts(reports);
  const skipped = skippedLines(readSkipped(reports));
  const notRun = skipped === '' ? '' : `${skipped}\n`;
  process.stdout.write(
    `${lastWords.join('')}\n${table(steps)}\n${notRun}${closingLine(steps, counts)}\n`,
  );
  process.exitCode = steps.every((step) => step.outcome === 'passed') ? 0 : 1;
} finally {
  fs.rmSync(reports, { recursive: true, force: true });
}
