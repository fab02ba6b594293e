import { expect, test } from 'vitest';
import { renameWhenFree } from './private-files.ts';

/** A system that refuses with these codes, one after the other, and then does it. */
async function renamed(platform: NodeJS.Platform, refusals: readonly string[]) {
  const left = [...refusals];
  let pauses = 0;
  const renameNow = async () => {
    const code = left.shift();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
  };
  const pause = async () => void (pauses += 1);
  const end = await renameWhenFree('from', 'to', { platform, renameNow, pause }).then(
    () => 'done',
    (error: NodeJS.ErrnoException) => error.code,
  );
  return [end, pauses];
}

test('Windows is asked again while somebody has the file open, and not for ever', async () => {
  expect(await renamed('win32', ['EPERM', 'EBUSY', 'EACCES'])).toEqual(['done', 3]);
  expect(await renamed('win32', Array<string>(99).fill('EPERM'))).toEqual(['EPERM', 7]);
});

test('any other refusal stands, and so does that of another system', async () => {
  expect(await renamed('win32', ['ENOENT'])).toEqual(['ENOENT', 0]);
  expect(await renamed('linux', ['EPERM'])).toEqual(['EPERM', 0]);
});
