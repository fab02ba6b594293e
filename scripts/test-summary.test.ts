import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  closingLine,
  keepLastLines,
  readCounts,
  readSkipped,
  skippedLines,
  table,
} from './test-summary.mjs';

const passed = (name: string) => ({ name, outcome: 'passed', tookMs: 1_234 }) as const;
const failed = (name: string) => ({ name, outcome: 'failed', tookMs: 60_000 }) as const;

function reports(files: Readonly<Record<string, unknown>>): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-summary-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, report] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), JSON.stringify(report));
  }
  return folder;
}

test('adds the counts of both runners', () => {
  const folder = reports({
    'unit.json': { numPassedTests: 40, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 },
    'e2e.json': { stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 3 } },
  });
  expect(readCounts(folder)).toEqual({ passed: 46, failed: 2, skipped: 5 });
});

test('a runner that never ran counts as nothing', () => {
  expect(readCounts(reports({}))).toEqual({ passed: 0, failed: 0, skipped: 0 });
});

test('the last line never says "0 failed" over a red run', () => {
  const counts = { passed: 46, failed: 0, skipped: 0 };
  expect(closingLine([passed('check'), passed('e2e')], counts)).toBe('46 passed, 0 failed');
  expect(closingLine([failed('check'), passed('e2e')], counts)).toBe('46 passed, 1 failed');
  expect(closingLine([failed('build'), failed('check')], counts)).toBe('46 passed, 2 failed');
  expect(closingLine([failed('check')], { passed: 1, failed: 3, skipped: 2 })).toBe(
    '1 passed, 3 failed, 2 skipped',
  );
});

test('each step has a line with its outcome and seconds', () => {
  expect(table([passed('check'), failed('e2e')])).toBe(
    '  check  passed      1.2 s\n  e2e    failed     60.0 s',
  );
});

test('of what a step said, the last lines are kept, however they arrived', () => {
  const { hear, lines } = keepLastLines(2);
  for (const words of ['one\ntw', Buffer.from('o\nthree\n'), 'fo', 'ur\n']) hear(words);
  expect(lines()).toBe('three\nfour');
});

/** A test in Playwright's report. */
const spec = (title: string, status: string, description?: string) => ({
  title,
  file: 'desktop/window.spec.ts',
  tests: [{ status, annotations: [{ type: 'skip', description }] }],
});

test('what was not run is told with the reason that was given', () => {
  const needsElectron = 'Electron is not installed';
  const folder = reports({
    'unit.json': {
      testResults: [
        {
          assertionResults: [
            {
              fullName: 'keychain works',
              status: 'pending',
              meta: { notRunBecause: 'it needs dbus-run-session' },
            },
            { fullName: 'bundle is valid', status: 'pending', meta: {} },
            { fullName: 'price is shown', status: 'passed' },
          ],
        },
      ],
    },
    'e2e.json': {
      suites: [
        {
          specs: [spec('starts', 'skipped', needsElectron), spec('ends', 'expected')],
          suites: [{ specs: ['a', 'b', 'c'].map((name) => spec(name, 'skipped', needsElectron)) }],
        },
      ],
    },
  });
  expect(skippedLines(readSkipped(folder))).toBe(
    [
      '  not run (1): it needs dbus-run-session',
      '    keychain works',
      '  not run (1): no reason given',
      '    bundle is valid',
      '  not run (4): Electron is not installed',
      '    desktop/window.spec.ts: starts',
      '    desktop/window.spec.ts: a',
      '    desktop/window.spec.ts: b',
      '    and 1 more',
    ].join('\n'),
  );
  expect(skippedLines(readSkipped(reports({})))).toBe('');
});
