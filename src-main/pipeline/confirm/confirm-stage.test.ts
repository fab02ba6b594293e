import { describe, expect, test } from 'vitest';
import { addRecord, uploadJob } from '../../test-support/temporary-state.ts';
import type { UploadEvent } from '../../../src-shared/model/files/upload-state.ts';
import type { RemoteFile } from '../common/ports.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { recover } from '../run/recover.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { remoteFile, throttled } from '../common/test-support/fake-ports.ts';
import {
  confirming,
  findingIn,
  ISO,
  jobOf,
  looking,
  lost,
  MINUTE,
  OTHER_ISO,
} from './test-support/lost-upload.ts';
import { blake3Of, sha256Of } from '../../test-support/digests.ts';

const PLACE = { projectId: 'project-1', visibility: 'private' } as const;
const timesOf = ({ listed }: { readonly listed: readonly string[] }) =>
  listed.map((line) => Math.floor(Number(line.split(' ').at(-1)) / 100) / 10); // every reading takes a moment
const LOOKS = [2, 5, 10, 20, 40, 60, 120, 180];

describe('a lost answer', () => {
  test('is recognised by exactly its time, name and owner', async () => {
    const { p, file, stage, play } = lost();
    const duplicate = p.put('twin', 'x', 'ready');
    play.files = [remoteFile({ fileId: 'other', name: 'b' }), remoteFile({ status: 'Available' })];
    expect(await p.run([stage])).toBe('rest');
    const recordId = p.state.records.withFileId('remote-1')?.id;
    expect(p.row(file)).toMatchObject({ state: 'notarized', recordId });
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordId, recordedBy: 'uploaded' });
    expect(p.row(duplicate).state).toBe('duplicate');
  });

  test('that ended as an error on the chain is recorded, and never sent again by us', async () => {
    const { p, file, stage, play } = lost();
    play.files = [remoteFile({ status: 'NotarizationError' })];
    await p.run([stage]);
    expect([p.row(file).state, jobOf(p).outcome]).toEqual(['record_error', 'recorded']);
  });

  test('is recognised by its content where times are replaced, and teaches how FileHash is made', async () => {
    const { p, file, stage, play, known } = lost();
    play.files = [remoteFile({ uploadedIso: OTHER_ISO, status: 'Available' })];
    const { id: contentId } = p.state.contents.keep({
      blake3: blake3Of('abc'),
      sizeBytes: 3,
    });
    // As its sending left it: the file itself is not read again.
    p.state.contents.keepSha256({ blake3: blake3Of('abc'), sha256: sha256Of('abc') });
    p.state.uploads.move(jobOf(p).id, { type: 'given-up' }, 0);
    const job = { id: 'of abc', fileId: file.id, contentId, name: 'a' };
    p.state.uploads.add(uploadJob({ ...job, uploadedIso: '2026-11-21T09:00:00.124Z' }));
    p.state.uploads.move('of abc', { type: 'answer-lost' }, p.clock.nowMs());
    play.hashes.set('remote-1', 'ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=');
    await p.run([stage]);
    const found = { outcome: 'recorded', recordedBy: 'file-hash' };
    expect(p.state.uploads.get('of abc')).toMatchObject(found);
    expect(known.hashMethod).toEqual({ algorithm: 'sha256', encoding: 'base64' });
  });

  const NOT_OURS = [
    remoteFile({ fileId: 'later', uploadedIso: OTHER_ISO }),
    remoteFile({ fileId: 'renamed', name: 'A' }),
    remoteFile({ fileId: 'yours', ownerId: 'you' }),
  ];

  test.each<[string, readonly RemoteFile[]]>([
    ['another time, name or owner', NOT_OURS],
    ['two matches', [remoteFile(), remoteFile({ fileId: 'remote-2' })]],
  ])('is not recognised by %s: it stays for a person, and nothing is sent', async (_, files) => {
    const { p, file, stage, play } = lost();
    play.files = [...files];
    await p.run([stage]);
    expect(p.row(file).state).toBe('confirming');
    expect(jobOf(p).outcome).toBe('unknown');
  });

  test('is not recognised in a file that is another upload’s record', async () => {
    const { p, file, stage, play } = lost();
    addRecord(p.state, p.put('b', 'y', 'ready').contentId ?? 0, { fileId: 'remote-1' });
    play.files = [remoteFile({ status: 'Available' })];
    await p.run([stage]);
    expect(p.row(file).state).toBe('confirming');
  });

  test('is not recognised in a file that a list had shown before it was sent', async () => {
    const p = pipeline();
    p.state.listedFiles.noteListed(PLACE, ['remote-1']);
    const file = confirming(p);
    p.state.listedFiles.noteListed(PLACE, ['remote-2']);
    const { stage, again, play } = looking(p);
    play.files = [remoteFile()];
    await p.run([stage]);
    expect(p.row(file).state).toBe('confirming');
    play.files = [remoteFile(), remoteFile({ fileId: 'remote-2' })];
    await p.clock.advance(MINUTE);
    await p.run([again()]);
    expect(p.state.records.get(p.row(file).recordId ?? 0).fileId).toBe('remote-2');
  });
});

