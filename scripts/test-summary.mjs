/** Turns the reports of vitest and Playwright, and the outcome of each step, into the last lines of `npm test`. */
import path from 'node:path';
import { readJson } from './prepare/installation.mjs';

/**
 * @typedef {{ name: string, outcome: 'passed' | 'failed' | 'skipped', tookMs: number }} Step
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * Adds up unit.json and slow.json (vitest) and e2e.json (Playwright) in `folder`. A report that was never written counts as nothing.
 * @param {string} folder
 * @returns {Counts}
 */
export function readCounts(folder) {
  const units = ['unit.json', 'slow.json'].map((name) => readJson(path.join(folder, name)));
  const e2e = readJson(path.join(folder, 'e2e.json'))?.stats;
  /** @param {string} field */
  const sum = (field) => units.reduce((total, unit) => total + (unit?.[field] ?? 0), 0);
  return {
    passed: sum('numPassedTests') + (e2e?.expected ?? 0) + (e2e?.flaky ?? 0),
    failed: sum('numFailedTests') + (e2e?.unexpected ?? 0),
    skipped: sum('numPendingTests') + sum('numTodoTests') + (e2e?.skipped ?? 0),
  };
}

/**
 * Remembers the end of what is said to it: what failed is told there, and scrolls away while later steps speak.
 * @param {number} mostLines
 * @returns {{ hear: (words: Buffer | string) => void, lines: () => string }}
 */
export function keepLastLines(mostLines) {
  let kept = '';
  return {
    hear: (words) => {
      kept = (kept + String(words))
        .split('\n')
        .slice(-mostLines - 1)
        .join('\n');
    },
    lines: () => kept.trimEnd(),
  };
}

/**
 * One line a step: name, outcome, seconds.
 * @param {readonly Step[]} steps
 */
export function table(steps) {
  const width = Math.max(...steps.map(({ name }) => name.length));
  return steps
    .map(({ name, outcome, tookMs }) => {
      const seconds = (tookMs / 1_000).toFixed(1).padStart(7);
      return `  ${name.padEnd(width)}  ${outcome.padEnd(7)} ${seconds} s`;
    })
    .join('\n');
}

/**
 * The last line. There are at least as many failures as failed steps: a type error fails no test, and the line must not
 * read "0 failed" over a red run.
 * @param {readonly Step[]} steps
 * @param {Counts} counts
 */
export function closingLine(steps, { passed, failed, skipped }) {
  const failedSteps = steps.filter(({ outcome }) => outcome === 'failed').length;
  const failures = Math.max(failed, failedSteps);
  return `${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
