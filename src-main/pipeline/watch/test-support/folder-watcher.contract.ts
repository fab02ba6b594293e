/** The contract of a FolderWatcher, for every method: one that fails this may not be offered. */
import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FolderHint, WatchMethod } from '../folder-watcher.ts';
import { makeWorkerFolderWatcher } from '../worker-folder-watcher.ts';
import { hasFreeNames } from '../../../test-support/this-system.ts';
import {
  bulkFolder,
  temporaryFolder,
  type TemporaryFolder,
} from '../../../test-support/temporary-folder.ts';

/** A folder, and the hints of a watcher for it; directories are named by their paths in it, '' for itself. */
function lab(method: WatchMethod, folder = temporaryFolder()) {
  const watcher = makeWorkerFolderWatcher();
  onTestFinished(() => watcher.close());
  const at = (directory: string) => (directory === '' ? folder.path : folder.at(directory));
  const hints: FolderHint[] = [];
  watcher.onHint((hint) => hints.push(hint));
  const dirty = (directory: string) => ({ kind: 'dirty', directory: at(directory) });

  /** Acts, and waits until each of the directories was reported afterwards. */
  async function expectDirty(directories: readonly string[], act: () => unknown): Promise<void> {
    const before = hints.length;
    act();
    const reported = expect.arrayContaining(directories.map(dirty));
    await expect.poll(() => hints.slice(before)).toEqual(reported);
  }
  /** Makes and watches them, and waits until the watches are active. */
  async function watch(...directories: readonly string[]): Promise<void> {
    for (const directory of directories) {
      mkdirSync(at(directory), { recursive: true });
      await expectDirty([directory], () => watcher.watch(at(directory), method));
    }
  }
  return { ...folder, at, watcher, hints, dirty, expectDirty, watch };
}

type Change = (folder: Pick<TemporaryFolder, 'at' | 'write'>) => unknown;

/** `a` and `b` are watched folders in the watched root ''; `a/old` exists. */
const CHANGES: readonly (readonly [string, dirty: readonly string[], make: Change])[] = [
  ['create', ['a'], ({ write }) => write('a/new')],
  ['append', ['a'], ({ at }) => appendFileSync(at('a/old'), 'x')],
  ['rewrite in place', ['a'], ({ at }) => writeFileSync(at('a/old'), 'abc', { flag: 'r+' })],
  ['only its times', ['a'], ({ at }) => utimesSync(at('a/old'), 1, 1)],
  ['rename in a folder', ['a'], ({ at }) => renameSync(at('a/old'), at('a/x'))],
  ['rename between folders', ['a', 'b'], ({ at }) => renameSync(at('a/old'), at('b/old'))],
  ['atomic replacement', ['a'], ({ at, write }) => renameSync(write('a/.old.tmp'), at('a/old'))],
  ['delete', ['a'], ({ at }) => unlinkSync(at('a/old'))],
  ['nested folders with files made at once', ['a'], ({ write }) => write('a/p/q/r/file')],
  ['rm -r', [''], ({ at }) => rmSync(at('a'), { recursive: true })],
];

const ODD_NAMES = ['~', 'old.sw', 'x~', "it's", '#n', '!n', ' b', 'e\u0301'].concat(
  hasFreeNames ? ['a\nb', '"q"', 'a\\b', 'b '] : ['CON'],
);

/** `isToldOfEnds`: whether the system tells who watches a directory when that goes. */
export function folderWatcherContract(method: WatchMethod, isToldOfEnds = true): void {
  describe(`${method.source} keeps the folder-watcher contract`, () => {
    test.each(CHANGES)('a hint tells which folder to look at: %s', async (_name, dirty, change) => {
      const { at, write, watch, expectDirty } = lab(method);
      write('a/old', 'abc');
      await watch('', 'a', 'b');
      await expectDirty(dirty, () => change({ at, write }));
    });

    test('the first hint says that the watch stands; watching twice is watching once', async () => {
      const { path, at, watch, watcher, hints, dirty } = lab(method);
      await watch('');
      expect(hints).toEqual([dirty('')]);
      watcher.watch(path, method);
      watcher.unwatch(at('never watched'));
      expect(watcher.watchedCount()).toBe(1);
    });

    test('a burst of files in two folders is told for both, in a few hints', async () => {
      const { at, watch, expectDirty, hints } = lab(method, bulkFolder());
      const folders = ['a', 'b'];
      await watch(...folders);
      const files = Array.from({ length: 2_000 }, (_, index) => `${folders[index % 2]}/${index}`);
      for (const some of [files, ['a/last', 'b/last']]) {
        await expectDirty(folders, () => some.forEach((file) => writeFileSync(at(file), '')));
      }
      expect(hints.length).toBeLessThan(1_000);
      expect(new Set(hints.map(({ kind }) => kind))).toEqual(new Set(['dirty']));
    });

    test('a directory is watched once it is there, and again when it was replaced', async () => {
      const { at, expectDirty, watcher } = lab(method);
      const root = at('root');
      const change = (file: string) =>
        expectDirty(['root'], () => writeFileSync(`${root}/${file}`, 'x'));
      watcher.watch(root, method);
      await expectDirty(['root'], () => mkdirSync(root));
      if (!isToldOfEnds) return change('1');
      await expectDirty(['root'], () => rmdirSync(root));
      await expectDirty(['root'], () => mkdirSync(root));
      await change('1');
      await expectDirty(['root'], () => unlinkSync(`${root}/1`));
      await expectDirty(['root'], () => {
        // faster than anybody can check
        rmdirSync(root);
        mkdirSync(root);
      });
      await change('2');
      expect(watcher.watchedCount()).toBe(1);
    });

    test('letting a folder go leaves the ones in it watched', async () => {
      const { path, watch, expectDirty, watcher, hints, dirty, write } = lab(method);
      await watch('', 'inner');
      watcher.unwatch(path);
      expect(watcher.watchedCount()).toBe(1);
      const before = hints.length;
      await expectDirty(['inner'], () => ['outer-file', 'inner/file'].map((file) => write(file)));
      expect(hints.slice(before)).not.toContainEqual(dirty(''));
    });

    test('a folder is watched whatever its name is', async () => {
      const { watch, expectDirty, write } = lab(method);
      await watch(...ODD_NAMES);
      await expectDirty(ODD_NAMES, () => ODD_NAMES.map((oddName) => write(`${oddName}/file`)));
    });

    test('after closing nothing is told and nothing may be watched', async () => {
      const { path, watch, watcher, hints, write } = lab(method);
      await watch('');
      await watcher.close();
      const before = hints.length;
      write('file');
      expect(() => watcher.watch(path, method)).toThrow('closed');
      await watcher.close();
      expect(hints.length).toBe(before);
      expect(watcher.watchedCount()).toBe(0);
    });
  });
}
