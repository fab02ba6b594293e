import fs from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// better-sqlite3 13 kills an older Node without a message, so the version is checked before any worker starts.
if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Node ${process.versions.node} is too old. Run "npm run unit" or "npx vitest": both use the project's own Node 24.`,
  );
}

/** Where every property begins. `npm run test:nightly` gives another one each time, and prints it. */
const PROPERTY_SEED = '20260101';
const env = { LABSEAL_PROPERTY_SEED: process.env['LABSEAL_PROPERTY_SEED'] ?? PROPERTY_SEED };
/** A commit of a test's database waits for no disk here; and a computer that has no room for it in memory uses its disk. */
const MEMORY_FOLDER = '/dev/shm';
const LEAST_ROOM_BYTES = 1_024 ** 3;
function hasRoomInMemory(): boolean {
  if (!fs.existsSync(MEMORY_FOLDER)) return false;
  const { bavail, bsize } = fs.statfsSync(MEMORY_FOLDER);
  return bavail * bsize > LEAST_ROOM_BYTES;
}
const inMemory = hasRoomInMemory() ? { TMPDIR: MEMORY_FOLDER } : {};
const alias = [
  {
    find: /^fast-check$/,
    replacement: fileURLToPath(new URL('scripts/seeded-fast-check.ts', import.meta.url)),
  },
];

// Set by scripts/test.mjs, which adds up the counts of both runners.
const reports = process.env['LABSEAL_TEST_REPORTS'];
const reportName = process.env['LABSEAL_TEST_REPORT'] ?? 'unit';

const CODE =
  '{src-shared,src-main,src-mock,src-renderer,src-verify,simulation,scripts,bench,build,e2e}';
const TESTS = `${CODE}/**/*.test.ts`;
/** What waits for real threads, processes, watchers or the clock: `npm run test:all`. */
const SLOW_TESTS = `${CODE}/**/*.slow.test.ts`;
/** What measures time or memory, and what takes minutes: `npm run test:nightly`. */
const NIGHTLY_TESTS = `${CODE}/**/*.nightly.test.ts`;
/** Bounds, not expectations: a computer that does ten things at once still passes. */
const PATIENCE_MS = 240_000;
/** What waits for real programs is tried once more where nobody looks on; the summary names it (scripts/test-summary.mjs). */
const retry = process.env['CI'] === undefined ? 0 : 1;
/** What needs a page to be drawn in. */
const PAGE_TESTS = 'src-renderer/**/*.{dom.test.ts,test.tsx}';

interface TestFiles {
  readonly include: string[];
  readonly setupFiles?: string[];
  readonly exclude?: string[];
  readonly isolate: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly retry?: number;
}

function project(name: string, files: TestFiles) {
  return {
    resolve: { alias },
    test: {
      name,
      environment: 'node' as const,
      testTimeout: PATIENCE_MS,
      hookTimeout: PATIENCE_MS,
      ...files,
      env: { ...env, ...files.env },
    },
  };
}

export default defineConfig({
  test: {
    reporters:
      reports === undefined
        ? ['default']
        : ['default', ['json', { outputFile: `${reports}/${reportName}.json` }]],
    maxWorkers: os.availableParallelism(),
    // A test that waits for a state waits for the state.
    expect: { poll: { interval: 20, timeout: PATIENCE_MS / 2 } },
    coverage: {
      provider: 'v8',
      reportOnFailure: true,
      include: ['src-*/**/*.{ts,tsx}'],
      exclude: ['**/*.test.{ts,tsx}', '**/test-support/**'],
      reporter: ['json-summary', 'text-summary'],
      reportsDirectory: 'test-results/coverage',
    },
    projects: [
      // These share the modules they load: loading them again for each file would take as long as all the tests.
      project('quick', {
        include: [TESTS],
        exclude: [SLOW_TESTS, NIGHTLY_TESTS, PAGE_TESTS],
        isolate: false,
        env: inMemory,
        setupFiles: ['scripts/boringssl-crypto.ts'], // threads have Node's own: they load what is tested here
      }),
      project('slow', { include: [SLOW_TESTS], isolate: true, retry }),
      project('nightly', { include: [NIGHTLY_TESTS], isolate: true, retry }),
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          env,
          name: 'renderer',
          environment: 'jsdom' as const,
          testTimeout: PATIENCE_MS,
          // Loading the component library takes longer than all its tests, so files share one page and clean up after themselves.
          isolate: false,
          include: [PAGE_TESTS],
          setupFiles: ['src-renderer/test-support/clean-up.ts'],
        },
      },
    ],
  },
});
