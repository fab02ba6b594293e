import { expect, test } from 'vitest';
import { UNTRUE_ERRNO } from '../../../src-shared/model/files/read-trouble.ts';
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../src-shared/service/limits.ts';
import { identityKey } from '../../platform/disk/file-identity.ts';
import {
  addContent,
  addFile,
  addRecord,
  folderRules,
  identity,
} from '../../test-support/temporary-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { NewFile } from '../../db/files/insert-files.ts';
import type { FileTree, PathReading } from '../scan/file-tree.ts';
import { makeFingerprintStage } from '../fingerprint/fingerprint-stage.ts';
import { fingerprintEach, type Fingerprinter } from '../fingerprint/fingerprinter.ts';
import type { Fingerprint } from '../common/fingerprint.ts';
import { makeSettleStage } from './settle-stage.ts';
import type { Stage } from '../common/stage.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import { blake3Of } from '../../test-support/digests.ts';

const HERE: PathReading = { kind: 'file', identity: identity() };
const NEWER = identityKey(identity({ ino: '99' }));
const DONE: Fingerprint = {
  kind: 'done',
  blake3: blake3Of('b'),
  sizeBytes: 100,
  identity: identity(),
};

/** A disk that holds the same file under every path, and a reader that finds the same in it. */
function localStages(
  print: (p: Pipeline) => Fingerprint = () => DONE,
  seen: (p: Pipeline) => PathReading = () => HERE,
) {
  const p = pipeline();
  const log = { looked: [] as string[], read: [] as string[], together: [] as number[] };
  const answer = { ms: (_path: string) => 1 };
  const fileTree: FileTree = {
    async identify(path, signal) {
      log.looked.push(path);
      if (log.looked.length > 1_000) throw new Error('it looks again and again');
      await p.clock.sleep(answer.ms(path), signal);
      return seen(p);
    },
    readDirectory: () => Promise.reject(new Error('no lane lists a directory')),
    volumeOf: () => null,
    partsOf: () => [],
    rulesFor: () => Promise.reject(new Error('no lane asks for rules')),
  };
  const fingerprint: Fingerprinter['fingerprint'] = async (path, _expected, _options, signal) => {
    log.read.push(path);
    await p.clock.sleep(10, signal);
    return print(p);
  };
  const fingerprinter: Fingerprinter = {
    fingerprint,
    fingerprintAll(files, options, signal) {
      log.together.push(files.length);
      return fingerprintEach(fingerprint, files, options, signal);
    },
  };
  const stages = [
    makeSettleStage({ ...p, fileTree }),
    makeFingerprintStage({ ...p, fingerprinter }),
  ];
  const add = (over: Partial<NewFile> = {}) => addFile(p.state, p.folderId, over);
  /** As a scan that finds other bytes, which are not looked at in this run. */
  const overtake = (file: FileRow) =>
    p.state.files.move(p.row(file), 'settling', {
      identity: NEWER,
      dueAtMs: p.clock.nowMs() + 9e9,
    });
  const run = (signal?: AbortSignal, beside: readonly Stage[] = []) =>
    p.run([...stages, ...beside], signal);
  return { p, log, answer, add, overtake, run };
}

test('a file that stood still is read once and decided', async () => {
  const { p, log, add, run } = localStages();
  const file = add({ name: 'a' });
  expect(await run()).toBe('rest');
  expect(log).toEqual({ looked: [], read: ['/data//a'], together: [] });
  expect(p.row(file)).toMatchObject({ state: 'checking', contentId: 1 });
});

test('a young file is decided when it has stood still once more after its reading', async () => {
  let young = identity();
  const { p, log, add, run } = localStages(
    () => ({ ...DONE, identity: young }),
    () => ({ kind: 'file', identity: young }),
  );
  young = identity({ mtimeNs: `${p.clock.nowMs() - 3_000}000000` });
  const file = add({ name: 'a', identity: identityKey(young) });
  expect(await run()).toBe('rest');
  expect([log.read.length, log.looked.length]).toEqual([1, 1]);
  expect(p.clock.monotonicMs()).toBeGreaterThanOrEqual(2_000);
  expect(p.row(file)).toMatchObject({ state: 'checking', contentId: 1 });
});

test('a young file whose clock is set back before it is decided is waited for anew', async () => {
  let young = identity();
  const { p, log, add, run } = localStages(
    () => ({ ...DONE, identity: young }),
    ({ clock }) => {
      if (log.looked.length === 1) clock.setWallClock(clock.nowMs() - HOUR_MS);
      return { kind: 'file', identity: young };
    },
  );
  young = identity({ mtimeNs: `${p.clock.nowMs() - 3_000}000000` });
  const file = add({ name: 'a', identity: identityKey(young) });
  expect(await run()).toBe('rest');
  expect(log.looked.length).toBeLessThan(6);
  expect(p.row(file)).toMatchObject({ state: 'checking', contentId: 1 });
});

