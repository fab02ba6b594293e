/** Directories that are read again: several at a time, as many of them as a renamed tree has, and none before those above it. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { bulkFolder } from '../../test-support/temporary-folder.ts';
import type { FileTree } from './file-tree.ts';
import { makeFolderView } from './folder-view.ts';
import { scanDirectories, scanFolder } from './scan-folder.ts';
import { onThreadTree } from './test-support/on-thread.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';

const { signal } = new AbortController();
const UNWATCHED = {
  watch() {},
  unwatch() {},
  isShortAt: () => false,
  tryAgain() {},
  close() {},
};

test('directories that lie beside each other are read together, and those below them afterwards', async () => {
  const lab = scannedFolder(bulkFolder(), {});
  for (const path of ['a/1', 'a/b/2', 'a/b/c/3', 'd/4', 'e/5']) lab.folder.write(path);
  const reading = new Set<string>();
  const readings: string[] = [];
  const fileTree: FileTree = {
    ...onThreadTree,
    async readDirectory(path, ...others) {
      const inner = path.slice(lab.folder.path.length).replace(/^\/+/, '');
      reading.add(inner);
      await turn();
      readings.push(`${inner} of ${[...reading].join(' ')}`);
      const read = await onThreadTree.readDirectory(path, ...others);
      reading.delete(inner);
      return read;
    },
  };
  const folder = () => {
    const row = lab.state().folders.get(lab.id);
    if (row === null) throw new Error('the folder is gone');
    return row;
  };
  const method = { source: 'poll', pollSeconds: 60 } as const;
  const view = makeFolderView(lab.id, lab.folder.path, method, UNWATCHED);
  const core = { state: lab.state(), clock: lab.clock, transitions: lab.transitions() };
  const ports = { ...core, fileTree, announce() {} };
  await scanFolder(folder(), view, ports, signal);
  readings.length = 0;
  const paths = ['a/b/c', 'e', 'a', 'd', 'a/b'];
  const read = await scanDirectories(folder(), paths, view, ports, signal);
  expect([...(read?.keys() ?? [])].toSorted()).toEqual(paths.toSorted());
  expect(readings).toHaveLength(paths.length);
  expect(readings[0]).toBe('e of e a d');
  expect(readings.slice(3)).toEqual(['a/b of a/b', 'a/b/c of a/b/c']);
});
