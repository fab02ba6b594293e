/** Turns the reports of vitest and Playwright, and the outcome of each step, into the last lines of a test run. */
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * @typedef {{ name: string, outcome: 'passed' | 'failed', tookMs: number }} EndedStep
 * @typedef {object} TestRun one test, whichever runner ran it
 * @property {string} file from the root of the repository
 * @property {string} title
 * @property {'passed' | 'failed' | 'skipped'} outcome
 * @property {number} tookMs
 * @property {string} repeat the command that runs it alone
 * @property {string | null} reason why it was skipped
 * @property {boolean} isFlaky it failed first, and passed when it was tried again
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Titles shown for one reason; the rest is counted. */
const SHOWN_TITLES = 3;
const SHOWN_FILES = 20;
/** As long as nobody said why. */
const NO_REASON = 'no reason given';

/**
 * Every test of every report in `folder`. A file that is no report of a runner counts as nothing.
 * @param {string} folder
 * @returns {TestRun[]}
 */
export function readReports(folder) {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const report = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8'));
      if (report.testResults !== undefined) return report.testResults.flatMap(testsOfVitest);
      return (report.suites ?? []).flatMap(testsOfPlaywright);
    });
}

/**
 * The reason of a skipped test is what its author said in the test's options (`meta.notRunBecause`). A file that could
 * not be loaded counts as one failed test.
 * @param {any} report of one file
 * @returns {TestRun[]}
 */
function testsOfVitest({ name, status, message, assertionResults }) {
  const file = path.relative(ROOT, name).split(path.sep).join('/');
  const run = `npx vitest run ${file}`;
  if (assertionResults.length === 0 && status === 'failed') {
    return [
      {
        file,
        title: message,
        outcome: 'failed',
        tookMs: 0,
        repeat: run,
        reason: null,
        isFlaky: false,
      },
    ];
  }
  return assertionResults.map((/** @type {any} */ one) => ({
    file,
    title: one.fullName,
    outcome: one.status === 'passed' || one.status === 'failed' ? one.status : 'skipped',
    tookMs: one.duration ?? 0,
    repeat: `${run} -t ${quoted(escaped(one.fullName))}`,
    reason: one.meta?.notRunBecause ?? NO_REASON,
    isFlaky: one.status === 'passed' && (one.failureMessages ?? []).length > 0,
  }));
}

/**
 * @param {any} suite
 * @returns {TestRun[]}
 */
