import { describe, expect, test } from 'vitest';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { addRecord, uploadJob } from '../../test-support/temporary-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { NewRecord } from '../../db/proofs/record-repository.ts';
import { findingOf, receivedFor } from '../confirm/search-upload.ts';
import { looking } from '../confirm/test-support/lost-upload.ts';
import { makeNotedTimes } from '../../platform/waiting.ts';
import { makeRecordStage } from './record-stage.ts';
import type { RemoteFile } from '../common/ports.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  playDigests,
  playQuirks,
  playRemote,
  remoteFile,
  SIGNED_OUT,
  throttled,
} from '../common/test-support/fake-ports.ts';
import { blake3Of } from '../../test-support/digests.ts';

function following(p: Pipeline, byBlake3: Readonly<Record<string, Digests>> = {}) {
  const { remote, play } = playRemote(p.clock);
  const { quirks, known } = playQuirks();
  const times = makeNotedTimes(p.clock);
  const stage = makeRecordStage({ ...p, remote, quirks, times, digests: playDigests(byBlake3) });
  return { stage, play, known, quirks };
}

function pending(p: Pipeline, over: Partial<NewRecord> = {}, name = 'a', content = 'x') {
  const file = p.put(name, content, 'ready');
  const facts = { fileId: 'remote-1', name, status: 'Pending', ...over };
  const record = addRecord(p.state, file.contentId ?? 0, facts);
  const sent = p.state.files.move(p.state.files.move(file, 'uploading'), 'recording', {
    recordId: record.id,
  });
  return { file: sent, record };
}

