import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { lateSightSentence } from '../../../src-shared/model/words/en/paths.ts';
import {
  fileSystemOf,
  lateSight,
  readSystemText,
  type ReadSystemText,
} from './watch-capability.ts';

const MOUNTINFO = `
25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 25 0:27 / /mnt/lab rw,relatime shared:9 - nfs4 server:/lab rw,vers=4.2
31 30 8:17 / /mnt/lab/local rw - xfs /dev/sdb1 rw
32 25 0:40 / /mnt/two\\040words rw - cifs //server/share rw
33 25 0:41 / /mnt/home rw - fuse.sshfs me@server: rw
34 25 0:42 / /mnt/stick rw - fuseblk /dev/sdc1 rw
35 25 0:43 / /mnt/auto rw - autofs systemd-1 rw
36 35 0:44 / /mnt/auto rw - nfs server:/x rw
`;
const linux: ReadSystemText = (path) => (path.endsWith('mountinfo') ? MOUNTINFO : '8192\n');

test.each([
  ['/data/runs', null],
  ['/mnt/lab', 'network-drive'],
  ['/mnt/lab/runs', 'network-drive'],
  ['/mnt/laboratory', null],
  ['/mnt/lab/local/runs', null],
  ['/mnt/two words/runs', 'network-drive'],
  ['/mnt/home', 'network-drive'],
  ['/mnt/stick', null],
  ['/mnt/auto/runs', 'network-drive'],
])('by the drives that the system names, %s is foreseen as %s', (folder, kind) => {
  expect(lateSight(folder, 8_192, linux)?.kind ?? null).toBe(kind);
});

test('more folders than the system lets a person watch are foreseen', () => {
  expect(lateSight('/data', 8_193, linux)).toEqual({ kind: 'too-many-folders', most: 8_192 });
  expect(lateSight('/data', null, linux)).toBe(null);
});

test('a sentence says when changes are seen', () => {
  expect(lateSightSentence({ kind: 'network-drive' })).toMatch(/within 10 minutes.*network drive/);
  expect(lateSightSentence({ kind: 'too-many-folders', most: 8_192 })).toMatch(/10 min.*8192/);
});

const silent: ReadSystemText = () => null;

test('a system that says nothing of its drives is known by the name of a share', () => {
  expect(lateSight('\\\\server\\runs', null, silent)).toEqual({ kind: 'network-drive' });
  expect(lateSight('C:\\runs', 1_000_000, silent)).toBe(null);
});

test.runIf(process.platform === 'linux')('this computer says what its drives are', () => {
  const mounts = readSystemText('/proc/self/mountinfo') ?? '';
  expect(fileSystemOf(realpathSync(tmpdir()), mounts)).toMatch(/^[a-z]/);
  expect(readSystemText('/proc/nothing')).toBe(null);
});
