import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProof } from './small-file.ts';
import { openSourceFile } from './source-file.ts';
import { makeTempFolder } from '../test-support/upload-setup.ts';

const identity = { dev: '', ino: '', sizeBytes: 0, mtimeNs: '', ctimeNs: '' };

test.each([
  ['a link', 'ELOOP', (at: string, real: string) => symlinkSync(real, at)],
  ['a folder', 'NOT_A_FILE', (at: string) => mkdirSync(at)],
  ['a FIFO', 'NOT_A_FILE', (at: string) => execFileSync('mkfifo', [at])],
  ['missing', 'ENOENT', () => undefined],
])('what is %s is refused at once (%s), large or small', async (_what, code, make) => {
  using folder = makeTempFolder();
  const real = folder.write('real', 'abc');
  const path = join(dirname(real), 'special');
  make(path, real);
  const refused = { ok: false, fault: { code } };
  expect(await openSourceFile(path)).toMatchObject(refused);
  expect(
    makeProof()({ path, identity, fileBytes: 3, blake3Hex: '', wantsSha256: false }),
  ).toMatchObject(refused);
});