describe('the search', () => {
  test('keeps one pass for half a minute at most; the next one goes on by the stored times', async () => {
    const { p, file, stage, again, play } = lost();
    const lostAtMs = p.clock.nowMs();
    expect(await p.run([stage])).toBe('rest');
    expect(timesOf(play)).toEqual([2, 5, 10, 20]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await p.clock.advance(5_000);
    await p.run([again()]);
    expect(timesOf(play).slice(4)).toEqual([40]);
    expect(jobOf(p).lookedAtMs).toBe(lostAtMs + 40_000);
    expect(p.row(file).state).toBe('confirming');
  });

  test('a pass after ten minutes finds it absent, once, and leaves it to a person', async () => {
    const { p, file, stage, again, play } = lost();
    await p.run([stage]);
    await p.clock.advance(10 * MINUTE);
    const before = play.listed.length;
    expect(await p.run([again()])).toBe('rest');
    expect(play.listed.length - before).toBe(1);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    expect(jobOf(p).outcome).toBe('unknown');
  });

  test('a record that turns out to be of one upload is in the same look none that another may be', async () => {
    const p = pipeline();
    confirming(p);
    const other = confirming(p, 'b', 'y', OTHER_ISO);
    const { again, play } = looking(p);
    await p.clock.advance(10 * MINUTE);
    play.files = [remoteFile({ name: 'b', uploadedIso: OTHER_ISO })];
    await p.run([again()]);
    expect(p.row(other).state).toBe('recording');
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(play.listed).toHaveLength(1);
  });

  test('a connection that ended late moves the time of judging, however long it took', async () => {
    const p = pipeline();
    const file = p.put('a', 'x', 'ready');
    const of = { fileId: file.id, contentId: file.contentId ?? 0, name: 'a', uploadedIso: ISO };
    p.state.uploads.add(uploadJob({ id: 'job of a', ...of }));
    const move = (event: UploadEvent) => p.state.uploads.move('job of a', event, p.clock.nowMs());
    const attemptId = 'long';
    move({ type: 'attempt-begun', attemptId });
    await p.clock.advance(20 * MINUTE);
    move({ type: 'tail-released', attemptId });
    move({ type: 'answer-lost' });
    p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
    await p.clock.advance(MINUTE);
    move({ type: 'attempt-ended', attemptId, isUnrecorded: false, note: '{}' });
    const { again } = looking(p);
    await p.clock.advance(59 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await p.clock.advance(MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
  });

  test('a list that cannot be read to its end proves nothing', async () => {
    const { p, again, play } = lost();
    play.totalRecords = 61;
    play.paging = 'ignored';
    await p.clock.advance(10 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'cannot-tell', why: 'paging-ignored' });
  });

  test('a list that is refused again and again is left for this run, and nothing is concluded', async () => {
    const { p, stage, play } = lost();
    play.fault = { kind: 'forbidden', serviceSays: null };
    await p.run([stage, p.lasting(40 * MINUTE)], undefined, Infinity);
    expect(play.listed).toHaveLength(5);
    expect(jobOf(p).lookedAtMs).toBeNull();
  });

  test('a list that is still refused once absence could be judged leaves it to a person, until it is shown', async () => {
    const { p, file, again, play } = lost();
    play.fault = { kind: 'forbidden', serviceSays: null };
    await p.run([again()]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
    await p.clock.advance(11 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'cannot-tell', why: 'list-refused' });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    play.fault = null;
    play.files = [remoteFile()];
    await p.run([again()]);
    expect(p.row(file).state).toBe('recording');
  });

  test('an outage uses up no look: it goes on when the gate opens', async () => {
    const { p, file, stage, play } = lost();
    play.files = [remoteFile({ status: 'Available' })];
    play.fault = throttled(500);
    p.after(2_300, () => (play.fault = null));
    await p.run([stage]);
    expect(p.row(file).state).toBe('notarized');
  });

  test('what a person gave up while the list was read is recorded all the same when it is found', async () => {
    const { p, stage, play } = lost();
    play.files = [remoteFile()];
    p.after(2_005, () => p.state.uploads.move(jobOf(p).id, { type: 'given-up' }, p.clock.nowMs()));
    await p.run([stage]);
    expect(play.listed).toHaveLength(1);
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordedBy: 'uploaded' });
  });

  test('what a person gave up while the list was read stays given up when nothing is found', async () => {
    const { p, stage, play } = lost();
    p.after(2_005, () => p.state.uploads.move(jobOf(p).id, { type: 'given-up' }, p.clock.nowMs()));
    await p.run([stage]);
    expect(play.listed).toHaveLength(1);
    expect(jobOf(p)).toMatchObject({ outcome: 'given-up', recordId: null, lookedAtMs: null });
  });
});

