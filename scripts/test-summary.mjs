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

/** As long as nobody said why. */
const NO_REASON = 'no reason given';
/** Titles shown for one reason; the rest is counted. */
const MOST_TITLES = 3;

/**
 * Every test that was found and not run, with the reason its author gave: to Playwright when skipping, to vitest in the
 * test's options (`meta.notRunBecause`).
 * @param {string} folder
 * @returns {{ title: string, reason: string }[]}
 */
export function readSkipped(folder) {
  const units = ['unit.json', 'slow.json'].flatMap(
    (name) => readJson(path.join(folder, name))?.testResults ?? [],
  );
  const waiting = units
    .flatMap((/** @type {any} */ file) => file.assertionResults ?? [])
    .filter((/** @type {any} */ one) => /^(pending|skipped|todo)$/.test(one.status))
    .map((/** @type {any} */ one) => ({
      title: one.fullName,
      reason: one.meta?.notRunBecause ?? NO_REASON,
    }));
  const suites = readJson(path.join(folder, 'e2e.json'))?.suites ?? [];
  return [...waiting, ...suites.flatMap(skippedIn)];
}

/**
 * @param {any} suite of Playwright's report
 * @returns {{ title: string, reason: string }[]}
 */
function skippedIn(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) => {
    const skipped = spec.tests.find((/** @type {any} */ one) => one.status === 'skipped');
    if (skipped === undefined) return [];
    const marks = [...(skipped.annotations ?? []), ...(spec.annotations ?? [])];
    const mark = marks.find(({ type }) => type === 'skip' || type === 'fixme');
    const reason = mark?.description ?? NO_REASON;
    return [{ title: `${spec.file ?? suite.file}: ${spec.title}`, reason }];
  });
  return [...own, ...(suite.suites ?? []).flatMap(skippedIn)];
}

/**
 * What was not run, reason by reason; empty when everything was.
 * @param {readonly { title: string, reason: string }[]} skipped
 */
export function skippedLines(skipped) {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons
    .map((reason) => {
      const titles = skipped.filter((one) => one.reason === reason).map(({ title }) => title);
      const shown = titles.slice(0, MOST_TITLES).map((title) => `    ${title}`);
      const rest = titles.length - shown.length;
      const more = rest > 0 ? [`    and ${rest} more`] : [];
      return [`  not run (${titles.length}): ${reason}`, ...shown, ...more].join('\n');
    })
    .join('\n');
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
