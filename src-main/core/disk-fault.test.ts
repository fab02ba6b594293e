import { describe, expect, test } from 'vitest';
import { diskFaultOf } from './disk-fault.ts';

const withCode = (code: string, cause?: unknown) =>
  Object.assign(new Error('x', { cause }), { code });

describe('diskFaultOf', () => {
  test.for(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY_DBMOVED', 'ENOSPC', 'EDQUOT'])(
    '%s is the disk, alone or as the cause of another error',
    (code) => {
      const fault = { kind: 'database', trouble: 'disk', path: '/data' };
      expect(diskFaultOf(withCode(code), '/data')).toEqual(fault);
      expect(diskFaultOf(new Error('y', { cause: withCode(code) }), '/data')).toEqual(fault);
    },
  );

  test('a damaged database is called that', () => {
    expect(diskFaultOf(withCode('SQLITE_CORRUPT'), '/data')).toMatchObject({ trouble: 'damaged' });
  });

  test.for([
    ['SQLITE_BUSY', 'busy'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['EMFILE', 'open-files'],
    ['ENFILE', 'open-files'],
  ] as const)('%s is told as %s, with its way out', ([code, trouble]) => {
    expect(diskFaultOf(withCode(code), '/data')).toMatchObject({ kind: 'database', trouble });
  });

  test('a mistake of ours stays one', () => {
    const circle = new Error('x');
    circle.cause = circle;
    const mistakes = [circle, withCode('SQLITE_CONSTRAINT'), withCode('ENOENT'), 'text', null];
    expect(mistakes.map((mistake) => diskFaultOf(mistake, '/data'))).toEqual(
      mistakes.map(() => null),
    );
  });
});
