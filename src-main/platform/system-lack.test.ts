import { expect, test } from 'vitest';
import { systemLackOf } from './errno.ts';

const coded = (code: string, message: string = code, syscall?: string) =>
  Object.assign(new Error(message), { code, ...(syscall === undefined ? {} : { syscall }) });

test.each([
  ['working-folder', coded('ENOENT', 'process.cwd failed', 'uv_cwd')],
  [null, coded('ENOENT', 'no such file', 'open')],
  ['open-files', coded('EMFILE')],
  ['threads', coded('ERR_WORKER_INIT_FAILED', 'Worker initialization failure: EAGAIN')],
  ['threads', coded('EAGAIN', 'spawn EAGAIN')],
  ['memory', coded('ERR_WORKER_OUT_OF_MEMORY')],
  ['memory', new RangeError('Array buffer allocation failed')],
  [null, coded('ERR_WORKER_INIT_FAILED', 'Cannot find module')],
  [null, new RangeError('a bug')],
  [null, 'text'],
])('%s', (lack, error) => {
  expect(systemLackOf(error)).toBe(lack);
});
