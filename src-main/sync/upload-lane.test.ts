import { describe, expect, test } from 'vitest';
import type { ServiceFault } from '../../src-shared/model/service-fault.ts';
import { addFile, folderRules, uploadJob } from '../test-support/temporary-state.ts';
import type { UploadOutcome } from './ports.ts';
import { lookAtHoldsAgain, recover } from './recover.ts';
import { settleAsRecorded } from './settle-upload.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import {
  answers,
  playUploader,
  SIGNED_OUT,
  throttled,
  unavailable,
} from './test-support/played-ports.ts';
import { makeUploadLane } from './upload-lane.ts';

const recorded: UploadOutcome = { kind: 'recorded', fileId: 'remote-1' };
const unknown: UploadOutcome = { kind: 'unknown', message: null };
const refused = (fault: ServiceFault): UploadOutcome => ({ kind: 'refused', fault });
const rejected = (status: number, serviceSays: string) =>
  refused({ kind: 'refused', status, serviceSays });
const says = (kind: 'too-large' | 'forbidden' | 'not-found'): ServiceFault => ({
  kind,
  serviceSays: null,
});

function uploading(p: Pipeline, next: (name: string) => UploadOutcome) {
  const { uploader, sent } = playUploader(p, next);
  return { lane: makeUploadLane({ ...p, uploader, balance: () => 5 }), sent };
}

const jobs = ({ state }: Pipeline) =>
  (['open', 'unknown', 'recorded', 'refused', 'dropped'] as const).flatMap((outcome) =>
    state.uploads.withOutcome(outcome).map((job) => `${job.name} ${outcome}`),
  );

test('an upload of which nobody could tell, because of a pause, waits in confirming; everything else waits too', async () => {
  const p = pipeline();
  const [first, second] = [p.put('a', 'x', 'ready'), p.put('b', 'y', 'ready')];
  const { lane, sent } = uploading({ ...p, concurrency: 1 }, () => ({
    ...unknown,
    fault: throttled(200_000),
  }));
  lane.approve([first.id, second.id]);
  await p.runFirst(lane);
  expect(p.row(first).state).toBe('confirming');
  expect(p.gatekeeper.isOpen()).toBe(false);
  await p.clock.advance(199_000);
  expect([lane.take(1), sent]).toEqual([[], ['a']]);
});

test('what was not begun because of a pause keeps its job and its place in line, and goes when the pause is over', async () => {
  const p = pipeline();
  const file = p.put('a', 'x', 'ready');
  const { lane, sent } = uploading(p, () => {
    if (sent.length > 1) return recorded;
    p.gatekeeper.failed(throttled(60_000)); // somebody else was told
    return { kind: 'put-off' };
  });
  lane.approve([file.id]);
  await p.run([lane]);
  expect([sent, jobs(p), p.states()]).toEqual([['a', 'a'], ['a recorded'], ['a recording']]);
  expect(p.clock.monotonicMs()).toBeGreaterThan(60_000);
});

test('the form around a small file is more than the file has, and its progress is never more than whole', async () => {
  const p = pipeline();
  const { id } = p.put('a', 'x', 'ready');
  const shares: number[] = [];
  const { uploader } = playUploader(p, () => recorded);
  const send: typeof uploader.send = (job, source, hooks, signal) => {
    hooks.onProgress(1_000_000);
    return uploader.send(job, source, hooks, signal);
  };
  const announce: Pipeline['announce'] = (event) => {
    if (event.kind === 'progressed') shares.push(event.doneBytes / event.totalBytes);
  };
  const lane = makeUploadLane({
    ...p,
    uploader: { ...uploader, send },
    balance: () => 5,
    announce,
  });
  lane.approve([id]);
  await p.run([lane]);
  expect(shares).toEqual([1, 1]);
});

