/** A run from its beginning to its end: its passes never overlap, at rest it does nothing, and it leaves nothing behind. */
import { renameSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import {
  addContent,
  addFile,
  assignment,
  folderRules,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { identityKey } from '../../platform/disk/file-identity.ts';
import { playWatcher } from '../scan/test-support/followed-folder.ts';
import { answers, remoteFile, throttled, unavailable } from '../common/test-support/fake-ports.ts';
import { followFolders, watching } from '../watch/test-support/real-folders.ts';

const { fileTree, followed } = followFolders();

test('a folder that a person removes is left, one that is added is scanned', async () => {
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

test('any number of hints during a pass cost one more, and two passes never overlap', async () => {
  const { watcher, tell } = playWatcher();
  const log = { atOnce: 0, mostAtOnce: 0, looks: 0 };
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const f = followed({
    watcher,
    fileTree: {
      ...fileTree,
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

test('a directory that took long rests, is read again after its rest, and holds up no other', async () => {
  const { watcher, tell } = playWatcher();
  let isSlow = false;
  const f = followed({
    watcher,
    fileTree: {
      ...fileTree,
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

test('abort ends following with its reason and leaves no watch, listener or timer', async () => {
  const { watcher, watched, listeners } = playWatcher();
  const f = followed({ watcher });
  f.write('root/a/b/1');
  await f.follow();
  expect([watched.size, listeners.size]).toEqual([3, 1]);
  f.stop(new Error('quit'));
  await expect(f.following()).rejects.toThrow('quit');
  expect([watched.size, listeners.size, f.clock.wakeTimesMs()]).toEqual([0, 0, []]);
});

test('so does abort in the middle of the first scan', async () => {
  const { watcher, watched, listeners } = playWatcher();
  const reading = Promise.withResolvers<void>();
  const f = followed({
    watcher,
    fileTree: {
      ...fileTree,
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
  expect([watched.size, listeners.size, f.clock.wakeTimesMs()]).toEqual([0, 0, []]);
});

test('at rest nothing happens but the timed scan: no timer, no reading, no question', async () => {
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
  expect([f.reads.length, slept.length]).toEqual([before.reads, before.sleeps]);
  for (let period = 1; period <= 6; period += 1) {
    await f.clock.advance(10 * MINUTE_MS);
    await expect.poll(f.fullScans).toBe(1 + period);
  }
  // An hour: six scans that read the root twice and one directory, each with its time limit, and a few turns.
  expect(f.reads.length - before.reads).toBe(6 * 3);
  expect(slept.length - before.sleeps).toBeLessThanOrEqual(6 * 6);
  expect(f.play.listed.length).toBe(before.listed);
});

test('one pass sees what appears and grows meanwhile, and rests although a timed scan lies ahead', async () => {
  const f = followed();
  f.write('root/a');
  const offer = f.run.prepare(f.signal);
  await expect.poll(f.rows).toEqual(['a settling']);
  await watching(f, 1);
  f.write('root/later');
  await f.seen(['a settling', 'later settling']);
  await f.seenInTime(['a ready', 'later ready']);
  expect(await f.clock.play(offer)).toMatchObject({ files: 2, credits: 2 });
  expect(f.fullScans()).toBe(1);
  await f.clock.play(f.run.complete(null, f.signal));
  expect(f.clock.monotonicMs()).toBeLessThan(10 * MINUTE_MS);
});

test('what is heard between its two steps is looked at in the second', async () => {
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

const shown = (...list: readonly Result<number, ServiceFault>[]) => {
  const next = answers(...list);
  const { watcher } = playWatcher();
  return followed({
    watcher,
    over: ({ remote }) => ({ remote: { ...remote, balance: async () => next() } }),
  });
};
const away = fail(unavailable('no-connection'));
const forbidden = fail({ kind: 'forbidden', serviceSays: null } as const);

test('a balance that fails to be read is asked for again before anything is decided about money', async () => {
  const f = shown(away, away, ok(100));
  f.write('root/a');
  expect(await f.clock.play(f.run.prepare(f.signal))).toMatchObject({ files: 1, balance: 100 });
  await f.run.close();
});

test('a balance that comes late in a run lets go what waited for it', async () => {
  const f = shown(forbidden, forbidden, ok(100));
  f.write('root/a');
  await f.clock.play(f.run.prepare(f.signal));
  const completed = f.run.complete({ ceiling: null }, f.signal);
  await f.seenInTime(['a recording']);
  expect(f.sent).toEqual(['a']);
  f.stop(new Error('enough'));
  await expect(completed).rejects.toThrow('enough');
});

test('with a balance that the service does not show, files wait for it; the next run sends them', async () => {
  const f = shown(forbidden, forbidden, forbidden, ok(100));
  f.write('root/a');
  expect(await f.clock.play(f.run.prepare(f.signal))).toMatchObject({ files: 1, balance: null });
  await f.clock.play(f.run.complete({ ceiling: null }, f.signal));
  expect(f.state.files.list({}, 0, 9)).toMatchObject([{ state: 'held', hold: 'balance_unknown' }]);
  expect([f.sent, f.run.balanceFault()]).toEqual([[], forbidden.fault]);
  expect(await f.clock.play(f.run.prepare(f.signal))).toMatchObject({ files: 1, balance: 100 });
});

test('an approval covers what still waits to be sent: what comes during a long pause is paid for within the rest of it', async () => {
  const { watcher, tell } = playWatcher();
  const pauseMs = 20 * MINUTE_MS; // longer than the run is patient
  let endsMs = Infinity;
  const f = followed({
    watcher,
    rules: folderRules({ assignment: assignment({ checkPolicy: 'never' }) }),
    over: ({ uploader, clock }) => ({
      uploader: {
        ...uploader,
        async send(...asked) {
          endsMs = Math.min(endsMs, clock.monotonicMs() + pauseMs);
          const leftMs = endsMs - clock.monotonicMs();
          if (leftMs <= 0) return uploader.send(...asked);
          return { kind: 'stopped', fault: throttled(leftMs) };
        },
      },
    }),
  });
  for (const name of ['a', 'b']) f.write(`root/${name}`);
  expect(await f.clock.play(f.run.prepare(f.signal))).toMatchObject({ credits: 2 });
  const completed = f.run.complete({ ceiling: 2 }, f.signal);
  await expect.poll(async () => f.clock.advance(100).then(() => endsMs)).not.toBe(Infinity);
  f.write('root/c');
  tell({ kind: 'dirty', directory: f.root });
  await f.seenInTime(['a ready', 'b ready', 'c ready']);
  await f.clock.advance(pauseMs);
  await f.seenInTime(['a recording', 'b recording', 'c ready']);
  expect(f.sent).toEqual(['a', 'b']);
  f.stop(new Error('enough'));
  await expect(completed).rejects.toThrow('enough');
});

/** A file to be paid for beside one whose answer was lost just now; `offer` says how long the offer took. */
async function besideDoubt(isDoubt = true) {
  const { watcher } = playWatcher();
  const f = followed({ watcher });
  f.write('root/a');
  if (isDoubt) {
    f.write('root/sub/doubt', 'doubt');
    const seen = await fileTree.identify(f.inRoot('sub/doubt'), f.signal);
    if (seen.kind !== 'file') throw new Error('a file just written is gone');
    const identity = identityKey(seen.identity);
    const directoryId = f.state.files.directory(f.folderId, 'sub');
    const added = addFile(f.state, f.folderId, { directoryId, name: 'doubt', identity });
    const file = f.state.files.move(added, 'hashing');
    const contentId = addContent(f.state, 'doubt').id;
    const { uploadedIso } = remoteFile();
    const job = uploadJob({ id: 'job', fileId: file.id, contentId, name: 'doubt', uploadedIso });
    f.state.uploads.add(job);
    f.state.uploads.move('job', { type: 'answer-lost' }, f.clock.nowMs());
    const ready = f.state.files.move(file, 'ready', { contentId });
    f.state.files.move(f.state.files.move(ready, 'uploading'), 'confirming');
  }
  return {
    ...f,
    async offer() {
      const fromMs = f.clock.monotonicMs();
      const offer = await f.clock.play(f.run.prepare(f.signal));
      return { ...offer, tookMs: f.clock.monotonicMs() - fromMs };
    },
  };
}

test('the price is offered without waiting for a lost answer, which is looked for while a person decides', async () => {
  const plain = await besideDoubt(false);
  const { tookMs } = await plain.offer();
  const f = await besideDoubt();
  const offer = await f.offer();
  expect(offer).toMatchObject({ files: 1, credits: 1 });
  expect(offer.tookMs).toBeLessThanOrEqual(tookMs + 2_000); // one reading of the list may end with it
  f.play.files = [remoteFile({ name: 'doubt', status: 'Available' })];
  expect(f.rows()).toEqual(['a ready', 'sub/doubt confirming']);
  await f.seenInTime(['a ready', 'sub/doubt notarized']);
  await f.clock.play(f.run.complete(null, f.signal));
  await plain.run.close();
});

test('what is found beside the second step is followed to its end in it', async () => {
  const f = await besideDoubt();
  await f.offer();
  const completed = f.run.complete(null, f.signal);
  f.play.files = [remoteFile({ name: 'doubt', status: 'Pending' })];
  await f.seenInTime(['a ready', 'sub/doubt recording']);
  f.play.files = [remoteFile({ name: 'doubt', status: 'Available' })];
  await f.clock.play(completed);
  expect(f.rows()).toEqual(['a ready', 'sub/doubt notarized']);
});

test.each<readonly [string, (f: Awaited<ReturnType<typeof besideDoubt>>) => void, string]>([
  ['is gone', (f) => rmSync(f.inRoot('sub/doubt')), 'sub/doubt missing'],
  [
    'is gone with its folder',
    (f) => rmSync(f.inRoot('sub'), { recursive: true }),
    'sub/doubt missing',
  ],
  [
    'has a new name',
    (f) => renameSync(f.inRoot('sub/doubt'), f.inRoot('moved')),
    'moved notarized',
  ],
  ['has other bytes', (f) => f.write('root/sub/doubt', 'other bytes'), 'sub/doubt changed'],
])(
  'a file that %s by the time its lost answer is found is not called notarized',
  async (...row) => {
    const [, disturb, after] = row;
    const f = await besideDoubt();
    disturb(f);
    await f.offer();
    const completed = f.run.complete(null, f.signal);
    expect(f.rows()).toContain('sub/doubt confirming');
    f.play.files = [remoteFile({ name: 'doubt', status: 'Available' })];
    await f.clock.play(completed);
    expect(f.rows()).toEqual(['a ready', after]);
  },
);

test('an offer that nobody follows up leaves nothing running', async () => {
  const f = await besideDoubt();
  await f.offer();
  await f.run.close();
  const listed = f.play.listed.length;
  await f.clock.advance(10 * MINUTE_MS);
  expect(f.play.listed).toHaveLength(listed);
});

test('a person who stops the second step does not wait for what is looked for beside it', async () => {
  const f = await besideDoubt();
  await f.offer();
  const stop = new AbortController();
  const completed = f.run.complete(null, stop.signal);
  await f.clock.advance(100);
  const atMs = f.clock.monotonicMs();
  stop.abort(new Error('enough'));
  await expect(completed).rejects.toThrow('enough');
  expect(f.clock.monotonicMs()).toBe(atMs);
});

test('a file that has other bytes each time it is to be sent is left to the next pass', async () => {
  const { watcher } = playWatcher();
  let tries = 0;
  const f = followed({
    watcher,
    over: ({ uploader }) => ({
      uploader: {
        ...uploader,
        async send() {
          tries += 1;
          f.write('root/a', `version ${tries}`);
          return tries < 9 ? { kind: 'source-changed' } : { kind: 'recorded', fileId: 'at last' };
        },
      },
    }),
  });
  f.write('root/a', 'version 0');
  await f.clock.play(f.run.prepare(f.signal));
  await f.clock.play(f.run.complete({ ceiling: null }, f.signal));
  expect([tries, f.rows()]).toEqual([3, ['a ready']]);
});
