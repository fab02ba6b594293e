/** Every FolderWatcher runs this; one that skips it may not stand in for the real one. */
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
import type { FolderHint, FolderWatcher } from './folder-watcher.ts';
import {
  bulkFolder,
  temporaryFolder,
  type TemporaryFolder,
} from './test-support/temporary-folder.ts';

const SEEN_WITHIN_MS = 5_000;

/** Collects hints; `expectDirty` waits for one that comes after the call. */
function listening(watcher: FolderWatcher) {
  onTestFinished(() => watcher.close());
  const hints: FolderHint[] = [];
  const waiting = new Map<string, () => void>();
  watcher.onHint((hint) => {
    hints.push(hint);
    if (hint.kind === 'dirty') waiting.get(hint.directory)?.();
  });
  function expectDirty(directory: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Error(`no hint for ${directory}; heard ${JSON.stringify(hints)}`));
      }, SEEN_WITHIN_MS);
      waiting.set(directory, () => {
        clearTimeout(timer);
        waiting.delete(directory);
        resolve();
      });
    });
  }
  /** Resolves when the watch stands. */
  async function watch(directory: string): Promise<void> {
    const standing = expectDirty(directory);
    watcher.watch(directory);
    await standing;
  }
  return { watcher, hints, expectDirty, watch };
}

interface Change {
  readonly name: string;
  readonly dirty: readonly string[];
  readonly make: (folder: TemporaryFolder) => void;
}

/** `a` and `b` are watched folders in the watched root ''; `a/old` exists. */
const CHANGES: readonly Change[] = [
  { name: 'create', dirty: ['a'], make: ({ at }) => writeFileSync(at('a/new'), 'x') },
  { name: 'append', dirty: ['a'], make: ({ at }) => appendFileSync(at('a/old'), 'x') },
  {
    name: 'rewrite in place',
    dirty: ['a'],
    make: ({ at }) => writeFileSync(at('a/old'), 'abc', { flag: 'r+' }),
  },
  { name: 'only its times', dirty: ['a'], make: ({ at }) => utimesSync(at('a/old'), 1, 1) },
  {
    name: 'rename in a folder',
    dirty: ['a'],
    make: ({ at }) => renameSync(at('a/old'), at('a/x')),
  },
  {
    name: 'rename between folders',
    dirty: ['a', 'b'],
    make: ({ at }) => renameSync(at('a/old'), at('b/old')),
  },
  {
    name: 'atomic replacement',
    dirty: ['a'],
    make: ({ at }) => {
      writeFileSync(at('a/.old.tmp'), 'new');
      renameSync(at('a/.old.tmp'), at('a/old'));
    },
  },
  { name: 'delete', dirty: ['a'], make: ({ at }) => unlinkSync(at('a/old')) },
  {
    name: 'nested folders with files made in the same instant',
    dirty: ['a'],
    make: ({ at, write }) => {
      mkdirSync(at('a/p/q/r'), { recursive: true });
      write('a/p/q/r/file');
    },
  },
  { name: 'rm -r', dirty: [''], make: ({ at }) => rmSync(at('a'), { recursive: true }) },
];

const ODD_NAMES = [
  '~',
  'old.sw',
  'x~',
  'a\nb',
  "it's",
  '"q"',
  '#n',
  '!n',
  ' b ',
  'a\\b',
  'e\u0301',
];

