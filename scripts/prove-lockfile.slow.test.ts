/** Completes a lockfile with what the packages themselves prove; a registry is played by a program in npm's place. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../src-main/test-support/temporary-state.ts';

const program = fileURLToPath(new URL('prove-lockfile.mjs', import.meta.url));
const sha512 = (text: string) => `sha512-${createHash('sha512').update(text).digest('base64')}`;

/** Knows one package, in one version. */
const NPM = `#!/bin/sh
[ "$1" = pack ] && [ "$2" = "@lint/win32-arm64@1.94.0" ] || exit 1
while [ $# -gt 0 ]; do [ "$1" = --pack-destination ] && folder=$2; shift; done
printf 'bytes of it' > "$folder/package.tgz"
printf '[{"filename":"package.tgz"}]'
`;

function lockfile(packages: object) {
  const folder = temporaryFolder();
  const file = path.join(folder, 'package-lock.json');
  fs.writeFileSync(file, `${JSON.stringify({ lockfileVersion: 3, packages }, null, 2)}\n`);
  fs.writeFileSync(path.join(folder, 'npm'), NPM, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  const prove = (...args: readonly string[]) =>
    spawnSync(process.execPath, [program, ...args, file], { encoding: 'utf8', env });
  return { prove, read: () => JSON.parse(fs.readFileSync(file, 'utf8')).packages as object };
}

const KNOWN = { version: '1.0.0', integrity: sha512('known') };
const UNPROVEN = { version: '1.94.0', cpu: ['arm64'], optional: true };

test('the hash is computed from the package, what is there stays, and then nothing is refused', () => {
  const { prove, read } = lockfile({
    '': {},
    'node_modules/@lint/win32-arm64': UNPROVEN,
    'node_modules/known': KNOWN,
  });
  expect(prove('--check')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('@lint/win32-arm64 1.94.0'),
  });
  expect(prove()).toMatchObject({ status: 0, stderr: '' });
  expect(read()).toEqual({
    '': {},
    'node_modules/@lint/win32-arm64': { ...UNPROVEN, integrity: sha512('bytes of it') },
    'node_modules/known': KNOWN,
  });
  expect(prove('--check').status).toBe(0);
});

test('a package that the registry does not have is named, and the lockfile stays refused', () => {
  const packages = { '': {}, 'node_modules/@lint/win32-x64': UNPROVEN };
  const { prove, read } = lockfile(packages);
  expect(prove()).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('@lint/win32-x64 1.94.0'),
  });
  expect(read()).toEqual(packages);
  expect(prove('--check').status).toBe(1);
});

test('a weaker hash proves nothing', () => {
  const { prove } = lockfile({
    '': {},
    'node_modules/old': { version: '1.0.0', integrity: 'sha1-x' },
  });
  expect(prove('--check').stderr).toContain('old 1.0.0');
});
