import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { fail, ok } from '../../src-shared/model/result.ts';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { folderRules } from '../test-support/temporary-state.ts';
import { makeChokidarWatcher } from './chokidar-watcher.ts';
import { makeFingerprinter } from './fingerprinter.ts';
import type { FolderWatcher } from './folder-watcher.ts';
import { makeNativeWatcher } from './native-watcher.ts';
import { errnoOf } from './read-directory.ts';
import { followedFolder, playWatcher, type FollowedParts } from './test-support/followed-folder.ts';
import { makeWorkerFileTree } from './worker-file-tree.ts';

const MINUTE_MS = 60_000;

const fileTree = makeWorkerFileTree({ workers: 1 });
const fingerprinter = makeFingerprinter({ workers: 1 });
afterAll(() => Promise.all([fileTree.close(), fingerprinter.close()]));

/** With a real watcher, unless the test brings another. */
function followed(over: Partial<FollowedParts> = {}) {
  const watcher = over.watcher ?? real(makeNativeWatcher());
  return followedFolder({ fileTree, fingerprinter, ...over, watcher });
}

function real(watcher: FolderWatcher): FolderWatcher {
  onTestFinished(() => watcher.close());
  return watcher;
}

/** Waits until every watch that was asked for stands: each is told, and its directory read again. */
async function watching(f: ReturnType<typeof followed>, directories: number): Promise<void> {
  const reads = () => f.reads.length;
  // Its own check of the root, the scan, and one more look at each directory once its watch stands.
  await expect.poll(reads, { timeout: 8_000, interval: 2 }).toBeGreaterThanOrEqual(directories * 2);
}

test.each([
  ['chokidar', makeChokidarWatcher],
  ['native', makeNativeWatcher],
])(
  '[PI70] with %s a file that is created, appended to, renamed or deleted is seen without a full scan',
  async (_name, make) => {
    const f = followed({ watcher: real(make()) });
    f.write('root/a/old', 'old');
    await f.follow();
    await watching(f, 2);
    writeFileSync(f.inRoot('a/new'), 'new');
    await f.seen(['a/new settling', 'a/old settling']);
    await f.seenInTime(['a/new ready', 'a/old ready']);
    appendFileSync(f.inRoot('a/old'), 'er');
    await f.seen(['a/new ready', 'a/old settling']);
    renameSync(f.inRoot('a/new'), f.inRoot('named'));
    await f.seen(['a/old settling', 'named settling']);
    unlinkSync(f.inRoot('a/old'));
    await f.seen(['named settling']);
    expect(f.fullScans()).toBe(1);
  },
);

test('[PI71] folders made with files in the same instant are seen whole, and what comes into them later', async () => {
  const f = followed();
  f.write('root/first');
  await f.follow();
  await watching(f, 1);
  for (const path of ['p/1', 'p/q/2', 'p/q/r/s/3']) f.write(`root/${path}`);
  await f.seen(['first', 'p/1', 'p/q/2', 'p/q/r/s/3'].map((path) => `${path} settling`));
  f.write('root/p/q/r/s/later');
  rmSync(f.inRoot('p/1'));
  await f.seen(['first', 'p/q/2', 'p/q/r/s/3', 'p/q/r/s/later'].map((path) => `${path} settling`));
  rmSync(f.inRoot('p'), { recursive: true });
  await f.seen(['first settling']);
  expect(f.fullScans()).toBe(1);
});

test('[PI71] a folder that takes the place of one that was moved is watched with all below', async () => {
  const f = followed();
  for (const path of ['a/s/1', 'a/s/t/2', 'keep']) f.write(`root/${path}`);
  await f.follow();
  await watching(f, 4);
  renameSync(f.inRoot('a'), f.inRoot('b'));
  f.write('root/a/s/t/2');
  await f.seen(['a/s/t/2', 'b/s/1', 'b/s/t/2', 'keep'].map((path) => `${path} settling`));
  f.write('root/a/s/t/3');
  const all = ['a/s/t/2', 'a/s/t/3', 'b/s/1', 'b/s/t/2', 'keep'];
  await f.seen(all.map((path) => `${path} settling`));
  expect(f.fullScans()).toBe(1);
});

