import { closeSync, openSync, statSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { openFilesOf, watchOpenFiles } from './open-for-writing.ts';

test.runIf(process.platform === 'linux')(
  'a file that a program has open for writing is known by it',
  () => {
    const folder = temporaryFolder('/tmp'); // below /dev nothing is looked at
    const open = (name: string, flags: string) => {
      const handle = openSync(folder.write(name), flags);
      onTestFinished(() => closeSync(handle));
    };
    open('appended', 'a');
    open('both', 'r+');
    open('read', 'r');
    folder.write('closed');
    const isOpenForWriting = watchOpenFiles();
    const found = ['appended', 'both', 'read', 'closed'].filter((name) =>
      isOpenForWriting(folder.at(name), statSync(folder.at(name), { bigint: true })),
    );
    expect(found).toEqual(['appended', 'both']);
  },
);

const TOLD = `p101
fcwd
a 
tDIR
i2
n/Users/ada
f3
aw
tREG
i4711
n/Volumes/lab/run 1.raw
f4
au
tREG
i4712
n/Volumes/lab/both.raw
f5
ar
tREG
i4713
n/Volumes/lab/read.raw
f6
au
tIPv4
n*:80
p102
f7
aw
tREG
i4711
n/Volumes/lab/other name.raw
`;

test('of what lsof tells, the files that are open for writing count, by inode and name', () => {
  expect(openFilesOf(TOLD)).toEqual(
    new Map([
      ['4711', new Set(['run 1.raw', 'other name.raw'])],
      ['4712', new Set(['both.raw'])],
    ]),
  );
});
