/** What is noticed of drives between two full scans. */
import { mkdirSync, rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { followFolders } from '../watch/test-support/real-folders.ts';
import type { WatchMethod } from '../watch/folder-watcher.ts';
import { playWatcher } from './test-support/followed-folder.ts';
import { makeMountedTree, type MountedDrive } from './test-support/mounted-tree.ts';

const { fileTree, followed } = followFolders();

async function followedDrive() {
  const drives = temporaryFolder();
  drives.write('own/a');
  drives.write('own/deep/b');
  drives.write('other/c');
  const own: MountedDrive = { holds: drives.at('own'), dev: '8', volume: 'own', bornNs: '0' };
  const other: MountedDrive = { holds: drives.at('other'), dev: '8', volume: 'other', bornNs: '0' };
  const mounts = new Map<string, MountedDrive>();
  const { watcher, tell } = playWatcher();
  const methods = new Map<string, WatchMethod>();
  const watch: typeof watcher.watch = (directory, method) => {
    methods.set(directory, method);
    watcher.watch(directory, method);
  };
  const base = { dev: '1', volume: 'base', bornNs: '0' };
  const f = followed({
    watcher: { ...watcher, watch },
    fileTree: makeMountedTree(fileTree, mounts, base),
  });
  const at = f.makeFolder('root/drive');
  f.write('root/here');
  mounts.set(at, own);
  await f.follow();
  await f.seen(['drive/a settling', 'drive/deep/b settling', 'here settling']);
  return {
    ...f,
    at,
    own,
    other,
    mounts,
    methods,
    dirty: (directory: string) => tell({ kind: 'dirty', directory }),
  };
}

const CLOSED = ['drive/a unreadable', 'drive/deep/b unreadable', 'here settling'];

test('a drive that is taken out has no missing files, and is polled for until it is back', async () => {
  const f = await followedDrive();
  f.mounts.clear();
  f.dirty(f.at); // the system ends its watch
  await f.seen(CLOSED);
  expect(f.methods.get(f.at)).toEqual({ source: 'poll', pollSeconds: 30 });
  f.mounts.set(f.at, f.own);
  f.dirty(f.at);
  await f.seen(['drive/a settling', 'drive/deep/b settling', 'here settling']);
  expect(f.fullScans()).toBe(1);
});

test('nor has one whose mount point is removed with it', async () => {
  const f = await followedDrive();
  f.mounts.clear();
  rmdirSync(f.at);
  f.dirty(f.root);
  await f.seen(CLOSED);
  mkdirSync(f.at);
  f.mounts.set(f.at, f.own);
  f.dirty(f.at); // its watch waits for it
  await f.seen(['drive/a settling', 'drive/deep/b settling', 'here settling']);
  expect(f.state.folderDrives.troubled(f.folderId)).toEqual([]);
});

test('nothing of another drive in its place is taken', async () => {
  const f = await followedDrive();
  f.mounts.set(f.at, f.other);
  f.dirty(f.at);
  await f.seen(CLOSED);
  const trouble = { path: 'drive', trouble: 'other' };
  expect(f.state.folderDrives.troubled(f.folderId)).toEqual([trouble]);
});