test('[PI71] a folder that was made anew is read again when all that was told is a change above it', async () => {
  const { watcher, tell } = playWatcher();
  const f = followed({ watcher });
  f.write('root/a/s/1');
  await f.follow();
  rmSync(f.inRoot('a/s'), { recursive: true });
  f.write('root/a/s/2'); // file systems give the new folder the old one's number
  tell({ kind: 'dirty', directory: f.inRoot('a') });
  await f.seen(['a/s/2 settling']);
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
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .toSorted();
}

test.each([
  [1, 'chokidar', makeChokidarWatcher],
  [2, 'chokidar', makeChokidarWatcher],
  [3, 'chokidar', makeChokidarWatcher],
  [4, 'native', makeNativeWatcher],
  [5, 'native', makeNativeWatcher],
] as const)(
  '[PI71] after a hundred random changes the rows are the files, by hints alone (seed %d, %s)',
  async (seed, _name, make) => {
    const f = followed({ watcher: real(make()) });
    f.write('root/keep');
    await f.follow();
    await watching(f, 1);
    let random = seed;
    const chance = (below: number) => {
      random = Math.imul(random, 1_103_515_245) + 12_345;
      return ((random >>> 16) & 0x7fff) % below;
    };
    let seen = 0;
    for (let round = 0; round < 5; round += 1) {
      disturb(f.root, chance);
      const files = filesIn(f.root);
      await f.seen(files.map((path) => `${path} settling`));
      seen += files.length;
    }
    expect(f.fullScans()).toBe(1);
    expect(seen).toBeGreaterThan(10);
  },
);

test('[PI72] a burst of 500 files is seen whole, in a few readings', async () => {
  const f = followed();
  f.write('root/a/0');
  await f.follow();
  await watching(f, 2);
  const before = f.reads.length;
  const names = Array.from({ length: 500 }, (_, index) => `${index}`);
  for (const name of names) writeFileSync(f.inRoot(`a/${name}`), name);
  await f.seen(names.map((name) => `a/${name} settling`).toSorted());
  expect(f.reads.length - before).toBeLessThan(50);
  expect(f.fullScans()).toBe(1);
});

test('[PI73] a root that is removed puts its folder to rest; made again it goes on at once', async () => {
  const f = followed();
  f.write('root/sub/a');
  await f.follow();
  await watching(f, 2);
  await f.seenInTime(['sub/a ready']);
  renameSync(f.root, f.at('away'));
  const folder = () => f.state.folders.get(f.folderId)?.trouble;
  await expect.poll(folder, { timeout: 8_000 }).toBe('absent');
  expect(f.rows()).toEqual(['sub/a ready']);
  mkdirSync(f.root);
  f.write('root/b');
  await expect.poll(folder, { timeout: 8_000 }).toBe(null);
  await f.seen(['b settling']);
});

test('[PI73] a folder that was emptied rests, and comes back with its files', async () => {
  const f = followed();
  f.write('root/sub/a');
  await f.follow();
  await watching(f, 2);
  await f.seenInTime(['sub/a ready']);
  renameSync(f.inRoot('sub'), f.at('away'));
  const folder = () => f.state.folders.get(f.folderId)?.trouble;
  await expect.poll(folder, { timeout: 8_000 }).toBe('emptied');
  expect(f.rows()).toEqual(['sub/a ready']);
  renameSync(f.at('away'), f.inRoot('sub'));
  await expect.poll(folder, { timeout: 8_000 }).toBe(null);
  await f.seen(['sub/a ready']);
});

test('[PI73] a folder in trouble is looked at every 30 seconds, should no hint tell that it is back', async () => {
  const f = followed({ watcher: playWatcher().watcher });
  f.write('root/a');
  await f.follow();
  renameSync(f.root, f.at('away'));
  const trouble = () => f.state.folders.get(f.folderId)?.trouble;
  await f.clock.advance(10 * MINUTE_MS);
  await expect.poll(trouble).toBe('absent');
  renameSync(f.at('away'), f.root);
  await f.clock.advance(29_000);
  expect(trouble()).toBe('absent');
  await f.clock.advance(1_000);
  await expect.poll(trouble).toBe(null);
});

test('[PI74] what no hint told is found by the scan of every ten minutes, and not before', async () => {
  const f = followed({ watcher: playWatcher().watcher });
  f.write('root/a');
  await f.follow();
  f.write('root/b/unheard');
  await f.clock.advance(10 * MINUTE_MS - 1);
  expect(f.fullScans()).toBe(1);
  expect(f.state.files.list({}, 0, 9).map(({ name }) => name)).toEqual(['a']);
  await f.clock.advance(1);
  await expect.poll(() => f.state.files.list({}, 0, 9).map(({ name }) => name)).toHaveLength(2);
  expect(f.fullScans()).toBe(2);
});

test.each([{ kind: 'overflow' }, { kind: 'error', message: 'the thread ended' }] as const)(
  '[PI74] after $kind everything is scanned at once',
  async (hint) => {
    const { watcher, tell } = playWatcher();
    const f = followed({ watcher });
    await f.follow();
    f.write('root/unheard');
    tell(hint);
    await f.seen(['unheard settling']);
    expect(f.fullScans()).toBe(2);
  },
);

test('[PI75] a limit of watches is said once, scanned for once, and bridged by the timed scans', async () => {
  const { watcher, tell, watched } = playWatcher();
  const f = followed({ watcher });
  f.makeFolder('root/a');
  await f.follow();
  expect(f.run.watchTrouble()).toBe(null);
  f.write('root/a/unheard');
  for (let refused = 0; refused < 5; refused += 1) tell({ kind: 'limit', errno: 'ENOSPC' });
  await f.seen(['a/unheard settling']);
  expect(f.events.filter(({ kind }) => kind === 'watch-limited')).toEqual([
    { kind: 'watch-limited', errno: 'ENOSPC' },
  ]);
  expect(f.run.watchTrouble()).toEqual({ errno: 'ENOSPC' });
  expect(f.fullScans()).toBe(2);
  f.write('root/new/unheard');
  await f.clock.advance(10 * MINUTE_MS);
  const names = () => f.rows().map((row) => row.split(' ')[0]);
  await expect.poll(names).toEqual(['a/unheard', 'new/unheard']);
  expect(watched).toEqual(new Set([f.root, f.inRoot('a')]));
});

test('[PI76] an edited .labsealignore counts at once for all below it, in both directions', async () => {
  const f = followed();
  for (const path of ['a/x.log', 'a/b/y.log', 'a/c/z.raw', 'other.log']) f.write(`root/${path}`);
  f.write('root/a/.labsealignore', '*.log\n');
  const kept = 'a/.labsealignore ignored';
  await f.follow();
  await watching(f, 4);
  await f.seen([
    kept,
    'a/b/y.log ignored',
    'a/c/z.raw settling',
    'a/x.log ignored',
    'other.log settling',
  ]);
  f.write('root/a/.labsealignore', 'c/\n');
  await f.seen([
    kept,
    'a/b/y.log settling',
    'a/c/z.raw ignored',
    'a/x.log settling',
    'other.log settling',
  ]);
  rmSync(f.inRoot('a/.labsealignore'));
  await f.seen([
    'a/b/y.log settling',
    'a/c/z.raw settling',
    'a/x.log settling',
    'other.log settling',
  ]);
  f.write('root/a/c/more');
  await f.seen(
    ['a/b/y.log', 'a/c/more', 'a/c/z.raw', 'a/x.log', 'other.log'].map(
      (path) => `${path} settling`,
    ),
  );
  expect(f.fullScans()).toBe(1);
});

test('[PI76] a folder closed by a .labsealignore that cannot be used opens when that is repaired', async () => {
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

test('[PI77] a folder that a person removes is left, one that is added is scanned', async () => {
  const { watcher, watched, tell } = playWatcher();
  const f = followed({ watcher });
  f.write('root/a/1');
  f.write('second/2');
  await f.follow();
  expect(watched).toEqual(new Set([f.root, f.inRoot('a')]));
  f.state.folders.remove(f.folderId, 1);
  f.state.folders.add(f.at('second'), folderRules(), 1);
  f.run.lookAgain();
  await f.seen(['2 settling']);
  expect(watched).toEqual(new Set([f.at('second')]));
  f.state.folders.remove(f.folderId + 1, 2);
  tell({ kind: 'dirty', directory: f.at('second') });
  await expect.poll(() => watched.size).toBe(0);
});

test('[PI78] any number of hints during a pass cost one more, and two passes never overlap', async () => {
  const { watcher, tell } = playWatcher();
  const log = { atOnce: 0, mostAtOnce: 0, looks: 0 };
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const f = followed({
    watcher,
    fileTree: {
      identify: (path, signal) => fileTree.identify(path, signal),
      async readDirectory(path, signal) {
        log.looks += 1;
        log.atOnce += 1;
        log.mostAtOnce = Math.max(log.mostAtOnce, log.atOnce);
        await gate.promise;
        log.atOnce -= 1;
        return fileTree.readDirectory(path, signal);
      },
    },
  });
  f.write('root/a/1');
  await f.follow();
  const before = log.looks;
  gate = Promise.withResolvers();
  const dirty = { kind: 'dirty', directory: f.inRoot('a') } as const;
  tell(dirty);
  await expect.poll(() => log.looks).toBe(before + 1);
  f.write('root/a/2');
  for (let hints = 0; hints < 50; hints += 1) tell(dirty);
  gate.resolve();
  await f.seen(['a/1 settling', 'a/2 settling']);
  await expect.poll(() => log.looks).toBe(before + 2);
  expect(log.mostAtOnce).toBe(1);
});

test('[PI97] a directory that took long rests, is read again after its rest, and holds up no other', async () => {
  const { watcher, tell } = playWatcher();
  let isSlow = false;
  const f = followed({
    watcher,
    fileTree: {
      identify: (path, signal) => fileTree.identify(path, signal),
      async readDirectory(path, signal) {
        const reading = await fileTree.readDirectory(path, signal);
        if (isSlow) f.clock.suspend(100);
        return reading;
      },
    },
  });
  for (const path of ['a/1', 'b/1']) f.write(`root/${path}`);
  await f.follow();
  const changed = (...paths: readonly string[]) => {
    for (const path of paths) {
      f.write(`root/${path}`);
      tell({ kind: 'dirty', directory: f.inRoot(path.slice(0, 1)) });
    }
  };
  isSlow = true;
  changed('a/2');
  await f.seen(['a/1', 'a/2', 'b/1'].map((path) => `${path} settling`));
  isSlow = false;
  changed('a/3', 'b/2');
  await f.seen(['a/1', 'a/2', 'b/1', 'b/2'].map((path) => `${path} settling`));
  await f.clock.advance(399);
  expect(f.rows()).not.toContain('a/3 settling');
  await f.clock.advance(1);
  await f.seen(['a/1', 'a/2', 'a/3', 'b/1', 'b/2'].map((path) => `${path} settling`));
  expect(f.fullScans()).toBe(1);
});

test('[PI80] abort ends following with its reason and leaves no watch, listener or timer', async () => {
  const { watcher, watched, listeners } = playWatcher();
  const f = followed({ watcher });
  f.write('root/a/b/1');
  await f.follow();
  expect([watched.size, listeners.size]).toEqual([3, 1]);
  f.stop(new Error('quit'));
  await expect(f.following()).rejects.toThrow('quit');
  expect([watched.size, listeners.size]).toEqual([0, 0]);
  expect(f.clock.wakeTimesMs()).toEqual([]);
});

test('[PI80] so does abort in the middle of the first scan', async () => {
  const { watcher, watched, listeners } = playWatcher();
  const reading = Promise.withResolvers<void>();
  const f = followed({
    watcher,
    fileTree: {
      identify: (path, signal) => fileTree.identify(path, signal),
      readDirectory(path, signal) {
        if (path.endsWith('/a')) reading.resolve();
        return fileTree.readDirectory(path, signal);
      },
    },
  });
  f.write('root/a/b/1');
  const following = f.run.follow({ spend: 'nothing' }, f.signal);
  await reading.promise;
  f.stop(new Error('quit'));
  await expect(following).rejects.toThrow('quit');
  expect([watched.size, listeners.size]).toEqual([0, 0]);
  expect(f.clock.wakeTimesMs()).toEqual([]);
});

test('[PI81] at rest nothing happens but the timed scan: no timer, no reading, no question', async () => {
  const slept: number[] = [];
  const f = followed({
    watcher: playWatcher().watcher,
    over: ({ clock }) => ({
      clock: {
        ...clock,
        sleep(ms, signal) {
          slept.push(ms);
          return clock.sleep(ms, signal);
        },
      },
    }),
  });
  f.write('root/a/1');
  await f.follow();
  await f.seenInTime(['a/1 ready']);
  const before = { reads: f.reads.length, sleeps: slept.length, listed: f.play.listed.length };
  await f.clock.advance(9 * MINUTE_MS);
  expect(f.clock.wakeTimesMs()).toEqual([10 * MINUTE_MS]);
  expect(f.reads.length).toBe(before.reads);
  expect(slept.length).toBe(before.sleeps);
  for (let period = 1; period <= 6; period += 1) {
    await f.clock.advance(10 * MINUTE_MS);
    await expect.poll(f.fullScans).toBe(1 + period);
  }
  // An hour: six scans that read the root twice and one directory, each with its time limit, and a few turns.
  expect(f.reads.length - before.reads).toBe(6 * 3);
  expect(slept.length - before.sleeps).toBeLessThanOrEqual(6 * 6);
  expect(f.play.listed.length).toBe(before.listed);
});

test('[PI82] allowed to spend nothing, it sends nothing: files rest as ready', async () => {
  const f = followed();
  f.write('root/a');
  await f.follow({ spend: 'nothing' });
  await watching(f, 1);
  await f.seenInTime(['a ready']);
  await f.clock.advance(30 * MINUTE_MS);
  expect([f.sent, f.rows()]).toEqual([[], ['a ready']]);
});

test('[PI82] allowed to spend, it sends what comes up to the ceiling of the whole run, and holds the rest', async () => {
  const f = followed();
  f.write('root/a');
  f.write('root/b');
  await f.follow({ spend: 'up-to', credits: 3 });
  await watching(f, 1);
  await f.seenInTime(['a recording', 'b recording']);
  f.write('root/c');
  await f.seenInTime(['a recording', 'b recording', 'c recording']);
  f.write('root/d');
  await f.seenInTime(['a recording', 'b recording', 'c recording', 'd held']);
  expect(f.run.spentCredits()).toBe(3);
});

test('[PI82] a new version of a notarized file is never sent without a person', async () => {
  const f = followed();
  f.write('root/a', 'one');
  await f.follow({ spend: 'up-to', credits: null });
  await watching(f, 1);
  await f.seenInTime(['a recording']);
  appendFileSync(f.inRoot('a'), 'two');
  await f.seenInTime(['a changed']);
  await f.clock.advance(30 * MINUTE_MS);
  expect([f.rows(), f.sent]).toEqual([['a changed'], ['a']]);
});

test('[PI83] of copies that come together the original alone is paid for', async () => {
  const f = followed();
  f.write('root/copy', 'same');
  f.write('root/original', 'same');
  utimesSync(f.inRoot('original'), 1, 1);
  await f.follow({ spend: 'up-to', credits: null });
  await f.seenInTime(['copy duplicate', 'original recording']);
  expect([f.sent, f.run.spentCredits()]).toEqual([['original'], 1]);
});

test('[QU53] a run that goes on hears of a pause and of its end at once; what comes meanwhile is fingerprinted and waits', async () => {
  const f = followed();
  f.write('root/a', 'a');
  f.state.transferRules.setPause({ mode: 'now', sinceMs: 0, untilMs: null });
  await f.follow({ spend: 'up-to', credits: null });
  await f.seenInTime(['a held']);
  expect(f.state.files.list({}, 0, 9)[0]).toMatchObject({ hold: 'paused', contentId: 1 });
  expect(f.sent).toEqual([]);
  f.state.transferRules.setPause(null);
  f.run.transfersChanged();
  await f.seenInTime(['a recording']);
  expect(f.sent).toEqual(['a']);
});

test('[PI84] one pass sees what appears and grows meanwhile, and rests although a timed scan lies ahead', async () => {
  const f = followed();
  f.write('root/a');
  const offer = f.run.prepare(f.signal);
  await expect.poll(f.rows, { timeout: 8_000 }).toEqual(['a settling']);
  await watching(f, 1);
  f.write('root/later');
  await f.seen(['a settling', 'later settling']);
  await f.seenInTime(['a ready', 'later ready']);
  expect(await f.clock.play(offer)).toMatchObject({ files: 2, credits: 2 });
  expect(f.fullScans()).toBe(1);
  await f.clock.play(f.run.complete(null, f.signal));
  expect(f.clock.monotonicMs()).toBeLessThan(10 * MINUTE_MS);
});

test('[PI84] what is heard between its two steps is looked at in the second', async () => {
  const { watcher, tell, watched } = playWatcher();
  const f = followed({ watcher });
  f.makeFolder('root/a');
  await f.clock.play(f.run.prepare(f.signal));
  f.write('root/a/1');
  tell({ kind: 'dirty', directory: f.inRoot('a') });
  const completed = f.run.complete({ ceiling: null }, f.signal);
  await f.seenInTime(['a/1 recording']);
  expect(watched.size).toBe(2);
  f.stop(new Error('enough'));
  await expect(completed).rejects.toThrow('enough');
  expect(watched.size).toBe(0);
});

const away: ServiceFault = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
};
const signedOut: ServiceFault = { kind: 'not-signed-in', serviceSays: null };

test('[PI85] an outage is waited for however long it lasts, and files go on by themselves', async () => {
  let outage = true;
  let tries = 0;
  const f = followed({
    over: ({ checker }) => ({
      checker: {
        async check(source, onProgress, signal) {
          tries += 1;
          return outage
            ? { kind: 'fault', fault: away }
            : checker.check(source, onProgress, signal);
        },
      },
    }),
  });
  f.write('root/a');
  await f.follow();
  await f.seenInTime(['a checking']);
  await f.clock.advance(60 * MINUTE_MS);
  expect([f.rows(), f.run.serviceFault()]).toEqual([['a checking'], null]);
  expect(tries).toBeLessThan(70);
  outage = false;
  await f.seenInTime(['a ready']);
});

test('[PI86] without a session files are held, and go on when a person has signed in', async () => {
  let isSignedIn = false;
  const f = followed({
    over: ({ checker, remote }) => ({
      remote: {
        ...remote,
        balance: async () => (isSignedIn ? ok(100) : fail(signedOut)),
      },
      checker: {
        check: async (source, onProgress, signal) =>
          isSignedIn
            ? checker.check(source, onProgress, signal)
            : { kind: 'fault', fault: signedOut },
      },
    }),
  });
  f.write('root/a');
  await f.follow();
  await f.seenInTime(['a held']);
  await f.clock.advance(30 * MINUTE_MS);
  expect([f.rows(), f.run.serviceFault()?.kind]).toEqual([['a held'], 'not-signed-in']);
  isSignedIn = true;
  f.run.lookAgain();
  await f.seenInTime(['a ready']);
  expect(f.run.serviceFault()).toBe(null);
});
