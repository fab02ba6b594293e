import { realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { mountedParts, mountOf, systemTexts, volumeOf, type SystemTexts } from './mounts.ts';

const MOUNTINFO = `
25 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
30 25 0:27 / /mnt/lab rw,relatime shared:9 - nfs4 server:/lab\\040data rw,vers=4.2
31 30 8:17 / /mnt/lab/stick rw - vfat /dev/sdb1 rw
32 25 8:33 / /mnt/lab/stick rw - vfat /dev/sdc1 rw
33 25 254:0 / /mnt/safe rw - xfs /dev/mapper/safe rw
34 25 0:42 / /mnt/pool rw - zfs pool/lab rw
35 25 0:43 / /mnt/memory rw - tmpfs tmpfs rw
36 25 8:49 / /mnt/no-id rw - ext4 /dev/sdd1 rw
`;
const LINKS: Readonly<Record<string, string>> = {
  '/dev/disk/by-uuid/aaaa-0001': '/dev/sda1',
  '/dev/disk/by-uuid/CAFE-0002': '/dev/sdc1',
  '/dev/disk/by-uuid/eeee-0003': '/dev/dm-0',
  '/dev/mapper/safe': '/dev/dm-0',
};
const linux: SystemTexts = {
  text: () => MOUNTINFO,
  names: (folder) =>
    Object.keys(LINKS).flatMap((link) =>
      link.startsWith(`${folder}/`) ? [link.slice(folder.length + 1)] : [],
    ),
  link: (file) => LINKS[file] ?? null,
};

test.each([
  ['/data/runs', 'uuid aaaa-0001'],
  ['/mnt/lab/runs', 'nfs4 server:/lab data'],
  ['/mnt/lab/stick', 'uuid CAFE-0002'], // of two on one directory the last is seen
  ['/mnt/safe/x', 'uuid eeee-0003'],
  ['/mnt/pool', 'zfs pool/lab'],
  ['/mnt/memory', null],
  ['/mnt/no-id', null],
])('the file system at %s is %s, on whatever device it is', (at, volume) => {
  expect(volumeOf(at, linux)).toBe(volume);
});

test('the parts of a folder are told by where they lie in their file systems', () => {
  const bound = `${MOUNTINFO}37 25 8:1 /data/runs /home/lab/again\\0401 rw - ext4 /dev/sda1 rw\n`;
  const system = { text: () => bound };
  expect(mountedParts('/data', system)).toEqual([{ at: '/data', device: '8:1', inside: '/data' }]);
  expect(mountedParts('/home/lab', system)).toEqual([
    { at: '/home/lab', device: '8:1', inside: '/home/lab' },
    { at: '/home/lab/again 1', device: '8:1', inside: '/data/runs' },
  ]);
  expect(mountedParts('/home/lab/again 1/deep', system)).toEqual([
    { at: '/home/lab/again 1/deep', device: '8:1', inside: '/data/runs/deep' },
  ]);
  expect(mountedParts('C:\\runs', { text: () => null })).toEqual([]);
});

test('a system that says nothing of its drives has no volumes', () => {
  expect(volumeOf('C:\\runs', { ...linux, text: () => null })).toBeNull();
});

test.runIf(process.platform === 'linux')('this computer says what its drives are', () => {
  expect(mountOf(realpathSync(tmpdir()), systemTexts)?.fileSystem).toMatch(/^[a-z]/);
  expect(systemTexts.text('/proc/nothing')).toBeNull();
  expect(systemTexts.names('/dev')).toContain('null');
  expect(systemTexts.link('/proc/self')).toBe(`/proc/${process.pid}`);
  expect(systemTexts.link('/dev/null')).toBeNull();
});
