import os from 'node:os';
import { expect, test } from 'vitest';
import { drivesOf, findRoots } from './list-drives.ts';

test('drives are what holds a person’s data, with spaces read back; the system’s own are none', () => {
  const mounts = String.raw`/dev/sda1 / ext4 rw 0 0
proc /proc proc rw 0 0
tmpfs /run tmpfs rw 0 0
/dev/sda2 /boot/efi vfat rw 0 0
/dev/sdb1 /media/ada/Field\040data exfat rw 0 0
/dev/sdb1 /media/ada/Field\040data exfat rw 0 0
nas:/lab /mnt/lab nfs4 rw 0 0
/dev/sdc1 /run/media/ada/STICK vfat rw 0 0
cluster@tcp:/scratch /scratch lustre rw 0 0
remote:lab /home/ada/cloud fuse.rclone rw 0 0
portal /run/user/1000/doc fuse.portal rw 0 0
/dev/loop1 /snap/core/1 squashfs ro 0 0
overlay /var/lib/containers overlay rw 0 0
`;
  expect(drivesOf(mounts)).toEqual([
    '/home/ada/cloud',
    '/media/ada/Field data',
    '/mnt/lab',
    '/run/media/ada/STICK',
    '/scratch',
  ]);
});

test('the home comes first; below the last one lies whatever has no drive of its own', async () => {
  const roots = await findRoots();
  expect(roots[0]).toEqual({ kind: 'home', path: os.homedir() });
  const whole = process.platform === 'win32' ? [] : [{ kind: 'drive', path: '/' }];
  expect(roots.filter(({ path }) => path === '/')).toEqual(whole);
});
