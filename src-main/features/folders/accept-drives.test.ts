import { rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { DRIVE_FILES, withDrive } from '../../pipeline/scan/test-support/folder-with-drive.ts';
import { acceptDrives } from './folders.ts';

const never = new AbortController().signal;

function accepting() {
  const d = withDrive();
  const accept = () => {
    const folder = d.state().folders.get(d.id);
    if (folder === null) throw new Error('the folder is gone');
    return acceptDrives(folder, { state: d.state(), fileTree: d.tree }, never);
  };
  return { ...d, accept };
}

const OF_THE_FOLDER = DRIVE_FILES.slice(0, 1);

test.each([true, false])(
  'without its drive a folder has no files of it, once a person says so (mount point there: %s)',
  async (isMountPointThere) => {
    const d = accepting();
    await d.scan();
    d.mounts.clear();
    if (!isMountPointThere) rmdirSync(d.at);
    await d.scan();
    expect(await d.accept()).toEqual(ok(1));
    expect(d.troubled()).toEqual([]);
    await d.scan();
    expect([d.rows(), d.troubled()]).toEqual([OF_THE_FOLDER, []]);
  },
);

test('another drive in its place is used once a person says so', async () => {
  const d = accepting();
  await d.scan();
  d.mounts.set(d.at, d.other);
  await d.scan();
  expect(await d.accept()).toEqual(ok(1));
  await d.scan();
  const found = [...OF_THE_FOLDER, 'drive/stranger.csv discovered'];
  expect([d.rows(), d.troubled()]).toEqual([found, []]);
  d.mounts.set(d.at, d.own); // it is the other one now
  await d.scan();
  expect(d.troubled()).toEqual([{ path: 'drive', trouble: 'other' }]);
});

test('the same of the drive that the folder itself is on', async () => {
  const d = accepting();
  await d.scan();
  d.mounts.clear();
  d.mounts.set(d.folder.path, d.other);
  await d.scan();
  expect(d.trouble()).toBe('other-drive');
  expect(await d.accept()).toEqual(ok(1));
  await d.scan();
  expect([d.trouble(), d.rows()]).toEqual([null, ['/stranger.csv discovered']]);
});

test('where every drive is the right one nothing changes, and a folder that is gone is said', async () => {
  const d = accepting();
  await d.scan();
  expect(await d.accept()).toEqual(ok(0));
  await d.scan();
  expect(d.rows()).toEqual(DRIVE_FILES);
  d.mounts.set(d.folder.path, { ...d.other, holds: `${d.folder.path}/nowhere` });
  expect(await d.accept()).toMatchObject({ ok: false, fault: { kind: 'no-such-folder' } });
});