describe('an outcome leaves row and job in agreement', () => {
  test.each<[UploadOutcome, string, string | null, string, number]>([
    [recorded, 'recording', null, 'recorded', 1],
    [unknown, 'confirming', null, 'unknown', 1],
    [{ kind: 'source-changed' }, 'settling', null, 'dropped', 0],
    [{ kind: 'source-unreadable', errno: 'EIO' }, 'unreadable', null, 'dropped', 0],
    [refused(says('too-large')), 'failed', null, 'refused', 0],
    [refused(says('forbidden')), 'held', 'permission', 'refused', 0],
    [rejected(402, 'pay'), 'held', 'credits', 'refused', 0],
    [{ kind: 'stopped', fault: null }, 'ready', null, 'open', 0],
    [{ kind: 'stopped', fault: says('not-found') }, 'ready', null, 'open', 0],
    [refused(SIGNED_OUT), 'ready', null, 'open', 0],
  ])('%j', async (outcome, state, hold, job, spent) => {
    const p = pipeline();
    const file = p.put('a', 'x', 'ready');
    const { lane, sent } = uploading(p, () => outcome);
    lane.approve([file.id]);
    expect(await p.run([lane])).toBe('rest');
    expect(p.row(file)).toMatchObject({ state, hold });
    expect([jobs(p), sent, lane.spentCredits()]).toEqual([[`a ${job}`], ['a'], spent]);
    if (state === 'settling') {
      expect(p.row(file).contentId).toBeNull(); // its fingerprint is not believed any more
      expect(p.row(file).dueAtMs).toBeGreaterThan(p.clock.nowMs());
    }
  });

  test('abort stops before the gate: the row is ready again, the job is kept for the next try', async () => {
    const p = pipeline();
    const file = p.put('a', 'x', 'ready');
    const { lane } = uploading(p, () => recorded);
    lane.approve([file.id]);
    const controller = new AbortController();
    p.after(5, () => controller.abort(new Error('quit')));
    await expect(p.run([lane], controller.signal)).rejects.toThrow('quit');
    expect([p.states(), jobs(p)]).toEqual([['a ready'], ['a open']]);
  });
});

test('nothing is sent that was not approved, and nothing twice', async () => {
  const p = pipeline();
  const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'y', 'ready')];
  const { lane, sent } = uploading(p, () => recorded);
  lane.approve([a.id, a.id]);
  await p.run([lane]);
  expect([sent, p.row(b).state]).toEqual([['a'], 'ready']);
});

test('of twenty twins one is sent; the others wait for it and become copies', async () => {
  const p = pipeline();
  const twins = Array.from({ length: 20 }, (_, index) => p.put(`twin ${index}`, 'x', 'ready'));
  const { lane, sent } = uploading(p, () => recorded);
  lane.approve(twins.map((file) => file.id));
  await p.run([lane]);
  expect(sent).toEqual(['twin 0']);
  const [first, ...others] = twins.map((file) => p.row(file).state);
  expect([first, ...new Set(others)]).toEqual(['recording', 'duplicate']);
});

test('an unknown outcome blocks the same content: no twin is sent, and not in the next run either', async () => {
  const p = pipeline();
  const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'x', 'ready')];
  for (const outcome of [unknown, recorded]) {
    const { lane, sent } = uploading(p, () => outcome);
    lane.approve([a.id, b.id]);
    await p.run([lane]);
    expect(sent.length).toBe(outcome === unknown ? 1 : 0);
  }
  expect([p.states(), jobs(p)]).toEqual([['a confirming', 'b held'], ['a unknown']]);
  expect(p.row(b).hold).toBe('twin_pending');
});

/** A job of this file, whose last bytes have left or not. */
function leaveJob(p: Pipeline, file: ReturnType<Pipeline['put']>, isGone: boolean) {
  const { id: fileId, contentId, name } = file;
  const job = uploadJob({
    id: 'left',
    fileId,
    contentId: contentId ?? 0,
    name,
    uploadedIso: 'then',
  });
  p.state.uploads.add(job);
  if (!isGone) return;
  p.state.uploads.beginAttempt({ id: 'attempt', jobId: 'left', state: '{}', atMs: 0 });
  p.state.uploads.releaseTail('attempt', '{}');
}

test('who waits for a lost answer to equal bytes goes on with what is found, and after a crash too', async () => {
  const p = pipeline();
  const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'x', 'ready')];
  p.state.files.move(a, 'uploading');
  leaveJob(p, a, true);
  recover(p.state, p.desk, p.clock.nowMs());
  expect(p.row(b)).toMatchObject({ state: 'held', hold: 'twin_pending' });
  lookAtHoldsAgain(p.state, p.desk, {});
  expect(p.row(b)).toMatchObject({ state: 'held', hold: 'twin_pending' });
  const job = p.state.uploads.get('left');
  if (job === null) throw new Error('the job is gone');
  settleAsRecorded(p, job, { fileId: 'remote-1', status: 'Pending' }, null);
  expect(p.states()).toEqual(['a recording', 'b duplicate']);
});