describe('a clock that is', () => {
  const YEAR = 365 * 24 * 60 * MINUTE;

  test.each([
    ['left alone', 0],
    ['set back by a year', -YEAR],
    ['set forward by a year', YEAR],
  ])('%s while an answer is looked for: looks and judgement come in time', async (_, byMs) => {
    const { p, file, stage, play } = lost();
    p.after(15_000, () => p.clock.setWallClock(p.clock.nowMs() + byMs));
    await p.run([stage, p.lasting(40 * MINUTE)], undefined, Infinity);
    const times = timesOf(play);
    expect(times.slice(0, 8)).toEqual(LOOKS);
    expect(times.at(-1)).toBe(600);
    expect(p.row(file).state).toBe('checking'); // it goes again
  });

  test('set back between two runs of one program: the judgement comes no earlier', async () => {
    const { p, again } = lost();
    await p.run([again()]);
    p.clock.setWallClock(p.clock.nowMs() - 60 * MINUTE);
    recover(p.state, p.transitions, p.clock.nowMs());
    await p.clock.advance(5 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await p.clock.advance(5 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
  });

  test('set back while the program was away: the search begins anew, and takes no longer than it would have', async () => {
    const { p, file, again } = lost();
    await p.run([again()]);
    p.clock.setWallClock(p.clock.nowMs() - YEAR);
    p.state.uploads.bringBackLosses(p.clock.nowMs());
    expect(jobOf(p)).toMatchObject({ unknownSinceMs: p.clock.nowMs(), lookedAtMs: null });
    const next = looking(p);
    await p.run([next.again()]);
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    await p.clock.advance(10 * MINUTE);
    await p.run([next.again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(p.row(file).state).toBe('confirming');
  });
});

describe('the upload’s own address', () => {
  test('is asked first; no list is needed to believe it', async () => {
    const asked: (string | null)[] = [];
    const { p, file, stage, play } = lost(async (job, source) => {
      asked.push(job.id, source?.name ?? null);
      return { kind: 'recorded', fileId: 'remote-1' };
    });
    await p.run([stage]);
    expect(asked).toEqual(['job of a', 'a']);
    expect(play.listed).toEqual([]);
    const recordId = p.state.records.withFileId('remote-1')?.id;
    expect(p.row(file)).toMatchObject({ state: 'recording', recordId });
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordedBy: null });
  });

  test('may name the id of another content: the file is held with the reason, and nothing is searched any more', async () => {
    const { p, file, stage, play } = lost(async () => ({ kind: 'recorded', fileId: 'remote-1' }));
    const { contentId } = p.put('b', 'y', 'ready');
    addRecord(p.state, contentId ?? 0, { fileId: 'remote-1', name: 'b' });
    const twin = p.put('twin', 'x', 'ready');
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'id_in_use', recordId: null });
    expect(p.row(twin).hold).toBe('id_in_use');
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordId: null });
    expect(play.listed).toEqual([]);
  });

  test('may deny it, which is a hint like any denial: list and balance decide', async () => {
    const denial = { status: 402, serviceSays: 'no credits', isPage: false } as const;
    const received = { kind: 'answer', status: 402, content: 'json', denial } as const;
    const { p, file, stage, play } = lost(async () => ({
      kind: 'unknown',
      why: 'denied',
      received,
    }));
    await p.run([stage, p.lasting(2 * MINUTE)], undefined, Infinity);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'credits', message: 'no credits' });
    expect([jobOf(p).outcome, play.listed.length > 0]).toEqual(['refused', true]);
  });

  test('an address that asks everybody to wait is obeyed: no list is read, no other upload asked after', async () => {
    const asked: string[] = [];
    const { p, stage, play } = lost(async ({ name }) => {
      asked.push(name);
      return { kind: 'unknown', why: 'throttled', fault: throttled(200_000) };
    });
    confirming(p, 'b', 'y', OTHER_ISO);
    await p.clock.advance(2_000);
    await p.runFirst(stage);
    expect([asked, play.listed, stage.take(1)]).toEqual([['a'], [], []]);
    expect(p.gate.isPassing()).toBe(false);
  });

  test.each<[string, UploadOutcome]>([
    ['still unknown', { kind: 'unknown', why: 'broken-connection' }],
    ['stopped', { kind: 'stopped', fault: { kind: 'cancelled' } }],
    ['a changed file', { kind: 'source-changed' }],
  ])('%s leaves it to the list', async (_what, outcome) => {
    const { p, file, stage, play } = lost(async () => outcome);
    await p.run([stage]);
    expect(p.row(file).state).toBe('confirming');
    expect(play.listed.length).toBeGreaterThan(0);
  });
});
