import { defineConfig } from '@playwright/test';
import os from 'node:os';
import { systemChromium } from './scripts/prepare/system-chromium.mjs';

// Without one of its own the computer uses what `npx playwright install chromium` brings.
const executablePath = systemChromium();

// Set by scripts/test.mjs, which adds up the counts of both runners.
const reports = process.env['LABSEAL_TEST_REPORTS'];

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // A test waits for the program or the page half of the time.
  workers: 2 * os.availableParallelism(),
  timeout: 120_000,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [
    ['list'],
    ...(reports === undefined ? [] : [['json', { outputFile: `${reports}/e2e.json` }] as const]),
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
