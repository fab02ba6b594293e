import { expect, test } from 'vitest';
import { identityKey } from '../ports/file-identity.ts';
import { addFile, folderRules, identity } from '../test-support/temporary-state.ts';
import type { FileTree, PathReading } from './file-tree.ts';
import { makeFingerprintLane } from './fingerprint-lane.ts';
import { fingerprintEach, type Fingerprint, type Fingerprinter } from './fingerprinter.ts';
import { makeSettleLane } from './settle-lane.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';

/** A disk that holds the same thing under every path, and a reader that finds the same in it. */
function localLanes(p: Pipeline, disk: () => PathReading, print: () => Fingerprint, readMs = 10) {
  const log = { looked: [] as string[], read: [] as string[], together: [] as number[] };
  const fileTree: FileTree = {
    async identify(path, signal) {
      log.looked.push(path);
      if (log.looked.length > 1_000) throw new Error('it looks again and again');
      await p.clock.sleep(1, signal);
      return disk();
    },
    readDirectory: () => Promise.reject(new Error('no lane lists a directory')),
  };
  const fingerprint: Fingerprinter['fingerprint'] = async (path, _expected, _options, signal) => {
    log.read.push(path);
    await p.clock.sleep(readMs, signal);
    return print();
  };
  const fingerprinter: Fingerprinter = {
    fingerprint,
    fingerprintAll(files, signal) {
      log.together.push(files.length);
      return fingerprintEach(fingerprint, files, signal);
    },
  };
  const lanes = [makeSettleLane({ ...p, fileTree }), makeFingerprintLane({ ...p, fingerprinter })];
  return { lanes, log };
}

const HERE: PathReading = { kind: 'file', identity: identity() };
const done: Fingerprint = {
  kind: 'done',
  blake3: 'b',
  sha256: 's',
  sizeBytes: 100,
  identity: identity(),
};

test('a file that stood still is read once and decided', async () => {
  const p = pipeline();
  const file = addFile(p.state, p.folderId, { name: 'a' });
  const { lanes, log } = localLanes(
    p,
    () => HERE,
    () => done,
  );
  expect(await p.run(lanes)).toBe('rest');
  expect(log).toEqual({ looked: [], read: ['/data/a'], together: [] });
  expect(p.row(file)).toMatchObject({ state: 'checking', contentId: 1 });
});

test('a settling file is looked at when its time has come, then read', async () => {
  const p = pipeline();
  const dueAtMs = p.clock.nowMs() + 5_000;
  const file = addFile(p.state, p.folderId, { state: 'settling', dueAtMs });
  const { lanes, log } = localLanes(
    p,
    () => HERE,
    () => done,
  );
  expect(await p.run(lanes)).toBe('rest');
  expect([log.looked.length, log.read.length, p.clock.monotonicMs()]).toEqual([1, 1, 5_011]);
  expect(p.row(file).state).toBe('checking');
});

test.each<[Fingerprint, string, string | null]>([
  [{ kind: 'unreadable', errno: 'EIO' }, 'unreadable', 'EIO'],
  [{ kind: 'special' }, 'ignored', 'special'],
])('what cannot be fingerprinted says why: %j', async (print, state, message) => {
  const p = pipeline();
  const file = addFile(p.state, p.folderId);
  const { lanes } = localLanes(
    p,
    () => HERE,
    () => print,
  );
  expect(await p.run(lanes)).toBe('rest');
  expect(p.row(file)).toMatchObject({ state, message });
});

test('a file that is gone by then is forgotten', async () => {
  const p = pipeline();
  addFile(p.state, p.folderId);
  const { lanes } = localLanes(
    p,
    () => HERE,
    () => ({ kind: 'absent' }),
  );
  await p.run(lanes);
  expect(p.states()).toEqual([]);
});

test('a file that changes under every reading is read at the pace of its quiet period, not as fast as it can be', async () => {
  const p = pipeline();
  addFile(p.state, p.folderId);
  const { lanes, log } = localLanes(
    p,
    () => HERE,
    () => ({ kind: 'changed' }),
  );
  const controller = new AbortController();
  const minute = p.clock
    .sleep(60_000, new AbortController().signal)
    .then(() => controller.abort(new Error('enough')));
  await expect(p.run(lanes, controller.signal)).rejects.toThrow('enough');
  await minute;
  expect(log.read.length).toBeGreaterThan(10);
  expect(log.read.length).toBeLessThanOrEqual(31);
});