function testsOfPlaywright(suite) {
  const own = (suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
    spec.tests.map((/** @type {any} */ one) => {
      const marks = [...(one.annotations ?? []), ...(spec.annotations ?? [])];
      const mark = marks.find(({ type }) => type === 'skip' || type === 'fixme');
      const outcomes = { expected: 'passed', flaky: 'passed', skipped: 'skipped' };
      const file = `e2e/${spec.file ?? suite.file}`;
      return {
        file,
        title: spec.title,
        outcome: outcomes[/** @type {'expected'} */ (one.status)] ?? 'failed',
        tookMs: (one.results ?? []).reduce(
          (/** @type {number} */ sum, /** @type {any} */ result) => sum + result.duration,
          0,
        ),
        repeat: `npx playwright test ${file}:${spec.line}`,
        reason: mark?.description ?? NO_REASON,
        isFlaky: one.status === 'flaky',
      };
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOfPlaywright)];
}

/** @param {string} title as a pattern that finds it, and nothing a shell reads */
const escaped = (title) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** @param {string} word */
const quoted = (word) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/** @param {readonly TestRun[]} runs */
export function countTests(runs) {
  /** @param {TestRun['outcome']} wanted */
  const count = (wanted) => runs.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') };
}

/**
 * Each failed test with the command that repeats it; empty when none failed.
 * @param {readonly TestRun[]} runs
 * @param {string} environment what stands before the command, such as the seed
 */
export function failureLines(runs, environment) {
  return runs
    .filter(({ outcome }) => outcome === 'failed')
    .map(({ file, title, repeat }) => `  failed: ${file}: ${title}\n    ${environment}${repeat}`)
    .join('\n');
}

/**
 * Each test that passed only when it was tried again, with the command that repeats it: what waits for real programs can
 * meet a busy computer, which is no reason to throw a push away, and is still a fault of the test or of what it tests.
 * @param {readonly TestRun[]} runs
 */
export function flakyLines(runs) {
  return runs
    .filter(({ isFlaky }) => isFlaky)
    .map(({ file, title, repeat }) => `  flaky, to be repaired: ${file}: ${title}\n    ${repeat}`)
    .join('\n');
}

/**
 * What was not run, reason by reason; empty when everything was.
 * @param {readonly TestRun[]} runs
 */
export function skippedLines(runs) {
  const skipped = groupBy(
    runs.filter(({ outcome }) => outcome === 'skipped'),
    ({ reason }) => reason,
  );
  return [...skipped]
    .map(([reason, tests]) => {
      const shown = tests.slice(0, SHOWN_TITLES).map(({ file, title }) => `    ${file}: ${title}`);
      const rest = tests.length - shown.length;
      const more = rest > 0 ? [`    and ${rest} more`] : [];
      return [`  not run (${tests.length}): ${reason}`, ...shown, ...more].join('\n');
    })
    .join('\n');
}

/**
 * The files whose tests took longest, in seconds of test time.
 * @param {readonly TestRun[]} runs
 */
export function slowestFiles(runs) {
  const files = [...groupBy(runs, ({ file }) => file)]
    .map(([file, tests]) => ({ file, tookMs: tests.reduce((sum, one) => sum + one.tookMs, 0) }))
    .toSorted((one, other) => other.tookMs - one.tookMs)
    .slice(0, SHOWN_FILES);
  if (files.length === 0) return '';
  const rows = files.map(({ file, tookMs }) => `  ${seconds(tookMs)} s  ${file}`);
  return [`  the ${files.length} slowest files`, ...rows].join('\n');
}

/**
 * `Map.groupBy` for the Node 20 that may run this.
 * @template Key
 * @param {readonly TestRun[]} runs
 * @param {(run: TestRun) => Key} keyOf
 */
function groupBy(runs, keyOf) {
  /** @type {Map<Key, TestRun[]>} */
  const groups = new Map();
  for (const run of runs) groups.set(keyOf(run), [...(groups.get(keyOf(run)) ?? []), run]);
  return groups;
}

/** @param {number} ms */
const seconds = (ms) => (ms / 1_000).toFixed(1).padStart(7);

/**
 * Keeps the end of what it hears: what failed is said there, and scrolls away while later steps speak.
 * @param {number} count of lines
 * @returns {{ hear: (words: Buffer | string) => void, lines: () => string }}
 */
export function keepLastLines(count) {
  let kept = '';
  return {
    hear: (words) => {
      kept = (kept + String(words))
        .split('\n')
        .slice(-count - 1)
        .join('\n');
    },
    lines: () => kept.trimEnd(),
  };
}

/**
 * One line a step: name, outcome, seconds; then the sum.
 * @param {readonly EndedStep[]} steps
 */
export function table(steps) {
  const width = Math.max(...steps.map(({ name }) => name.length));
  const rows = steps.map(
    ({ name, outcome, tookMs }) =>
      `  ${name.padEnd(width)}  ${outcome.padEnd(7)} ${seconds(tookMs)} s`,
  );
  const sumMs = steps.reduce((sum, { tookMs }) => sum + tookMs, 0);
  return [...rows, `  ${''.padEnd(width)}          ${seconds(sumMs)} s`].join('\n');
}

/**
 * The last line. There are at least as many failures as failed steps: a type error fails no test, and the line must not
 * read "0 failed" over a red run.
 * @param {readonly EndedStep[]} steps
 * @param {{ passed: number, failed: number, skipped: number }} counts
 */
export function closingLine(steps, { passed, failed, skipped }) {
  const failedSteps = steps.filter(({ outcome }) => outcome === 'failed').length;
  const failures = Math.max(failed, failedSteps);
  return `${passed} passed, ${failures} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
