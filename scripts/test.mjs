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
import { closingLine, readCounts, table } from './test-summary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const STEPS = ['check', 'build', 'e2e'];

/** @param {string} sentence */
const say = (sentence) => void process.stderr.write(`${sentence}\n`);

/**
 * @param {string} name
 * @param {() => Promise<boolean>} work
 * @returns {Promise<import('./test-summary.mjs').Step>}
 */
async function timed(name, work) {
  const startMs = performance.now();
  const hasPassed = await work();
  return { name, outcome: hasPassed ? 'passed' : 'failed', tookMs: performance.now() - startMs };
}

async function prepare() {
  try {
    await prepareCheckout(root, { browser: true, build: true }, say);
    return true;
  } catch (cause) {
    say(cause instanceof Error ? cause.message : String(cause));
    return false;
  }
}

const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-test-'));
const env = { ...process.env, LABSEAL_TEST_REPORTS: reports };
try {
  const steps = [await timed('prepare', prepare)];
  for (const name of STEPS) {
    if (steps.some((step) => step.outcome === 'failed' && step.name !== 'check')) {
      // A check says nothing about the build, but nothing works without packages, and no journey without a build.
      steps.push({ name, outcome: 'skipped', tookMs: 0 });
      continue;
    }
    process.stdout.write(`\n── npm run ${name} ──\n`);
    steps.push(
      await timed(name, async () => {
        return (await runNpm(root, ['run', name], { output: 'stdout', env })) === 0;
      }),
    );
  }
  const counts = readCounts(reports);
  process.stdout.write(`\n${table(steps)}\n${closingLine(steps, counts)}\n`);
  process.exitCode = steps.every((step) => step.outcome === 'passed') ? 0 : 1;
} finally {
  fs.rmSync(reports, { recursive: true, force: true });
}