describe('a record', () => {
  test.each([
    ['Available', 'notarized', true],
    ['NotarizationError', 'record_error', true],
    ['Deleted', 'deleted', true],
    ['PendingDeletion', 'deleting', false],
  ])('that becomes %s shows %s; settled: %s', async (status, state, isSettled) => {
    const p = pipeline();
    const { file, record } = pending(p);
    const { stage, play } = following(p);
    play.files = [remoteFile()];
    p.after(3_000, () => (play.files = [remoteFile({ status })]));
    const end = await p.run([stage], undefined, 60_000);
    expect(end).toBe(isSettled ? 'rest' : 'out-of-patience');
    expect(p.row(file).state).toBe(state);
    expect(p.state.records.get(record.id).settledAtMs !== null).toBe(isSettled);
  });

  test.each([
    ['left alone', 0, 30_010],
    ['set back by a year', 365, 32_000],
  ])('is asked about less and less often when the clock is %s', async (_, days, longestMs) => {
    const p = pipeline();
    pending(p);
    const { stage, play } = following(p);
    play.files = [remoteFile()];
    p.after(20_000, () => p.clock.setWallClock(p.clock.nowMs() - days * 86_400_000));
    expect(await p.run([stage], undefined, 120_000)).toBe('out-of-patience');
    const times = play.listed.map((line) => Number(line.split(' ').at(-1)));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(gaps[0]).toBeLessThan(2_000);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(longestMs);
    expect(times.length).toBeGreaterThan(7);
    const undisturbed = days === 0 ? gaps : gaps.slice(0, 4);
    expect(undisturbed.toSorted((one, other) => one - other)).toEqual(undisturbed);
  });

  test('outlasts an outage: the reading after the gate opens is not forgotten', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { stage, play } = following(p);
    play.fault = throttled(500);
    p.after(5, () => {
      p.gate.failed(throttled(600));
      play.files = [remoteFile({ status: 'Available' })];
    });
    p.after(20, () => (play.fault = null));
    expect(await p.run([stage])).toBe('rest');
    expect(p.row(file).state).toBe('notarized');
  });

  test('with the gate closed nothing is read', async () => {
    const p = pipeline();
    pending(p);
    p.gate.failed(SIGNED_OUT);
    const { stage, play } = following(p);
    expect(await p.run([stage])).toBe('rest');
    expect(play.listed).toEqual([]);
  });

  test('that the service never lists is given up until the next round, with everything kept', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { stage, play } = following(p);
    expect(await p.run([stage])).toBe('rest');
    expect(play.listed).toHaveLength(6);
    expect(p.row(file).state).toBe('recording');
    const note = { waits: 'record-unseen', status: null, says: null };
    expect(readWaitNote(p.row(file).message)).toEqual(note);
    stage.renew?.('person');
    await p.run([stage]);
    expect(play.listed).toHaveLength(12);
  });

  test('whose status is not documented is given up in two minutes, with the word, until it is one that is known', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { stage, play } = following(p);
    play.files = [remoteFile({ status: 'Archiving 1 %' })];
    p.after(30_000, () => (play.files = [remoteFile({ status: 'Archiving 2 %' })])); // no end by itself
    const fromMs = p.clock.monotonicMs();
    expect(await p.run([stage])).toBe('rest');
    expect(p.clock.monotonicMs() - fromMs).toBeLessThan(3 * 60_000);
    expect(p.clock.monotonicMs() - fromMs).toBeGreaterThan(60_000);
    expect(p.row(file).state).toBe('recording');
    const note = { waits: 'unknown-status', status: 'Archiving 2 %' };
    expect(readWaitNote(p.row(file).message)).toEqual(note);
    play.files = [remoteFile({ status: 'Available' })];
    stage.renew?.('person');
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'notarized', message: null });
  });

  test('whose status is not documented does not end the wait for others', async () => {
    const p = pipeline();
    pending(p);
    const other = pending(p, { fileId: 'remote-2' }, 'b', 'y');
    const { stage, play } = following(p);
    play.files = [remoteFile({ status: 'Archiving' }), remoteFile({ fileId: 'remote-2' })];
    const available = remoteFile({ fileId: 'remote-2', status: 'Available' });
    p.after(5 * 60_000, () => (play.files = [available]));
    await p.run([stage], undefined, 10 * 60_000);
    expect(p.row(other.file).state).toBe('notarized');
  });

  test('whose list is refused says what the service answered, until the list is read again', async () => {
    const p = pipeline();
    const { file } = pending(p);
    const { stage, play } = following(p);
    play.fault = { kind: 'forbidden', serviceSays: 'not a member' };
    expect(await p.run([stage])).toBe('rest');
    const note = { waits: 'record-unseen', status: 403, says: 'not a member' };
    expect(p.row(file).state).toBe('recording');
    expect(readWaitNote(p.row(file).message)).toEqual(note);
    const next = following(p); // another run has only the row to go by
    next.play.files = [remoteFile()];
    await p.run([next.stage], undefined, 2_000);
    expect(p.row(file)).toMatchObject({ state: 'recording', message: null });
  });
  test.each<ServiceFault | null>([
    null,
    { kind: 'forbidden', serviceSays: null },
    { kind: 'not-found', serviceSays: null },
  ])(
    'that the service never shows is given up until the next round, with everything kept: %j',
    async (fault) => {
      const p = pipeline();
      const { file } = pending(p);
      const { stage, play } = following(p);
      play.fault = fault;
      expect(await p.run([stage])).toBe('rest');
      expect(play.listed).toHaveLength(6);
      expect(p.row(file).state).toBe('recording');
      stage.renew?.('person');
      await p.run([stage]);
      expect(play.listed).toHaveLength(12);
    },
  );
});

type Play = ReturnType<typeof playRemote>['play'];

const jobOf = (p: Pipeline) => {
  const job = p.state.uploads.get('job-1');
  if (job === null) throw new Error('no such job');
  return job;
};

