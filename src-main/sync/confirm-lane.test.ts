import { describe, expect, test } from 'vitest';
import { makeNotedTimes } from '../ports/noted-time.ts';
import { addRecord, uploadJob } from '../test-support/temporary-state.ts';
import { makeConfirmLane } from './confirm-lane.ts';
import type { LostAnswers, RemoteFile, UploadOutcome } from './ports.ts';
import { recover } from './recover.ts';
import { findingOf } from './settle-upload.ts';
import { pipeline, type Pipeline } from './test-support/pipeline.ts';
import { playDigests, playHabits, playRemote } from './test-support/played-ports.ts';
import { wallTimeMs } from './wall-time.ts';

const ISO = '2026-11-21T09:00:00.123Z';
const OTHER_ISO = '2026-11-21T09:00:04.456Z';
const MINUTE = 60_000;

const remoteFile = (over: Partial<RemoteFile> = {}): RemoteFile => ({
  fileId: 'remote-1',
  name: 'a',
  ownerId: 'me',
  uploadedIso: ISO,
  status: 'Pending',
  fileType: 'primary',
  label: 'raw',
  ...over,
});

/** Everything a run needs to look; `again` is the lane of the next run. */
function looking(p: Pipeline, settle: LostAnswers['settle'] = async () => null) {
  const { remote, play } = playRemote(p.clock);
  const { habits, known } = playHabits();
  const lostAnswers = { settle, sentFields: () => ({ fileType: 'primary', label: 'raw' }) };
  const times = makeNotedTimes(p.clock);
  const again = () =>
    makeConfirmLane({ ...p, remote, lostAnswers, habits, digests: playDigests(), times });
  return { lane: again(), again, play, known };
}

/** An upload whose answer has just been lost. */
function confirming(p: Pipeline, name = 'a', seed = 'x', uploadedIso = ISO) {
  const file = p.put(name, seed, 'ready');
  const id = `job of ${name}`;
  const contentId = file.contentId ?? 0;
  p.state.uploads.add(uploadJob({ id, fileId: file.id, contentId, name, uploadedIso }));
  p.state.uploads.end(id, 'unknown', null, p.clock.nowMs());
  return p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
}

const jobOf = (p: Pipeline, name = 'a') => {
  const job = p.state.uploads.get(`job of ${name}`);
  if (job === null) throw new Error('no such job');
  return job;
};
const findingIn = (p: Pipeline) => findingOf(jobOf(p));
const later = (p: Pipeline, ms: number) => p.clock.advance(ms);