test('a refused twin lets the next one try', async () => {
  const p = pipeline();
  const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'x', 'ready')];
  const { lane, sent } = uploading(p, answers<UploadOutcome>(rejected(400, 'no'), recorded));
  lane.approve([a.id, b.id]);
  await p.run([lane]);
  expect([sent, p.states()]).toEqual([
    ['a', 'b'],
    ['a held', 'b recording'],
  ]);
});

describe('a job that was left open', () => {
  test('by a file that was renamed does not keep the file waiting for ever', async () => {
    const p = pipeline();
    const old = p.put('old name', 'x', 'ready');
    leaveJob(p, old, false);
    p.state.files.forget(old);
    const renamed = p.put('new name', 'x', 'ready');
    const { lane, sent } = uploading(p, () => recorded);
    lane.approve([renamed.id]);
    await p.run([lane]);
    expect([sent, jobs(p)]).toEqual([['new name'], ['new name recorded', 'old name dropped']]);
  });

  test('with its last bytes sent is never taken over', async () => {
    const p = pipeline();
    const [old, twin] = [p.put('old name', 'x', 'ready'), p.put('twin', 'x', 'ready')];
    leaveJob(p, old, true);
    const { lane, sent } = uploading(p, () => recorded);
    lane.approve([twin.id, old.id]);
    await p.run([lane]);
    expect([sent, jobs(p)]).toEqual([[], ['old name open']]);
  });

  test('by this very file is taken up again', async () => {
    const p = pipeline();
    const file = p.put('a', 'x', 'ready');
    leaveJob(p, file, false);
    const { lane } = uploading(p, () => recorded);
    lane.approve([file.id]);
    await p.run([lane]);
    expect(p.state.uploads.get('left')?.outcome).toBe('recorded');
  });
});

describe('the gate', () => {
  test('while it is shut nothing is sent; what it stopped goes first when it opens', async () => {
    const p = pipeline();
    const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'y', 'ready')];
    const again: UploadOutcome = { ...recorded, fileId: 'remote-2' };
    const down: UploadOutcome = { kind: 'stopped', fault: unavailable('timed-out') };
    const outcomes = answers<UploadOutcome>(down, recorded, again);
    p.state.transferRules.setParallel(1);
    const { lane, sent } = uploading(p, outcomes);
    lane.approve([a.id, b.id]);
    expect(await p.run([lane])).toBe('rest');
    expect(sent).toEqual(['a', 'a', 'b']);
    expect(p.clock.monotonicMs()).toBe(10 + 2_000 + 20);
    expect(jobs(p)).toEqual(['a recorded', 'b recorded']);
  });

  test('once it is closed the run ends, and every row can be sent another day', async () => {
    const p = pipeline();
    const [a, b] = [p.put('a', 'x', 'ready'), p.put('b', 'y', 'ready')];
    p.gatekeeper.failed(SIGNED_OUT);
    const { lane, sent } = uploading(p, () => recorded);
    lane.approve([a.id, b.id]);
    expect(await p.run([lane])).toBe('rest');
    expect([sent, jobs(p), p.states()]).toEqual([[], [], ['a ready', 'b ready']]);
  });
});

test('what changed while it waited is decided again: a row that is a copy by now, or whose folder is gone, is not sent', async () => {
  const p = pipeline();
  const [copy, orphan] = [p.put('copy', 'x', 'ready'), p.put('orphan', 'y', 'ready')];
  const { lane, sent } = uploading(p, () => recorded);
  lane.approve([copy.id]);
  const known = { exists: true, fileName: '', project: '', askedAtMs: 1 };
  p.state.contents.keepPlatformAnswer(copy.contentId ?? 0, known);
  await p.run([lane]);
  expect(p.row(copy).state).toBe('duplicate');
  lane.approve([orphan.id]);
  p.state.folders.remove(p.folderId, 1);
  expect(await p.run([lane])).toBe('rest');
  expect(sent).toEqual([]);
});

test('a twin in a removed folder does not lose the answer of a paid upload', async () => {
  const p = pipeline();
  const file = p.put('a', 'x', 'ready');
  const other = p.state.folders.add('/other', folderRules(), 0);
  const twin = addFile(p.state, other, { name: 'twin' });
  p.state.files.move(p.state.files.move(twin, 'hashing', { contentId: file.contentId }), 'ready');
  p.state.folders.remove(other, 1);
  const { lane } = uploading(p, () => recorded);
  lane.approve([file.id]);
  await p.run([lane]);
  expect([p.states(), jobs(p)]).toEqual([['a recording'], ['a recorded']]);
});
