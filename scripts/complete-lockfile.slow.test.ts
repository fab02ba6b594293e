/** Completes a lockfile that lost its platform packages, and leaves everything else as it was. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../src-main/test-support/temporary-state.ts';

const program = fileURLToPath(new URL('complete-lockfile.mjs', import.meta.url));

function lockfile(packages: object): { file: string; read: () => Record<string, unknown> } {
  const file = path.join(temporaryFolder(), 'package-lock.json');
  fs.writeFileSync(file, `${JSON.stringify({ lockfileVersion: 3, packages }, null, 2)}\n`);
  return { file, read: () => JSON.parse(fs.readFileSync(file, 'utf8')).packages };
}

function complete(...args: readonly string[]) {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
}

const LINTER = {
  version: '1.94.0',
  dev: true,
  optionalDependencies: { '@lint/linux-x64-musl': '1.94.0', '@lint/win32-arm64': '^1.94.0' },
};

test('adds what is missing with the system its name tells, once', () => {
  const { file, read } = lockfile({ '': {}, 'node_modules/lint': LINTER });
  expect(complete('--check', file).status).toBe(1);
  expect(complete(file).status).toBe(0);
  expect(read()).toEqual({
    '': {},
    'node_modules/@lint/linux-x64-musl': {
      version: '1.94.0',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
    'node_modules/@lint/win32-arm64': {
      version: '1.94.0',
      cpu: ['arm64'],
      dev: true,
      optional: true,
      os: ['win32'],
    },
    'node_modules/lint': LINTER,
  });
  expect(complete('--check', file).status).toBe(0);
});

test('finds a package beside its owner or further up, as Node does', () => {
  const owner = { version: '1.0.0', optionalDependencies: { 'lint-x64': '2.0.0' } };
  const { file } = lockfile({
    '': {},
    'node_modules/a/node_modules/b': owner,
    'node_modules/a/node_modules/lint-x64': { version: '2.0.0' },
    'node_modules/c': owner,
    'node_modules/c/node_modules/lint-x64': { version: '2.0.0' },
  });
  expect(complete('--check', file).stdout).toBe('The lockfile is complete.\n');
});

test('refuses to guess a version', () => {
  const owner = { version: '1.0.0', optionalDependencies: { 'lint-x64': '>=2' } };
  const { file } = lockfile({ '': {}, 'node_modules/a': owner });
  const { status, stderr } = complete(file);
  expect(status).not.toBe(0);
  expect(stderr).toContain('node_modules/a wants lint-x64 >=2: no exact version');
});
