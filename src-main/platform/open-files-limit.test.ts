import { expect, test } from 'vitest';
import { isOpenFilesLimit } from './errno.ts';

const thrown = (code: string, message: string) => Object.assign(new Error(message), { code });

test.for([
  thrown('EMFILE', 'x'),
  thrown('ENFILE', 'x'),
  thrown('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EMFILE'),
  thrown('ERR_DLOPEN_FAILED', 'libz.so: cannot open shared object file: Too many open files'),
])('$code, "$message" is the limit of open files', (error) => {
  expect(isOpenFilesLimit(error)).toBe(true);
});

test.for([
  thrown('ENOENT', 'too many open files'),
  thrown('ERR_DLOPEN_FAILED', 'libz.so: wrong ELF class'),
  'EMFILE',
])('anything else is not', (error) => {
  expect(isOpenFilesLimit(error)).toBe(false);
});
