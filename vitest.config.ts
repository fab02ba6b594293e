import { defineConfig } from 'vitest/config';

// better-sqlite3 13 kills an older Node without a message, so the version is checked before any worker starts.
if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Node ${process.versions.node} is too old. Run "npm run unit" or "npx vitest": both use the project's own Node 24.`,
  );
}

// Set by scripts/test.mjs, which adds up the counts of both runners.
const reports = process.env['LABSEAL_TEST_REPORTS'];

export default defineConfig({
  test: {
    reporters:
      reports === undefined
        ? ['default']
        : ['default', ['json', { outputFile: `${reports}/unit.json` }]],
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['src-{shared,main,mock}/**/*.test.ts', 'scripts/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