test('a reading that a scan has overtaken belongs to nobody', async () => {
  const p = pipeline();
  const file = addFile(p.state, p.folderId);
  const { lanes } = localLanes(
    p,
    () => HERE,
    () => done,
  );
  const newer = identityKey(identity({ ino: '99' }));
  const scan = p.clock.sleep(5, new AbortController().signal).then(() =>
    p.state.files.move(p.row(file), 'settling', {
      identity: newer,
      dueAtMs: p.clock.nowMs() + 9e9,
    }),
  );
  expect(await p.run(lanes)).toBe('out-of-patience');
  await scan;
  expect(p.row(file)).toMatchObject({ state: 'settling', identity: newer, contentId: null });
});

test('small files are read together and decided one by one; a large one is read alone and says that it is', async () => {
  const p = pipeline();
  const small = Array.from({ length: 70 }, (_, index) =>
    addFile(p.state, p.folderId, { name: `small-${index}` }),
  );
  const large = addFile(p.state, p.folderId, { name: 'large', sizeBytes: 9e9 });
  const states: string[] = [];
  const { lanes, log } = localLanes(
    p,
    () => HERE,
    () => {
      states.push(p.row(large).state);
      return done;
    },
  );
  const newer = identityKey(identity({ ino: '99' }));
  const scan = p.clock.sleep(5, new AbortController().signal).then(() => {
    const [first] = small;
    if (first === undefined) throw new Error('there are small files');
    const dueAtMs = p.clock.nowMs() + 9e9;
    return p.state.files.move(p.row(first), 'settling', { identity: newer, dueAtMs });
  });
  expect(await p.run(lanes)).toBe('out-of-patience');
  await scan;
  expect(log.together).toEqual([64, 6]);
  expect(states).toContain('hashing');
  const ends = Object.groupBy(small, (id) => p.row(id).state);
  expect([ends.settling?.length, ends.checking?.length]).toEqual([1, 69]);
});

test('what falls due at the head of the line is read too while its tail is handed out', async () => {
  const p = pipeline();
  const early = addFile(p.state, p.folderId, { name: 'early', state: 'settling', dueAtMs: 9e12 });
  for (let index = 0; index < 600; index += 1) {
    addFile(p.state, p.folderId, { name: `late-${index}` });
  }
  const { lanes, log } = localLanes(
    p,
    () => HERE,
    () => done,
  );
  const scan = p.clock
    .sleep(5, new AbortController().signal)
    .then(() => p.state.files.move(p.row(early), 'discovered'));
  expect(await p.run(lanes)).toBe('rest');
  await scan;
  expect(log.read.toSorted()).toEqual([...new Set(log.read)].toSorted());
  expect(log.read).toHaveLength(601);
  expect(p.states().filter((state) => !state.endsWith(' checking'))).toEqual([]);
});

test('a folder that is removed meanwhile stops nobody', async () => {
  const p = pipeline();
  const file = addFile(p.state, p.folderId);
  const other = addFile(p.state, p.state.folders.add('/other', folderRules(), 0), {
    name: 'other',
  });
  const { lanes } = localLanes(
    p,
    () => HERE,
    () => done,
  );
  const removal = p.clock
    .sleep(5, new AbortController().signal)
    .then(() => p.state.folders.remove(p.folderId, 1));
  expect(await p.run(lanes)).toBe('rest');
  await removal;
  expect([p.row(file).state, p.row(other).state]).toEqual(['discovered', 'checking']);
});

test('a settling file is looked at again when the clock went back, not a year later', async () => {
  const p = pipeline();
  const nowMs = p.clock.nowMs();
  const file = addFile(p.state, p.folderId, {
    state: 'settling',
    dueAtMs: nowMs + 5_000,
    unchangedSinceMs: nowMs,
  });
  const { lanes, log } = localLanes(
    p,
    () => HERE,
    () => done,
  );
  p.clock.setWallClock(nowMs - 365 * 86_400_000);
  expect(await p.run(lanes)).toBe('rest');
  expect(log.read).toEqual(['/data/run.raw']);
  expect(p.row(file).state).toBe('checking');
  expect(p.clock.monotonicMs()).toBeLessThan(10_000);
});