describe('a lost answer', () => {
  test('is recognised by exactly its time, name and owner', async () => {
    const p = pipeline();
    const file = confirming(p);
    const twin = p.put('twin', 'x', 'ready');
    const { lane, play } = looking(p);
    play.files = [remoteFile({ fileId: 'other', name: 'b' }), remoteFile({ status: 'Available' })];
    expect(await p.run([lane])).toBe('rest');
    const record = p.state.records.withFileId('remote-1');
    expect(p.row(file)).toMatchObject({ state: 'notarized', recordId: record?.id });
    expect(jobOf(p)).toMatchObject({
      outcome: 'recorded',
      recordId: record?.id,
      recordedBy: 'uploaded',
    });
    expect(p.row(twin).state).toBe('duplicate');
  });

  test('that ended as an error on the chain is recorded, and never sent again by us', async () => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, play } = looking(p);
    play.files = [remoteFile({ status: 'NotarizationError' })];
    await p.run([lane]);
    expect(p.row(file).state).toBe('record_error');
    expect(jobOf(p).outcome).toBe('recorded');
  });

  test('is recognised by its content where times are replaced, and teaches how FileHash is made', async () => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, play, known } = looking(p);
    play.files = [remoteFile({ uploadedIso: OTHER_ISO, status: 'Available' })];
    const { sha256 } = p.state.contents.keep({
      blake3: 'b3',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      sizeBytes: 3,
    });
    const { id } = p.state.contents.withSha256(sha256) ?? { id: 0 };
    p.state.uploads.end(jobOf(p).id, 'dropped', null, 0);
    const job = { id: 'of abc', fileId: file.id, contentId: id, name: 'a' };
    p.state.uploads.add(uploadJob({ ...job, uploadedIso: '2026-11-21T09:00:00.124Z' }));
    p.state.uploads.end('of abc', 'unknown', null, p.clock.nowMs());
    play.hashes.set('remote-1', 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=');
    await p.run([lane]);
    expect(p.state.uploads.get('of abc')).toMatchObject({
      outcome: 'recorded',
      recordedBy: 'file-hash',
    });
    expect(known.hashMethod).toEqual({ algorithm: 'sha256', encoding: 'base64' });
  });

  test.each<[string, readonly RemoteFile[]]>([
    ['another time', [remoteFile({ uploadedIso: OTHER_ISO })]],
    ['another name', [remoteFile({ name: 'A' })]],
    ['another owner', [remoteFile({ ownerId: 'you' })]],
    ['two matches', [remoteFile(), remoteFile({ fileId: 'remote-2' })]],
    ['nothing', []],
  ])('is not recognised by %s: it stays for a person, and nothing is sent', async (_, files) => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, play } = looking(p);
    play.files = [...files];
    await p.run([lane]);
    expect(p.row(file).state).toBe('confirming');
    expect(jobOf(p).outcome).toBe('unknown');
  });

  test('is not recognised in a file that is another upload’s record', async () => {
    const p = pipeline();
    const file = confirming(p);
    addRecord(p.state, p.put('b', 'y', 'ready').contentId ?? 0, { fileId: 'remote-1' });
    const { lane, play } = looking(p);
    play.files = [remoteFile({ status: 'Available' })];
    await p.run([lane]);
    expect(p.row(file).state).toBe('confirming');
  });

  test('is not recognised in a file that a list had shown before it was sent', async () => {
    const p = pipeline();
    p.state.places.noteListed({ projectId: 'project-1', visibility: 'private' }, ['remote-1']);
    const file = confirming(p);
    p.state.places.noteListed({ projectId: 'project-1', visibility: 'private' }, ['remote-2']);
    const { lane, again, play } = looking(p);
    play.files = [remoteFile()];
    await p.run([lane]);
    expect(p.row(file).state).toBe('confirming');
    play.files = [remoteFile(), remoteFile({ fileId: 'remote-2' })];
    await later(p, MINUTE);
    await p.run([again()]);
    expect(p.state.records.get(p.row(file).recordId ?? 0).fileId).toBe('remote-2');
  });
});