test('a file that is still being acquired waits, as one that changes', async () => {
  const prints: Fingerprint[] = [{ kind: 'unfinished' }, { kind: 'unfinished' }, DONE];
  const { p, log, add, run } = localStages(() => prints.shift() ?? DONE);
  const file = add({ name: 'a' });
  expect(await run()).toBe('rest');
  expect([log.read.length, p.row(file).state]).toEqual([3, 'checking']);
  expect(p.clock.monotonicMs()).toBeGreaterThanOrEqual(4_000);
});

test('a file too large for the service is held by its size and never read', async () => {
  const { p, log, add, run } = localStages();
  const sizeBytes = MAX_FILE_BYTES_BINARY + 1;
  const [huge, small] = [add({ name: 'huge', sizeBytes }), add({ name: 'small' })];
  const most = add({ name: 'most', sizeBytes: MAX_FILE_BYTES_BINARY });
  expect(await run()).toBe('rest');
  expect(log.read.toSorted()).toEqual(['/data//most', '/data//small']);
  expect(p.row(huge)).toMatchObject({ state: 'held', hold: 'size_limit', contentId: null });
  for (const file of [small, most]) expect(p.row(file).state).toBe('checking');
});

test('a recorded file that outgrew the service is read all the same, to say that it has changed', async () => {
  const { p, log, run } = localStages();
  const recordId = addRecord(p.state, addContent(p.state, 'recorded').id).id;
  const grown = { recordId, contentId: null, sizeBytes: MAX_FILE_BYTES_BINARY + 1 };
  const file = p.state.files.move(p.put('grown', 'recorded', 'checking'), 'discovered', grown);
  expect(await run()).toBe('rest');
  expect(log.read).toEqual(['/data//grown']);
  expect(p.row(file).state).toBe('changed');
});

test('large files that are read at the same time leave room for others behind them', async () => {
  const { log, add, run } = localStages();
  for (let index = 0; index < 600; index += 1) add({ name: `large-${index}`, sizeBytes: 1e9 });
  add({ name: 'small' });
  expect(await run()).toBe('rest');
  expect(log.read).toHaveLength(601);
  expect(log.read.indexOf('/data//small')).toBeLessThan(8);
});

test('a settling file is looked at when its time has come, then read', async () => {
  const { p, log, add, run } = localStages();
  const file = add({ state: 'settling', dueAtMs: p.clock.nowMs() + 5_000 });
  expect(await run()).toBe('rest');
  expect([log.looked.length, log.read.length, p.clock.monotonicMs()]).toEqual([1, 1, 5_011]);
  expect(p.row(file).state).toBe('checking');
});

test('settling files are looked at many at a time, and a drive that is silent holds up its own alone', async () => {
  const { p, answer, run } = localStages();
  const ofFolder = (folderId: number, name: string) =>
    addFile(p.state, folderId, {
      directoryId: p.state.files.directory(folderId, ''),
      name,
      state: 'settling',
      dueAtMs: p.clock.nowMs() + 5_000,
    });
  const silent = p.state.folders.add('/silent', folderRules(), 0);
  const dead = ofFolder(silent, 'a');
  const alive = Array.from({ length: 40 }, (_, n) => ofFolder(p.folderId, `f${n}`));
  const stopped = new AbortController();
  answer.ms = (path) => (path.startsWith('/silent') ? 60_000 : 1);
  p.after(20_000, () => stopped.abort(new Error('enough')));
  await expect(run(stopped.signal)).rejects.toThrow('enough');
  expect(alive.map((file) => p.row(file).state)).toEqual(alive.map(() => 'checking'));
  expect(p.row(dead).state).toBe('settling');
});

test.each<[Fingerprint, readonly string[], string | null]>([
  [{ kind: 'unreadable', errno: 'EIO' }, ['a unreadable'], 'EIO'],
  [{ kind: 'special' }, ['a ignored'], 'special'],
  [{ kind: 'absent' }, [], null],
])('what cannot be fingerprinted says why, or is forgotten: %j', async (print, states, message) => {
  const { p, add, run } = localStages(() => print);
  const { id } = add({ name: 'a' });
  expect(await run()).toBe('rest');
  expect([p.states(), p.state.files.get(id)?.message ?? null]).toEqual([states, message]);
});

test('a file that changes under every reading is read at the pace of its quiet period, not as fast as it can be', async () => {
  const { p, log, add, run } = localStages(() => ({ kind: 'changed' }));
  add();
  const controller = new AbortController();
  p.after(60_000, () => controller.abort(new Error('enough')));
  await expect(run(controller.signal)).rejects.toThrow('enough');
  expect(log.read.length).toBeGreaterThan(10);
  expect(log.read.length).toBeLessThanOrEqual(31);
});

