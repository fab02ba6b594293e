import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, errnoOf } from './errno.ts';

const withCode = (code: string, over = {}) => Object.assign(new Error(code), { code, ...over });

test.each([
  withCode('EIO'),
  withCode('ENOENT'),
  withCode('E2BIG'),
  withCode('EWORKER'),
  withCode('ERR_FS_FILE_TOO_LARGE'),
  withCode('UNKNOWN', { syscall: 'open' }),
])('$code is an answer of the file system', (error) => {
  expect(errnoOf(error)).toBe(error.code);
});

test.each([
  new TypeError('x is not a function'),
  withCode('ERR_OUT_OF_RANGE'),
  withCode('ERR_INVALID_ARG_TYPE'),
  withCode('SQLITE_CONSTRAINT'),
  withCode('UNKNOWN'),
  'text',
])('%s is a bug, and is thrown again', (error) => {
  let thrown: unknown = null;
  try {
    errnoOf(error);
  } catch (again) {
    thrown = again;
  }
  expect(thrown).toBe(error);
});

/** As Node reports what libuv has no name for. */
const nameless = (errno: number) =>
  withCode(`Unknown system error -${errno}`, { errno: -errno, syscall: 'read' });

test.runIf(process.platform === 'linux').each([
  [116, 'ESTALE'],
  [122, 'EDQUOT'],
  [126, 'ENOKEY'],
  [117, 'EUCLEAN'],
  [521, 'E521'], // of the kernel's own, which a network drive let through
])('the system’s number %i, for which libuv has no name, is %s', (errno, code) => {
  expect(errnoOf(nameless(errno))).toBe(code);
  expect(codeOf(nameless(errno))).toBe(code);
});

test('the code of an error that is not the system’s', () => {
  expect(codeOf(withCode('SQLITE_FULL'))).toBe('SQLITE_FULL');
  expect([codeOf(new Error('x')), codeOf('text')]).toEqual([null, null]);
});

test('the code of a real file that is not there', () => {
  let code = '';
  try {
    readFileSync('/no/such/file');
  } catch (error) {
    code = errnoOf(error);
  }
  expect(code).toBe('ENOENT');
});
