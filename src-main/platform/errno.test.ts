import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errnoOf } from './errno.ts';

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
])('%s is a mistake of ours, and is thrown again', (error) => {
  let thrown: unknown = null;
  try {
    errnoOf(error);
  } catch (again) {
    thrown = again;
  }
  expect(thrown).toBe(error);
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