/** As a program that never stops writing leaves its log. */
const growing = (p: Pipeline): PathReading => ({
  kind: 'file',
  identity: identity({ sizeBytes: p.clock.monotonicMs(), mtimeNs: String(p.clock.nowMs() * 1e6) }),
});

test.each<[string, Parameters<typeof localStages>]>([
  ['is being written at each look', [() => DONE, growing]],
  ['changes under each reading', [() => ({ kind: 'changed' })]],
])('a pass does not wait for ever for a file that %s', async (_, parts) => {
  const { p, log, add, run } = localStages(...parts);
  const file = add({ name: 'log', state: 'settling', dueAtMs: p.clock.nowMs() + 2_000 });
  expect(await run()).toBe('rest');
  expect(p.row(file)).toMatchObject({ state: 'settling', contentId: null });
  expect(p.clock.monotonicMs()).toBeGreaterThan(120_000);
  expect(p.clock.monotonicMs()).toBeLessThan(130_000);
  const looks = log.looked.length;
  expect(await run(undefined, [p.lasting(60_000)])).toBe('rest'); // something else goes on for a minute
  expect(log.looked.length).toBeGreaterThan(looks + 20);
  p.transitions.patience.renew();
  const nextPassMs = p.clock.monotonicMs();
  expect(await run()).toBe('rest');
  expect(p.clock.monotonicMs() - nextPassMs).toBeGreaterThan(120_000);
});

test('a file of a drive that tells another time at each look is read at once, which tells so', async () => {
  let look = 0;
  const { p, add, run } = localStages(
    () => ({ kind: 'unreadable', errno: UNTRUE_ERRNO.identity }),
    () => ({ kind: 'file', identity: identity({ mtimeNs: String((look += 1)) }) }),
  );
  const file = add({ name: 'a', state: 'settling', dueAtMs: p.clock.nowMs() });
  expect(await run()).toBe('rest');
  expect(p.row(file)).toMatchObject({ state: 'unreadable', message: UNTRUE_ERRNO.identity });
  expect(p.clock.monotonicMs()).toBeLessThan(1_000);
});

test('a reading that a scan has overtaken belongs to nobody', async () => {
  const { p, add, overtake, run } = localStages();
  const file = add();
  p.after(5, () => overtake(file));
  expect(await run()).toBe('out-of-patience');
  expect(p.row(file)).toMatchObject({ state: 'settling', identity: NEWER, contentId: null });
});

test('small files are read together and decided one by one; a large one is read alone and says that it is', async () => {
  const states: string[] = [];
  const { p, log, add, overtake, run } = localStages((stages) => {
    states.push(stages.row(large).state);
    return DONE;
  });
  const small = Array.from({ length: 70 }, (_, index) => add({ name: `small-${index}` }));
  const large = add({ name: 'large', sizeBytes: 1e9 });
  p.after(5, () => overtake(small[0]!));
  expect(await run()).toBe('out-of-patience');
  expect(log.together).toEqual([64, 6]);
  expect(states).toContain('hashing');
  const ends = Object.groupBy(small, (file) => p.row(file).state);
  expect([ends.settling?.length, ends.checking?.length]).toEqual([1, 69]);
});

test('what falls due at the head of the line is read too while its tail is handed out', async () => {
  const { p, log, add, run } = localStages();
  const early = add({ name: 'early', state: 'settling', dueAtMs: 9e12 });
  p.state.transaction(() => {
    for (let index = 0; index < 600; index += 1) add({ name: `late-${index}` });
  });
  p.after(5, () => p.state.files.move(early, 'discovered'));
  expect(await run()).toBe('rest');
  expect(log.read.toSorted()).toEqual([...new Set(log.read)].toSorted());
  expect(log.read).toHaveLength(601);
  expect(p.states().filter((state) => !state.endsWith(' checking'))).toEqual([]);
});

test('a folder that is removed meanwhile stops nobody', async () => {
  const { p, add, run } = localStages();
  const file = add();
  const elsewhere = p.state.folders.add('/other', folderRules(), 0);
  const other = addFile(p.state, elsewhere, { name: 'other' });
  p.after(5, () => p.state.folders.remove(p.folderId, 1));
  expect(await run()).toBe('rest');
  expect([p.row(file).state, p.row(other).state]).toEqual(['discovered', 'checking']);
});

test('a settling file is looked at again when the clock went back, not a year later', async () => {
  const { p, log, add, run } = localStages();
  const nowMs = p.clock.nowMs();
  const file = add({ state: 'settling', dueAtMs: nowMs + 5_000, unchangedSinceMs: nowMs });
  p.clock.setWallClock(nowMs - 365 * 86_400_000);
  expect(await run()).toBe('rest');
  expect(log.read).toEqual(['/data//run.raw']);
  expect(p.row(file).state).toBe('checking');
  expect(p.clock.monotonicMs()).toBeLessThan(10_000);
});
