/** What hints of a watcher lead to: what changed is seen, whole, and without a full scan. */
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { errnoOf } from '../../platform/errno.ts';
import { slashed } from '../../platform/disk/paths.ts';
import { playWatcher } from '../scan/test-support/followed-folder.ts';
import type { FolderWatcher } from './folder-watcher.ts';
import { followFolders, untilItsEnd, watching } from './test-support/real-folders.ts';
import { makeWorkerFolderWatcher } from './worker-folder-watcher.ts';

const { followed } = followFolders();

const settling = (...paths: readonly string[]) => paths.map((path) => `${path} settling`);

/** Whatever suits this system. */
function watchedBy(source: 'native' | 'chokidar'): FolderWatcher {
  const real = makeWorkerFolderWatcher();
  return untilItsEnd({
    ...real,
    watch: (directory, method) => real.watch(directory, { ...method, source }),
  });
}

/** Follows a folder with these files in it, until its directories are watched; so many there are. */
async function followedWith(
  paths: readonly string[],
  directories: number,
  source?: 'native' | 'chokidar',
) {
  const f = followed(source === undefined ? {} : { watcher: watchedBy(source) });
  for (const path of paths) f.write(`root/${path}`);
  await f.follow();
  await watching(f, directories);
  return f;
}

test('a file that is created, appended to, renamed or deleted is seen without a full scan', async () => {
  const f = await followedWith(['a/old'], 2);
  writeFileSync(f.inRoot('a/new'), 'new');
  await f.seen(settling('a/new', 'a/old'));
  await f.seenInTime(['a/new ready', 'a/old ready']);
  appendFileSync(f.inRoot('a/old'), 'er');
  await f.seen(['a/new ready', 'a/old settling']);
  renameSync(f.inRoot('a/new'), f.inRoot('named'));
  await f.seen(settling('a/old', 'named'));
  unlinkSync(f.inRoot('a/old'));
  await f.seen(settling('named'));
  expect(f.fullScans()).toBe(1);
});

test('folders made with files in the same instant are seen whole, and what comes into them later', async () => {
  const f = await followedWith(['first'], 1);
  for (const path of ['p/1', 'p/q/2', 'p/q/r/s/3']) f.write(`root/${path}`);
  await f.seen(settling('first', 'p/1', 'p/q/2', 'p/q/r/s/3'));
  f.write('root/p/q/r/s/later');
  rmSync(f.inRoot('p/1'));
  await f.seen(settling('first', 'p/q/2', 'p/q/r/s/3', 'p/q/r/s/later'));
  rmSync(f.inRoot('p'), { recursive: true });
  await f.seen(settling('first'));
  expect(f.fullScans()).toBe(1);
});

test('a folder that takes the place of one that was moved is watched with all below', async () => {
  const f = await followedWith(['a/s/1', 'a/s/t/2', 'keep'], 4);
  renameSync(f.inRoot('a'), f.inRoot('b'));
  f.write('root/a/s/t/2');
  await f.seen(settling('a/s/t/2', 'b/s/1', 'b/s/t/2', 'keep'));
  f.write('root/a/s/t/3');
  await f.seen(settling('a/s/t/2', 'a/s/t/3', 'b/s/1', 'b/s/t/2', 'keep'));
  expect(f.fullScans()).toBe(1);
});

test('a folder that is renamed keeps its rows as they stand, and is watched at its new place', async () => {
  const f = await followedWith(['a/s/1', 'a/t/2', 'keep'], 4);
  await f.seenInTime(['a/s/1 ready', 'a/t/2 ready', 'keep ready']);
  const numbers = () => f.state.files.list({}, 0, 9).map(({ id, name }) => [id, name]);
  const before = numbers();
  // Each directory is settled once it was seen with nothing left to do.
  await f.run.scanAnew();
  mkdirSync(f.inRoot('b'));
  renameSync(f.inRoot('a'), f.inRoot('b/a'));
  await f.seen(['b/a/s/1 ready', 'b/a/t/2 ready', 'keep ready']);
  expect(numbers()).toEqual(before);
  f.write('root/b/a/s/3');
  await f.seen(['b/a/s/1 ready', 'b/a/s/3 settling', 'b/a/t/2 ready', 'keep ready']);
});

