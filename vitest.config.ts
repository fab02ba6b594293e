import { defineConfig } from 'vitest/config';

// better-sqlite3 13 kills an older Node without a message, so the version is checked before any worker starts.
if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Node ${process.versions.node} is too old. Run "npm run unit" or "npx vitest": both use the project's own Node 24.`,
  );
}

// Set by scripts/test.mjs, which adds up the counts of both runners.
const reports = process.env['LABSEAL_TEST_REPORTS'];
const reportName = process.env['LABSEAL_TEST_REPORT'] ?? 'unit';

const TESTS = ['{src-shared,src-main,src-mock,simulation,scripts}/**/*.test.ts'];
const SLOW_TESTS = '{src-shared,src-main,src-mock,simulation}/**/*.slow.test.ts';

function project(name: string, files: { readonly include: string[]; readonly exclude: string[] }) {
  return { test: { name, environment: 'node' as const, testTimeout: 20_000, ...files } };
}

export default defineConfig({
  test: {
    reporters:
      reports === undefined
        ? ['default']
        : ['default', ['json', { outputFile: `${reports}/${reportName}.json` }]],
    maxWorkers: 2,
    projects: [
      // What `npm run check` runs many times a day, and what waits for real threads, processes and watchers.
      project('quick', { include: TESTS, exclude: [SLOW_TESTS] }),
      project('slow', { include: [SLOW_TESTS], exclude: [] }),
    ],
  },
});
