import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// better-sqlite3 13 kills an older Node without a message, so the version is checked before any worker starts.
if (Number(process.versions.node.split('.')[0]) < 24) {
  throw new Error(
    `Node ${process.versions.node} is too old. Run "npm run unit" or "npx vitest": both use the project's own Node 24.`,
  );
}

/** The commit in numbers; without a repository properties begin anywhere. */
function propertySeed(): { readonly LABSEAL_PROPERTY_SEED?: string } {
  const { LABSEAL_PROPERTY_SEED: wished } = process.env;
  if (wished !== undefined) return { LABSEAL_PROPERTY_SEED: wished };
  const { stdout, status } = spawnSync('git', ['rev-parse', '--short=7', 'HEAD'], {
    encoding: 'utf8',
  });
  return status === 0 ? { LABSEAL_PROPERTY_SEED: String(Number.parseInt(stdout, 16)) } : {};
}

const env = propertySeed();
const alias = [
  {
    find: /^fast-check$/,
    replacement: fileURLToPath(new URL('scripts/seeded-fast-check.ts', import.meta.url)),
  },
];

// Set by scripts/test.mjs, which adds up the counts of both runners.
const reports = process.env['LABSEAL_TEST_REPORTS'];
const reportName = process.env['LABSEAL_TEST_REPORT'] ?? 'unit';

const TESTS = ['{src-shared,src-main,src-mock,src-renderer,simulation,scripts,bench}/**/*.test.ts'];
const SLOW_TESTS = '{src-shared,src-main,src-mock,simulation,scripts}/**/*.slow.test.ts';
// What needs a page to be drawn in.
const PAGE_TESTS = 'src-renderer/**/*.{dom.test.ts,test.tsx}';

interface TestFiles {
  readonly include: string[];
  readonly exclude: string[];
  readonly isolate: boolean;
}

function project(name: string, files: TestFiles) {
  return {
    resolve: { alias },
    test: { name, environment: 'node' as const, testTimeout: 20_000, env, ...files },
  };
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
      // Quick ones share the modules they load: loading them again for each file would take as long as all the tests.
      project('quick', { include: TESTS, exclude: [SLOW_TESTS, PAGE_TESTS], isolate: false }),
      project('slow', { include: [SLOW_TESTS], exclude: [], isolate: true }),
      {
        plugins: [react()],
        resolve: { alias },
        test: {
          env,
          name: 'renderer',
          environment: 'jsdom' as const,
          testTimeout: 20_000,
          // Loading the component library takes longer than all its tests, so files share one page and clean up after themselves.
          isolate: false,
          include: [PAGE_TESTS],
          setupFiles: ['src-renderer/test-support/clean-up.ts'],
        },
      },
    ],
  },
});
