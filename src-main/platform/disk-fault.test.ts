import { expect, test } from 'vitest';
import { diskFaultOf } from './errno.ts';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('x', { cause }), { code });

test.for([
  ['SQLITE_FULL', 'disk'],
  ['SQLITE_IOERR_WRITE', 'disk'],
  ['SQLITE_READONLY_DBMOVED', 'disk'],
  ['ENOSPC', 'disk'],
  ['EDQUOT', 'disk'],
  ['EUCLEAN', 'disk'],
  ['ESTALE', 'disk'],
  ['ENOKEY', 'disk'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_BUSY', 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', 'busy'],
  ['SQLITE_LOCKED', 'busy'],
  ['EMFILE', 'open-files'],
  ['ENFILE', 'open-files'],
] as const)('%s is told as %s, alone or as the cause of another error', ([code, trouble]) => {
  const fault = { kind: 'database', trouble, path: '/data' };
  expect(diskFaultOf(withCode(code), '/data')).toEqual(fault);
  expect(diskFaultOf(new Error('y', { cause: withCode(code) }), '/data')).toEqual(fault);
});

test.runIf(process.platform === 'linux')('so is a number for which libuv has no name', () => {
  const overQuota = Object.assign(withCode('Unknown system error -122'), { errno: -122 });
  expect(diskFaultOf(overQuota, '/data')).toMatchObject({ trouble: 'disk' });
});

test('a bug stays one', () => {
  const circle = new Error('x');
  circle.cause = circle;
  for (const mistake of [circle, withCode('SQLITE_CONSTRAINT'), withCode('ENOENT'), 'text', null]) {
    expect(diskFaultOf(mistake, '/data')).toBeNull();
  }
});
