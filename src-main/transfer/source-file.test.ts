import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openSourceFile } from './source-file.ts';
import { makeTempFolder } from './test-support/upload-setup.ts';

test('links, folders, FIFOs and missing files are refused at once, with the reason', async () => {
  using folder = makeTempFolder();
  const real = folder.write('real', 'abc');
  const at = (name: string): string => join(dirname(real), name);
  symlinkSync(real, at('link'));
  mkdirSync(at('folder'));
  execFileSync('mkfifo', [at('fifo')]);
  const faultOf = async (name: string) => {
    const opened = await openSourceFile(at(name));
    return opened.ok ? null : opened.fault.code;
  };
  expect(await faultOf('link')).toBe('ELOOP');
  expect(await faultOf('folder')).toBe('NOT_A_FILE');
  expect(await faultOf('fifo')).toBe('NOT_A_FILE');
  expect(await faultOf('missing')).toBe('ENOENT');
});

test('a regular file is read at any position, and its end is an answer of zero', async () => {
  using folder = makeTempFolder();
  const opened = await openSourceFile(folder.write('real', 'abcdef'));
  if (!opened.ok) throw new Error(opened.fault.code);
  const memory = Buffer.alloc(4);
  expect(await opened.value.read(memory, 4, 2)).toBe(4);
  expect(memory.toString()).toBe('cdef');
  expect(await opened.value.read(memory, 4, 6)).toBe(0);
  expect((await opened.value.identity()).sizeBytes).toBe(6);
  await opened.value.close();
});