export function folderWatcherContract(name: string, make: () => FolderWatcher): void {
  describe(`${name} keeps the folder-watcher contract`, () => {
    test.each(CHANGES)('a hint tells which folder to look at: $name', async (change) => {
      const folder = temporaryFolder();
      folder.write('a/old', 'abc');
      folder.makeFolder('b');
      const { watch, expectDirty } = listening(make());
      const pathOf = (relativePath: string): string =>
        relativePath === '' ? folder.path : folder.at(relativePath);
      for (const directory of ['', 'a', 'b']) await watch(pathOf(directory));
      const seen = Promise.all(change.dirty.map((directory) => expectDirty(pathOf(directory))));
      change.make(folder);
      await seen;
    });

    test('the first hint says that the watch stands, whether anything changed or not', async () => {
      const folder = temporaryFolder();
      const { watch, hints } = listening(make());
      await watch(folder.path);
      expect(hints).toEqual([{ kind: 'dirty', directory: folder.path }]);
    });

    test('a burst of 2,000 files in two folders is told for both, in a few hints', async () => {
      const folder = bulkFolder();
      const folders = [folder.makeFolder('a'), folder.makeFolder('b')];
      const { watch, expectDirty, hints } = listening(make());
      for (const directory of folders) await watch(directory);
      const before = hints.length;
      const startedAtMs = performance.now();
      const seen = Promise.all(folders.map((directory) => expectDirty(directory)));
      for (let index = 0; index < 2_000; index += 1) {
        writeFileSync(`${folders[index % 2]}/${index}`, '');
      }
      await seen;
      const last = Promise.all(folders.map((directory) => expectDirty(directory)));
      for (const directory of folders) writeFileSync(`${directory}/last`, '');
      await last;
      const windows = Math.ceil((performance.now() - startedAtMs) / 20);
      expect(hints.length - before).toBeLessThanOrEqual(folders.length * (windows + 1));
      expect(hints.every((hint) => hint.kind === 'dirty')).toBe(true);
    });

    test('a root that is deleted and made again is watched again', async () => {
      const folder = temporaryFolder();
      const root = folder.makeFolder('root');
      const { watch, expectDirty, watcher } = listening(make());
      await watch(root);
      const gone = expectDirty(root);
      rmdirSync(root);
      await gone;
      const back = expectDirty(root);
      mkdirSync(root);
      await back;
      const changed = expectDirty(root);
      writeFileSync(`${root}/file`, 'x');
      await changed;
      expect(watcher.watchedCount()).toBe(1);
    });

    test('and so is one that is replaced faster than anybody can look', async () => {
      const folder = temporaryFolder();
      const root = folder.makeFolder('root');
      const { watch, expectDirty } = listening(make());
      await watch(root);
      const replaced = expectDirty(root);
      rmdirSync(root);
      mkdirSync(root);
      await replaced;
      const changed = expectDirty(root);
      writeFileSync(`${root}/file`, 'x');
      await changed;
    });

    test('a directory that does not exist yet is watched once it does', async () => {
      const folder = temporaryFolder();
      const { watcher, expectDirty } = listening(make());
      watcher.watch(folder.at('later'));
      const made = expectDirty(folder.at('later'));
      folder.makeFolder('later');
      await made;
    });

    test('letting a folder go leaves the ones in it watched', async () => {
      const folder = temporaryFolder();
      const inner = folder.makeFolder('inner');
      const { watch, expectDirty, watcher, hints } = listening(make());
      await watch(folder.path);
      await watch(inner);
      watcher.unwatch(folder.path);
      expect(watcher.watchedCount()).toBe(1);
      const before = hints.length;
      const seen = expectDirty(inner);
      folder.write('outer-file');
      folder.write('inner/file');
      await seen;
      expect(hints.slice(before)).not.toContainEqual({ kind: 'dirty', directory: folder.path });
    });

    test('watching twice is watching once, and strangers may be let go', async () => {
      const folder = temporaryFolder();
      const { watch, watcher } = listening(make());
      await watch(folder.path);
      watcher.watch(folder.path);
      watcher.unwatch(folder.at('never watched'));
      expect(watcher.watchedCount()).toBe(1);
    });

    test('a folder is watched whatever its name is', async () => {
      const folder = temporaryFolder();
      const { watch, expectDirty } = listening(make());
      for (const oddName of ODD_NAMES) {
        const directory = folder.makeFolder(oddName);
        await watch(directory);
        const seen = expectDirty(directory);
        writeFileSync(`${directory}/file`, 'x');
        await seen;
      }
    });

    test('after closing nothing is told and nothing may be watched', async () => {
      const folder = temporaryFolder();
      const { watch, watcher, hints } = listening(make());
      await watch(folder.path);
      await watcher.close();
      const before = hints.length;
      folder.write('file');
      expect(() => {
        watcher.watch(folder.path);
      }).toThrow('closed');
      await watcher.close();
      expect(hints.length).toBe(before);
      expect(watcher.watchedCount()).toBe(0);
    });
  });
}
