/** A directory that is closed to a folder, for its rules or its drive, is watched until that is repaired. */
import { expect, test } from 'vitest';
import { bulkFolder, temporaryFolder } from '../../test-support/temporary-folder.ts';
import type { FileTree } from './file-tree.ts';
import { makeFolderView } from './folder-view.ts';
import { scanDirectories, scanFolder } from './scan-folder.ts';
import { makeMountedTree, type MountedDrive } from './test-support/mounted-tree.ts';
import { onThreadTree } from './test-support/on-thread.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';

const method = { source: 'native', pollSeconds: 60 } as const;
const BASE = { dev: '1', volume: 'base', bornNs: '0' };
const { signal } = new AbortController();

type Lab = ReturnType<typeof scannedFolder>;

/** What closes the directory `a`; returns the tree that shows it. */
const CLOSED: Readonly<Record<string, (lab: Lab) => Promise<FileTree>>> = {
  async 'an ignore file that takes too long'({ folder }) {
    folder.write('a/.labsealignore', '**/a/**/b/**/c');
    return Promise.resolve(onThreadTree);
  },
  async 'a drive that is away'(lab) {
    const drive = temporaryFolder();
    drive.write('2');
    const own: MountedDrive = { holds: drive.path, dev: '8', volume: 'own', bornNs: '0' };
    const mounts = new Map([[lab.folder.at('a'), own]]);
    const tree = makeMountedTree(onThreadTree, mounts, BASE);
    await lab.scan(tree);
    mounts.clear();
    return tree;
  },
};

test.each(Object.entries(CLOSED))(
  '%s: reading it again asks for no other reading, so that it ends',
  async (_what, close) => {
    const lab = scannedFolder(bulkFolder(), {});
    lab.folder.write('a/1');
    const fileTree = await close(lab);
    const watched = new Map<string, string>();
    const view = makeFolderView(lab.id, lab.folder.path, method, {
      // As each watcher does: its first hint says that it watches.
      watch(directory, { source }) {
        if (watched.get(directory) === source) return;
        watched.set(directory, source);
        view.dirty.add(directory.slice(lab.folder.path.length).replace(/^\/+/, ''));
      },
      unwatch: (directory) => void watched.delete(directory),
      isShortAt: () => false,
      tryAgain() {},
      close() {},
    });
    const folder = lab.state().folders.get(lab.id);
    if (folder === null) throw new Error('the folder is gone');
    const core = { state: lab.state(), clock: lab.clock, transitions: lab.transitions() };
    const ports = { ...core, fileTree, announce() {} };
    await scanFolder(folder, view, ports, signal);
    const readings: (readonly string[])[] = [];
    while (view.dirty.size > 0 && readings.length < 9) {
      const paths = [...view.dirty];
      readings.push(paths);
      view.dirty.clear();
      await scanDirectories(folder, paths, view, ports, signal);
    }
    expect([...view.unread.keys()]).toEqual(['a']);
    expect(watched.has(lab.folder.at('a'))).toBe(true);
    expect(readings.length).toBeLessThan(3);
  },
);
