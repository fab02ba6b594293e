import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { realPath, realPathNow } from './paths.ts';

function refuse(): never {
  throw Object.assign(new Error('unknown error'), { code: 'UNKNOWN', syscall: 'realpath' });
}

test('what Windows does not tell is found all the same, and what is not there is not', async () => {
  const { at, write } = temporaryFolder();
  const file = path.normalize(write('a/file'));
  expect([realPathNow(file), await realPath(file)]).toEqual([file, file]);
  const windows = { platform: 'win32' } as const;
  const told = async () => refuse();
  expect(realPathNow(file, { ...windows, told: refuse })).toBe(file);
  expect(await realPath(file, { ...windows, told })).toBe(file);
  expect(() => realPathNow(at('none'), { ...windows, told: refuse })).toThrow('ENOENT');
  await expect(realPath(at('none'), { ...windows, told })).rejects.toThrow('ENOENT');
});

test('elsewhere what the system says stands', async () => {
  const { path: folder } = temporaryFolder();
  const other = { platform: 'linux' } as const;
  expect(() => realPathNow(folder, { ...other, told: refuse })).toThrow('unknown error');
  await expect(realPath(folder, { ...other, told: async () => refuse() })).rejects.toThrow(
    'unknown error',
  );
});