test('a folder that was made anew is read again when all that was told is a change above it', async () => {
  const { watcher, tell } = playWatcher();
  const f = followed({ watcher });
  f.write('root/a/s/1');
  await f.follow();
  rmSync(f.inRoot('a/s'), { recursive: true });
  f.write('root/a/s/2'); // file systems give the new folder the old one's number
  tell({ kind: 'dirty', directory: f.inRoot('a') });
  await f.seen(settling('a/s/2'));
  expect(f.fullScans()).toBe(1);
});

/** What a person and their programs do in a tree of folders, a hundred times, as fast as they can. */
function disturb(root: string, chance: (below: number) => number): void {
  const names = ['a', 'b', 'c'];
  const somewhere = () =>
    Array.from({ length: 1 + chance(3) }, () => names[chance(names.length)]).join('/');
  for (let step = 0; step < 100; step += 1) {
    const [one, other] = [`${root}/${somewhere()}`, `${root}/${somewhere()}`];
    const file = `${one}/${chance(5)}.raw`;
    try {
      const what = chance(10);
      if (what < 3) mkdirSync(one, { recursive: true });
      else if (what < 6) writeFileSync(file, `${step}`);
      else if (what < 8) renameSync(one, other);
      else if (what < 9) unlinkSync(file);
      else rmSync(one, { recursive: true });
    } catch (error) {
      errnoOf(error); // moving a folder into itself and the like: only the system may say no
    }
  }
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => slashed(relative(root, join(entry.parentPath, entry.name))))
    .toSorted();
}

test.each([
  [1, 'chokidar'],
  [2, 'chokidar'],
  [3, 'chokidar'],
  [4, 'native'],
  [5, 'native'],
] as const)(
  'after a hundred random changes the rows are the files, by hints alone: seed %d, %s',
  async (seed, source) => {
    const f = await followedWith(['keep'], 1, source);
    let random = seed;
    const chance = (below: number) => {
      random = Math.imul(random, 1_103_515_245) + 12_345;
      return ((random >>> 16) & 0x7fff) % below;
    };
    let seen = 0;
    for (let round = 0; round < 5; round += 1) {
      disturb(f.root, chance);
      const files = filesIn(f.root);
      await f.seen(settling(...files));
      seen += files.length;
    }
    expect(f.fullScans()).toBe(1);
    expect(seen).toBeGreaterThan(10);
  },
);

test('a burst of files is seen whole, in a few readings', async () => {
  const f = await followedWith(['a/0'], 2);
  const before = f.reads.length;
  const names = Array.from({ length: 500 }, (_, index) => `a/${index}`);
  for (const name of names) writeFileSync(f.inRoot(name), name);
  await f.seen(settling(...names.toSorted()));
  expect(f.reads.length - before).toBeLessThan(50);
  expect(f.fullScans()).toBe(1);
});

const fourRows = (y: string, z: string, x: string) =>
  [`a/b/y.log ${y}`, `a/c/z.raw ${z}`, `a/x.log ${x}`].concat('other.log settling');

test('an edited .labsealignore counts at once for all below it, in both directions', async () => {
  const f = followed();
  for (const path of ['a/x.log', 'a/b/y.log', 'a/c/z.raw', 'other.log']) f.write(`root/${path}`);
  f.write('root/a/.labsealignore', '*.log\n');
  await f.follow();
  await watching(f, 4);
  await f.seen(['a/.labsealignore ignored', ...fourRows('ignored', 'settling', 'ignored')]);
  f.write('root/a/.labsealignore', 'c/\n');
  await f.seen(['a/.labsealignore ignored', ...fourRows('settling', 'ignored', 'settling')]);
  rmSync(f.inRoot('a/.labsealignore'));
  await f.seen(fourRows('settling', 'settling', 'settling'));
  f.write('root/a/c/more');
  await f.seen(settling('a/b/y.log', 'a/c/more', 'a/c/z.raw', 'a/x.log', 'other.log'));
  expect(f.fullScans()).toBe(1);
});

test('a folder closed by a .labsealignore that cannot be used opens when that is repaired', async () => {
  const f = followed();
  f.write('root/a/b/file');
  f.write('root/a/.labsealignore', '**/x/**/y/**/z');
  await f.follow();
  expect(f.run.unreadDirectories()).toEqual([
    { folderId: f.folderId, path: 'a', errno: 'EIGNORE' },
  ]);
  await watching(f, 2);
  f.write('root/a/.labsealignore', '*.tmp');
  await f.seen(['a/.labsealignore ignored', 'a/b/file settling']);
  expect(f.run.unreadDirectories()).toEqual([]);
  expect(f.fullScans()).toBe(1);
});