describe('a confirmation whose id no list shows', () => {
  const MINUTE = 60_000;
  const DAY = 1_440 * MINUTE;
  const ISO = '2026-11-21T09:00:00.123Z';

  /** Answered with an id that names no record. */
  function confirmed(p: Pipeline, tookMs = 0) {
    const receivedAtMs = p.clock.nowMs();
    const { file, record } = pending(p, { fileId: 'wrong', uploadedIso: ISO, receivedAtMs });
    const { contentId } = record;
    const { name } = file;
    const createdAtMs = receivedAtMs - tookMs;
    const job = { fileId: file.id, contentId, name, uploadedIso: ISO, createdAtMs };
    p.state.uploads.add(uploadJob(job));
    p.state.uploads.move('job-1', { type: 'recorded', recordId: record.id, by: null });
    return { file, record };
  }

  test('is no record after the waiting time: the own one is recognised like that of a lost answer', async () => {
    const p = pipeline();
    const { file } = confirmed(p, 60 * MINUTE); // the upload took long: the wait counts from its answer
    const { stage, play } = following(p);
    const real = remoteFile({ fileId: 'real', name: 'a', status: 'Available', uploadedIso: ISO });
    play.files = [real];
    await p.clock.advance(DAY - MINUTE);
    await p.run([stage]);
    expect(p.row(file).state).toBe('recording');
    await p.clock.advance(MINUTE);
    stage.renew?.('person');
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null, recordId: null });
    expect(jobOf(p).outcome).toBe('unknown');
    expect(p.state.records.withFileId('wrong')).toBeNull();

    const next = looking(p);
    next.play.files = [real];
    await p.run([next.stage]);
    expect(p.row(file).state).toBe('notarized');
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordedBy: 'uploaded' });
    expect(p.state.records.withFileId('real')?.status).toBe('Available');
  });

  test('asks a person when nothing in the list is the file, and sends nothing by itself', async () => {
    const p = pipeline();
    const { file } = confirmed(p);
    const { stage } = following(p);
    await p.clock.advance(DAY);
    await p.run([stage]);
    const next = looking(p);
    next.history.evidence = 'none';
    await p.run([next.stage]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    expect(findingOf(jobOf(p))).toEqual({ kind: 'unlisted' });
    const received = { kind: 'confirmation', fileId: 'wrong' };
    expect(receivedFor(jobOf(p))).toEqual(received);
    expect(p.state.charges.spentSince(0)).toBe(1);
  });

  test.each<[string, (p: Pipeline) => Partial<RemoteFile>]>([
    ['of somebody else', () => ({ ownerId: 'you' })],
    [
      'that a list showed before the file was sent',
      (p) => {
        p.state.listedFiles.noteListed({ projectId: 'project-1', visibility: 'private' }, [
          'wrong',
        ]);
        return {};
      },
    ],
  ])('of a record %s is no proof: its own record is searched for at once', async (_, over) => {
    const p = pipeline();
    const listed = { fileId: 'wrong', name: 'theirs', ...over(p) };
    const { file } = confirmed(p);
    const { stage, play } = following(p);
    play.files = [remoteFile({ status: 'Available', ...listed })];
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', recordId: null });
    expect(receivedFor(jobOf(p))).toEqual({
      kind: 'confirmation',
      fileId: 'wrong',
      isOfAnother: true,
    });
    expect(p.state.records.withFileId('wrong')).toBeNull();
  });

  /** A second upload, at the same moment: the service has swapped the answers. */
  function swapped(p: Pipeline, name: string) {
    const one = confirmed(p);
    const iso = '2026-11-21T09:00:00.124Z';
    const receivedAtMs = p.clock.nowMs();
    const two = pending(p, { fileId: 'real', uploadedIso: iso, receivedAtMs }, 'b', 'y');
    const { contentId } = two.record;
    p.state.uploads.add(
      uploadJob({ id: 'job-2', fileId: two.file.id, contentId, name, uploadedIso: iso }),
    );
    p.state.uploads.move('job-2', { type: 'recorded', recordId: two.record.id, by: null });
    const files = [
      remoteFile({ fileId: 'real', name: 'a', status: 'Available', uploadedIso: ISO }),
      remoteFile({ fileId: 'wrong', name, status: 'Available', uploadedIso: iso }),
    ];
    return { one, two, files };
  }

  test('that is swapped with another is seen by their names where the service writes its own times', async () => {
    const p = pipeline();
    const { one, two, files } = swapped(p, 'b');
    const { stage, play } = following(p);
    const uploadedIso = '2026-11-21T09:00:05.000Z';
    play.files = files.map((file) => Object.assign(file, { uploadedIso }));
    await p.run([stage]);
    expect([p.row(one.file).state, p.row(two.file).state]).toEqual(['confirming', 'confirming']);
  });

  test('that is swapped with another is seen also where a list shows one of them later', async () => {
    const p = pipeline();
    const { one, two, files } = swapped(p, 'b');
    const uploadedIso = '2026-11-21T09:00:05.000Z';
    const shown = files.map((file) => Object.assign(file, { uploadedIso }));
    for (const count of [1, 2]) {
      const { stage, play } = following(p);
      play.files = shown.slice(0, count);
      await p.run([stage]);
    }
    expect([p.row(one.file).state, p.row(two.file).state]).toEqual(['confirming', 'confirming']);
  });

  test.each([
    ['by names and times', 'b', null],
    ['by the times of a service that keeps them, whatever the names', 'a', 'exact'],
  ] as const)(
    'that is swapped with another is seen %s: each gets its own',
    async (_, name, quirk) => {
      const p = pipeline();
      const { one, two, files } = swapped(p, name);
      const { stage, play, quirks } = following(p);
      if (quirk !== null) quirks.learnUploaded(quirk);
      play.files = files;
      await p.run([stage]);
      expect([p.row(one.file).state, p.row(two.file).state]).toEqual(['confirming', 'confirming']);
      const next = looking(p);
      next.play.files = files;
      await p.run([next.stage]);
      const fileIdOf = (file: FileRow) => p.state.records.get(p.row(file).recordId ?? 0).fileId;
      expect([fileIdOf(one.file), fileIdOf(two.file)]).toEqual(['real', 'wrong']);
      expect([p.row(one.file).state, p.row(two.file).state]).toEqual(['notarized', 'notarized']);
      expect(p.state.charges.spentSince(0)).toBe(2);
    },
  );

  test('is none by a time alone that the service may have made itself', async () => {
    const p = pipeline();
    const { one, files } = swapped(p, 'a');
    const { stage, play } = following(p);
    play.files = files;
    await p.run([stage]);
    expect(p.row(one.file).state).toBe('notarized');
  });

  test('is doubted where a copy stands for a file that was renamed meanwhile', async () => {
    const p = pipeline();
    const { file, record } = confirmed(p);
    const renamed = p.state.files.move(p.put('renamed', 'a', 'duplicate'), 'duplicate', {
      contentId: record.contentId,
      recordId: record.id,
    });
    const copy = p.state.files.move(p.put('copy', 'a', 'duplicate'), 'duplicate', {
      contentId: record.contentId,
      recordId: record.id,
    });
    p.state.files.move(p.row(file), 'missing');
    p.state.files.move(renamed, 'recording', { recordId: record.id });
    const { stage } = following(p);
    await p.clock.advance(DAY);
    await p.run([stage]);
    expect(p.row(renamed)).toMatchObject({ state: 'confirming', recordId: null });
    expect(p.row(copy)).toMatchObject({ hold: 'twin_pending' });
    expect(p.state.files.get(file.id)).toBeNull();
    expect(jobOf(p)).toMatchObject({ outcome: 'unknown', fileId: renamed.id });
  });

  test('is still one when this computer took the real record in meanwhile', async () => {
    const p = pipeline();
    const { file, record } = confirmed(p);
    const facts = { fileId: 'real', name: 'a', uploadedIso: ISO };
    const taken = addRecord(p.state, record.contentId, facts);
    const second = { recordId: taken.id, isElsewhere: false, foundAtMs: p.clock.nowMs() };
    p.state.charges.noteSecond('job-1', second);
    const real = remoteFile({ fileId: 'real', name: 'a', status: 'Available', uploadedIso: ISO });
    const { stage, play } = following(p);
    play.files = [real];
    await p.clock.advance(DAY);
    await p.run([stage]);
    const next = looking(p);
    next.play.files = [real];
    await p.run([next.stage]);
    expect(p.row(file)).toMatchObject({ state: 'notarized', recordId: taken.id });
    expect(p.state.charges.spentSince(0)).toBe(1);
  });

  test.each([
    ['the list is not complete', (play: Play) => (play.totalRecords = 5)],
    ['the list shows it', (play: Play) => (play.files = [remoteFile({ fileId: 'wrong' })])],
  ])('stays a record while %s', async (_, set) => {
    const p = pipeline();
    const { file, record } = confirmed(p);
    const { stage, play } = following(p);
    set(play);
    await p.clock.advance(DAY);
    await p.run([stage], undefined, MINUTE);
    play.files = [];
    stage.renew?.('person');
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'recording', recordId: record.id });
  });
});