describe('the search', () => {
  test('keeps one pass for half a minute at most; the next one goes on by the stored times', async () => {
    const p = pipeline();
    const lostAtMs = p.clock.nowMs();
    const file = confirming(p);
    const { lane, again, play } = looking(p);
    expect(await p.run([lane])).toBe('rest');
    expect(play.listed.map(timeOf)).toEqual([2_000, 5_000, 10_000, 20_000]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await later(p, 5_000);
    await p.run([again()]);
    expect(play.listed.map(timeOf).slice(4)).toEqual([40_000]);
    expect(jobOf(p).lookedAtMs).toBe(lostAtMs + 40_000);
    expect(p.row(file).state).toBe('confirming');
  });

  test('a pass after ten minutes finds it absent, once, and leaves it to a person', async () => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, again, play } = looking(p);
    await p.run([lane]);
    await later(p, 10 * MINUTE);
    const before = play.listed.length;
    expect(await p.run([again()])).toBe('rest');
    expect(play.listed.length - before).toBe(1);
    expect(findingIn(p)).toEqual({ kind: 'absent' });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
    expect(jobOf(p).outcome).toBe('unknown');
  });

  test('a connection that ended late moves the time of judging, however long it took', async () => {
    const p = pipeline();
    confirming(p);
    const { uploads } = p.state;
    const attempt = { jobId: jobOf(p).id, state: '{}' };
    uploads.beginAttempt({ ...attempt, id: 'long', atMs: p.clock.nowMs() });
    await later(p, 20 * MINUTE);
    uploads.releaseTail('long', '{}');
    await later(p, MINUTE);
    uploads.noteAttempt('long', '{}');
    const { again } = looking(p);
    await later(p, 59 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await later(p, MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent' });
  });

  test('goes on by itself in a run that goes on, and ends', async () => {
    const p = pipeline();
    confirming(p);
    const { lane, play } = looking(p);
    const other = {
      concurrency: 1,
      take: () => [],
      nextDueMs: () => p.clock.nowMs() + 60 * MINUTE,
    };
    await p.run([lane, other], undefined, 40 * MINUTE);
    const times = play.listed.map(timeOf);
    expect(times.slice(0, 8)).toEqual([2, 5, 10, 20, 40, 60, 120, 180].map((each) => each * 1_000));
    expect(times.at(-1)).toBe(10 * MINUTE);
    expect(findingIn(p)).toEqual({ kind: 'absent' });
  });

  test('a list that cannot be read to its end proves nothing', async () => {
    const p = pipeline();
    confirming(p);
    const { again, play } = looking(p);
    play.totalRecords = 61;
    play.paging = 'ignored';
    await later(p, 10 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'cannot-tell', why: 'paging-ignored' });
  });

  test('a list that is refused again and again is left for this run, and nothing is concluded', async () => {
    const p = pipeline();
    confirming(p);
    const { lane, play } = looking(p);
    play.fault = { kind: 'forbidden', serviceSays: null };
    const other = {
      concurrency: 1,
      take: () => [],
      nextDueMs: () => p.clock.nowMs() + 60 * MINUTE,
    };
    await p.run([lane, other], undefined, 40 * MINUTE);
    expect(play.listed).toHaveLength(5);
    expect(jobOf(p).lookedAtMs).toBeNull();
  });

  test('an outage uses up no look: it goes on when the gate opens', async () => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, play } = looking(p);
    play.files = [remoteFile({ status: 'Available' })];
    play.fault = { kind: 'throttled', retryAfterMs: 500 };
    const healing = p.clock
      .sleep(2_300, new AbortController().signal)
      .then(() => (play.fault = null));
    await p.run([lane]);
    await healing;
    expect(p.row(file).state).toBe('notarized');
  });

  test('a file kept as unknown asks nothing until the search says something new', async () => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, again, play } = looking(p);
    await p.run([lane]);
    p.state.files.move(p.row(file), 'confirming', { hold: 'kept_unknown' });
    await later(p, 2 * MINUTE);
    await p.run([again()]);
    expect(p.row(file).hold).toBe('kept_unknown');
    await later(p, 10 * MINUTE);
    await p.run([again()]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
    p.state.files.move(p.row(file), 'confirming', { hold: 'kept_unknown' });
    await p.run([again()]);
    expect(p.row(file).hold).toBe('kept_unknown');
    play.files = [remoteFile()];
    await p.run([again()]);
    expect(p.row(file).state).toBe('recording');
  });

  test('what a person decided while the list was read stays decided', async () => {
    const p = pipeline();
    confirming(p);
    const { lane, play } = looking(p);
    play.files = [remoteFile()];
    const decision = p.clock
      .sleep(2_005, new AbortController().signal)
      .then(() => p.state.uploads.giveUp(jobOf(p).id, p.clock.nowMs()));
    await p.run([lane]);
    await decision;
    expect(play.listed).toHaveLength(1);
    expect(jobOf(p)).toMatchObject({ outcome: 'given-up', recordId: null });
  });
});

