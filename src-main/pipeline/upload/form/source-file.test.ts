import { expect, test } from 'vitest';
import { openSourceFile } from './source-file.ts';
import { makeTempFolder } from '../test-support/upload-setup.ts';

test('a regular file is read at any position, its end is an answer of zero, and a failure a rejection', async () => {
  using folder = makeTempFolder();
  const opened = await openSourceFile(folder.write('real', 'abcdef'));
  if (!opened.ok) throw new Error(opened.fault.code);
  const memory = Buffer.alloc(4);
  expect(await opened.value.read(memory, 4, 2)).toBe(4);
  expect(memory.toString()).toBe('cdef');
  expect(await opened.value.read(memory, 4, 6)).toBe(0);
  expect((await opened.value.identity())?.sizeBytes).toBe(6);
  await opened.value.close();
  await expect(opened.value.read(memory, 4, 0)).rejects.toMatchObject({ code: 'EBADF' });
});
