import { defineConfig } from '@playwright/test';
import os from 'node:os';
import { systemChromium } from './scripts/system-chromium.mjs';

// Without one of its own the computer uses what `npx playwright install chromium` brings.
const executablePath = systemChromium();

// Set by scripts/test.mjs, which sums up the reports of all runners.
const reports = process.env['LABSEAL_TEST_REPORTS'];
const reportName = process.env['LABSEAL_TEST_REPORT'] ?? 'e2e';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/make-ready.ts',
  outputDir: 'test-results/playwright',
  // The three tiers of tests: see scripts/test.mjs.
  projects: [
    { name: 'journeys', testMatch: 'journeys/**/*.spec.ts' },
    { name: 'e2e', testMatch: '**/*.spec.ts', testIgnore: ['journeys/**', 'nightly/**'] },
    { name: 'nightly', testMatch: 'nightly/**/*.spec.ts' },
  ],
  fullyParallel: true,
  // A test waits for the program or the page half of the time.
  workers: 2 * os.availableParallelism(),
  // Bounds, not expectations: a computer that does three things at once still passes.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env['CI']),
  // As in vitest.config.ts: the summary names what passed only the second time.
  retries: process.env['CI'] === undefined ? 0 : 1,
  reporter: [
    ['list'],
    ...(reports === undefined
      ? []
      : [['json', { outputFile: `${reports}/${reportName}.json` }] as const]),
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    viewport: { width: 1100, height: 800 },
    // Traces take as long as the steps do; whoever looks into a failure asks for them with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      args: ['--disable-dev-shm-usage', '--disable-background-networking'],
      ...(executablePath === undefined ? {} : { executablePath }),
    },
  },
});