describe('a clock that is set', () => {
  const YEAR = 365 * 24 * 60 * MINUTE;

  test.each([
    ['back', -YEAR],
    ['forward', YEAR],
  ])('%s by a year while it is looked for: looks and judgement come as before', async (_, byMs) => {
    const p = pipeline();
    confirming(p);
    const { lane, play } = looking(p);
    const setting = p.clock
      .sleep(15_000, new AbortController().signal)
      .then(() => p.clock.setWallClock(p.clock.nowMs() + byMs));
    const untilMs = p.clock.monotonicMs() + 40 * MINUTE;
    const isOn = () => p.clock.monotonicMs() < untilMs;
    const beat = {
      concurrency: 1,
      take: () => [],
      nextDueMs: () => (isOn() ? wallTimeMs(untilMs, p.clock) : null),
    };
    await p.run([lane, beat], undefined, Infinity);
    await setting;
    const times = play.listed.map(timeOf);
    expect(times.slice(0, 8)).toEqual([2, 5, 10, 20, 40, 60, 120, 180].map((each) => each * 1_000));
    expect(times.at(-1)).toBe(10 * MINUTE);
    expect(findingIn(p)).toEqual({ kind: 'absent' });
  });

  test('back while the program was away: the search begins anew, and takes no longer than it would have', async () => {
    const p = pipeline();
    const file = confirming(p);
    const { again } = looking(p);
    await p.run([again()]);
    p.clock.setWallClock(p.clock.nowMs() - YEAR);
    recover(p.state, p.desk, p.clock.nowMs());
    expect(jobOf(p)).toMatchObject({ unknownSinceMs: p.clock.nowMs(), lookedAtMs: null });
    const next = looking(p);
    await p.run([next.again()]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await later(p, 10 * MINUTE);
    await p.run([next.again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent' });
    expect(p.row(file).state).toBe('confirming');
  });
});

describe('the upload’s own address', () => {
  test('is asked first; no list is needed to believe it', async () => {
    const p = pipeline();
    const file = confirming(p);
    const asked: (string | null)[] = [];
    const { lane, play } = looking(p, async (job, source) => {
      asked.push(job.id, source?.name ?? null);
      return { kind: 'recorded', fileId: 'remote-1' };
    });
    await p.run([lane]);
    expect(asked).toEqual(['job of a', 'a']);
    expect(play.listed).toEqual([]);
    const record = p.state.records.withFileId('remote-1');
    expect(p.row(file)).toMatchObject({ state: 'recording', recordId: record?.id });
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordedBy: null });
  });

  test('may turn out a refusal, which ends the wait: nothing was paid', async () => {
    const p = pipeline();
    const file = confirming(p);
    const fault = { kind: 'refused', status: 402, serviceSays: 'no credits' } as const;
    const { lane } = looking(p, async () => ({ kind: 'refused', fault }));
    await p.run([lane]);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'credits', message: 'no credits' });
    expect(jobOf(p).outcome).toBe('refused');
  });

  test('an address that asks everybody to wait is obeyed: no list is read, no other upload asked after', async () => {
    const p = pipeline();
    confirming(p, 'a', 'x');
    confirming(p, 'b', 'y', OTHER_ISO);
    const fault = { kind: 'throttled', retryAfterMs: 200_000 } as const;
    const asked: string[] = [];
    const { lane, play } = looking(p, async ({ name }) => {
      asked.push(name);
      return { kind: 'unknown', message: null, fault };
    });
    await p.clock.advance(2_000);
    const [job] = lane.take(1);
    await p.clock.play(
      job?.(new AbortController().signal) ?? Promise.reject(new Error('nothing to do')),
    );
    expect([asked, play.listed, lane.take(1)]).toEqual([['a'], [], []]);
    expect(p.gatekeeper.isOpen()).toBe(false);
  });

  test.each<[string, UploadOutcome]>([
    ['still unknown', { kind: 'unknown', message: null }],
    ['stopped', { kind: 'stopped', fault: null }],
    ['a changed file', { kind: 'source-changed' }],
  ])('%s leaves it to the list', async (_what, outcome) => {
    const p = pipeline();
    const file = confirming(p);
    const { lane, play } = looking(p, async () => outcome);
    await p.run([lane]);
    expect(p.row(file).state).toBe('confirming');
    expect(play.listed.length).toBeGreaterThan(0);
  });
});

function timeOf(line: string): number {
  return Math.floor(Number(line.split(' ').at(-1)) / 100) * 100; // every reading takes a moment
}