describe('the first records teach', () => {
  const SENT = '2026-11-21T09:00:00.123Z';
  const SENT_MS = Date.parse(SENT);
  const AVAILABLE = remoteFile({ status: 'Available', uploadedIso: '2026-11-21T09:00:00.000Z' });

  /** A record that is the answer to an upload of ours. */
  function answered(
    byBlake3?: Readonly<Record<string, Digests>>,
    receivedAtMs = 0,
    by: 'file-hash' | null = null,
  ) {
    const p = pipeline();
    const { file, record } = pending(p, { uploadedIso: SENT, receivedAtMs });
    const { contentId } = record;
    p.state.uploads.add(uploadJob({ fileId: file.id, contentId, name: 'a', uploadedIso: SENT }));
    p.state.uploads.move('job-1', { type: 'recorded', recordId: record.id, by }, receivedAtMs);
    const { stage, play, known } = following(p, byBlake3);
    play.files = [AVAILABLE];
    return { p, play, known, run: () => p.run([stage]) };
  }

  test.each<[string, number, string | null]>([
    [SENT, 0, 'exact'],
    ['2026-11-21T09:00:00Z', SENT_MS + 5_000, 'seconds'],
    ['2026-11-21T09:00:00Z', SENT_MS + 300, null],
    ['2026-11-21T09:00:02.456Z', 0, 'replaced'],
    ['soon', 0, null],
  ])('what becomes of times: %s, answered at %i: %s', async (got, receivedAtMs, quirk) => {
    const { play, known, run } = answered({}, receivedAtMs);
    play.files = [remoteFile({ status: 'Available', uploadedIso: got })];
    expect(await run()).toBe('rest');
    expect(known.uploaded).toBe(quirk);
  });

  test('but not those that were recognised by what they would teach', async () => {
    const { play, known, run } = answered(undefined, 0, 'file-hash');
    play.files = [remoteFile({ status: 'Available', uploadedIso: 'soon' })];
    play.hashes.set('remote-1', 'aa');
    await run();
    expect(known).toMatchObject({ uploaded: null, hashMethod: null, paging: null });
    expect(play.hashed).toEqual([]);
  });

  test('how FileHash is made, by one question, and whether later pages can be had', async () => {
    const md5 = '900150983cd24fb0d6963f7d28e17f72';
    const { play, known, run } = answered({ [blake3Of('x')]: { md5 } });
    play.hashes.set('remote-1', md5.toUpperCase());
    play.paging = 'ignored';
    await run();
    expect(known).toMatchObject({
      hashMethod: { algorithm: 'md5', encoding: 'hex' },
      paging: 'ignored',
    });
    expect(play.hashed).toEqual(['remote-1']);
  });

  test('nothing about FileHash where it is refused, and everything else goes on', async () => {
    const { p, play, known, run } = answered();
    play.hashFault = { kind: 'forbidden', serviceSays: null };
    expect(await run()).toBe('rest');
    expect(known.hashMethod).toBeNull();
    expect(p.state.files.counts()).toMatchObject([{ state: 'notarized', files: 1 }]);
  });

  test('nothing about FileHash while it cannot be had, and an outage is told to the gate', async () => {
    const { p, play, known, run } = answered();
    play.hashFault = throttled(60_000);
    await run();
    expect(known.hashMethod).toBeNull();
    expect(p.events).toContainEqual(expect.objectContaining({ kind: 'waiting' }));
  });
});
