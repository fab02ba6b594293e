import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
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

const root = fileURLToPath(new URL('..', import.meta.url));
const passed = (name: string) => ({ name, outcome: 'passed', tookMs: 1_234 }) as const;
const failed = (name: string) => ({ name, outcome: 'failed', tookMs: 60_000 }) as const;

function reports(files: Readonly<Record<string, unknown>>) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-summary-'));
  for (const [name, report] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), JSON.stringify(report));
  }
  try {
    return readReports(folder);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

/** A file in vitest's report. */
const unitFile = (name: string, ...assertionResults: readonly object[]) => ({
  name: path.join(root, name),
  status: 'passed',
  message: '',
  assertionResults,
});
/** A test in Playwright's report. */
const spec = (title: string, status: string, description?: string) => ({
  title,
  line: 7,
  file: 'desktop/window.spec.ts',
  tests: [{ status, annotations: [{ type: 'skip', description }], results: [{ duration: 2_000 }] }],
});

const NO_ELECTRON = 'Electron is not installed';
const deeper = [
  ...['a', 'b', 'c'].map((name) => spec(name, 'skipped', NO_ELECTRON)),
  spec('fails', 'unexpected'),
];
const runs = reports({
  'unit.json': {
    testResults: [
      unitFile(
        'a/price.test.ts',
        { fullName: 'a price is shown (1 credit)', status: 'failed', duration: 500 },
        { fullName: "it's kept", status: 'passed', duration: 700, failureMessages: ['once'] },
        { fullName: 'the keychain', status: 'pending', meta: { notRunBecause: 'it needs dbus' } },
        { fullName: 'a bundle is valid', status: 'todo', meta: {} },
      ),
      { ...unitFile('b/broken.test.ts'), status: 'failed', message: 'SyntaxError' },
    ],
  },
  'e2e.json': {
    suites: [
      {
        specs: [spec('starts', 'skipped', NO_ELECTRON), spec('ends', 'expected')],
        suites: [{ specs: deeper }, { specs: [spec('waits', 'flaky')] }],
      },
    ],
  },
});

test('the counts of both runners are added, and a file that does not load is a failure', () => {
  expect(countTests(runs)).toEqual({ passed: 3, failed: 3, skipped: 6 });
  expect(countTests(reports({}))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('each failure has the one command that repeats it', () => {
  expect(`\n${failureLines(runs, 'SEED=5 ')}\n`).toBe(String.raw`
  failed: e2e/desktop/window.spec.ts: fails
    SEED=5 npx playwright test e2e/desktop/window.spec.ts:7
  failed: a/price.test.ts: a price is shown (1 credit)
    SEED=5 npx vitest run a/price.test.ts -t 'a price is shown \(1 credit\)'
  failed: b/broken.test.ts: SyntaxError
    SEED=5 npx vitest run b/broken.test.ts
`);
});

test('what passed only when it was tried again is named', () => {
  expect(`\n${flakyLines(runs)}\n`).toBe(`
  flaky, to be repaired: e2e/desktop/window.spec.ts: waits
    npx playwright test e2e/desktop/window.spec.ts:7
  flaky, to be repaired: a/price.test.ts: it's kept
    npx vitest run a/price.test.ts -t 'it'\\''s kept'
`);
  expect(flakyLines([])).toBe('');
});

test('what was not run is listed with the reason that was given', () => {
  expect(`\n${skippedLines(runs)}\n`).toBe(`
  not run (4): Electron is not installed
    e2e/desktop/window.spec.ts: starts
    e2e/desktop/window.spec.ts: a
    e2e/desktop/window.spec.ts: b
    and 1 more
  not run (1): it needs dbus
    a/price.test.ts: the keychain
  not run (1): no reason given
    a/price.test.ts: a bundle is valid
`);
  expect(skippedLines([])).toBe('');
});

test('the slowest files come first', () => {
  expect(slowestFiles(runs).split('\n').slice(1)).toEqual([
    '     14.0 s  e2e/desktop/window.spec.ts',
    '      1.2 s  a/price.test.ts',
    '      0.0 s  b/broken.test.ts',
  ]);
});

test.each([
  [[passed('check'), passed('e2e')], { passed: 46, failed: 0, skipped: 0 }, '46 passed, 0 failed'],
  [[failed('check'), passed('e2e')], { passed: 46, failed: 0, skipped: 0 }, '46 passed, 1 failed'],
  [[failed('check')], { passed: 1, failed: 3, skipped: 2 }, '1 passed, 3 failed, 2 skipped'],
])('the last line never says "0 failed" over a red run', (steps, counts, line) => {
  expect(closingLine(steps, counts)).toBe(line);
});

test('each step has a line with its outcome and seconds, and the sum stands below', () => {
  expect(table([passed('check'), failed('e2e')]).split('\n')).toEqual([
    '  check  passed      1.2 s',
    '  e2e    failed     60.0 s',
    '                    61.2 s',
  ]);
});

test('of what a step said the last lines are kept, however they arrived', () => {
  const { hear, lines } = keepLastLines(2);
  for (const words of ['one\ntw', Buffer.from('o\nthree\n'), 'fo', 'ur\n']) hear(words);
  expect(lines()).toBe('three\nfour');
});
