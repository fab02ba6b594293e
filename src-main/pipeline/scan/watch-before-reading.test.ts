import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bulkFolder } from '../../test-support/temporary-folder.ts';
import type { FileTree } from './file-tree.ts';
import { makeFolderView } from './folder-view.ts';
import { scanFolder } from './scan-folder.ts';
import { onThreadTree } from './test-support/on-thread.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';

const method = { source: 'native', pollSeconds: 60 } as const;

/** A folder that new runs scan, whose watches are active as soon as they are asked for. */
function restarted() {
  const l = scannedFolder(bulkFolder(), {});
  for (const path of ['a/1', 'a/b/2', 'c/3']) l.folder.write(path);

  /** Returns what is to be read again afterwards. `marked`: what the watcher marks while it is read. */
  async function run(marked: string | null = null): Promise<readonly string[]> {
    const within = (directory: string) => directory.slice(l.folder.path.length).replace(/^\/+/, '');
    const view = makeFolderView(l.id, l.folder.path, method, {
      watch: (directory) => void view.dirty.add(within(directory)),
      unwatch() {},
      isShortAt: () => false,
      tryAgain() {},
      close() {},
    });
    const fileTree: FileTree = {
      ...onThreadTree,
      readDirectory(path, signal, question) {
        if (within(path) === marked) view.dirty.add(marked);
        return onThreadTree.readDirectory(path, signal, question);
      },
    };
    const folder = l.state().folders.get(l.id);
    if (folder === null) throw new Error('the folder is gone');
    const core = { state: l.state(), clock: l.clock, transitions: l.transitions() };
    const { signal } = new AbortController();
    await scanFolder(folder, view, { ...core, fileTree, announce() {} }, signal);
    return [...view.dirty].toSorted();
  }
  return { ...l, run };
}

test('directories that were settled are watched before they are read, and need no second reading', async () => {
  const { run, folder, rows } = restarted();
  expect(await run()).toEqual(['a', 'a/b', 'c']);
  await run();
  expect(await run()).toEqual([]);
  writeFileSync(folder.at('c/3'), 'longer than before');
  expect(await run()).toEqual([]);
  expect(rows()).toContain('c/3 discovered');
});

test('what is marked while it is read is read again', async () => {
  const { run } = restarted();
  for (let time = 0; time < 2; time += 1) await run();
  expect(await run('a/b')).toEqual(['a/b']);
});
