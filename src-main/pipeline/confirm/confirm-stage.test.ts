import { describe, expect, test } from 'vitest';
import { makeNotedTimes } from '../../platform/noted-time.ts';
import { addRecord, uploadJob } from '../../test-support/temporary-state.ts';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { makeConfirmStage } from './confirm-stage.ts';
import type { UploadEvent } from '../../../src-shared/model/files/upload-state.ts';
import type { LostAnswers, RemoteFile } from '../common/ports.ts';
import type { UploadOutcome } from '../common/upload-outcome.ts';
import { recover } from '../run/recover.ts';
import { findingOf } from './apply-outcome.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import {
  playCharges,
  playDigests,
  playQuirks,
  playRemote,
  remoteFile,
  throttled,
  unavailable,
} from '../common/test-support/fake-ports.ts';

const { uploadedIso: ISO } = remoteFile();
const OTHER_ISO = '2026-11-21T09:00:04.456Z';
const MINUTE = 60_000;
const PLACE = { projectId: 'project-1', visibility: 'private' } as const;

/** Everything a run needs to look; `again` is the stage of the next run. */
function looking(p: Pipeline, settle: LostAnswers['settle'] = async () => null) {
  const { remote, play } = playRemote(p.clock);
  const { quirks, known } = playQuirks();
  const lostAnswers = { settle, sentFields: () => ({ fileType: 'primary', label: 'raw' }) };
  const times = makeNotedTimes(p.clock);
  const { charges, sendsAgain, play: history } = playCharges();
  const again = () =>
    makeConfirmStage({
      ...p,
      remote,
      lostAnswers,
      quirks,
      digests: playDigests(),
      times,
      charges,
      sendsAgain,
    });
  return { stage: again(), again, play, known, history };
}

/** An upload whose answer has just been lost. */
function confirming(
  p: Pipeline,
  name = 'a',
  seed = 'x',
  uploadedIso = ISO,
  before: readonly UploadEvent[] = [],
) {
  const file = p.put(name, seed, 'ready');
  const id = `job of ${name}`;
  const contentId = file.contentId ?? 0;
  p.state.uploads.add(uploadJob({ id, fileId: file.id, contentId, name, uploadedIso }));
  for (const event of [...before, { type: 'answer-lost' } as const]) {
    p.state.uploads.move(id, event, p.clock.nowMs());
  }
  return p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
}

const jobOf = (p: Pipeline, name = 'a') => {
  const job = p.state.uploads.get(`job of ${name}`);
  if (job === null) throw new Error('no such job');
  return job;
};
/** A pipeline with one such upload, and what a run needs to look for it. */
function lost(settle?: LostAnswers['settle']) {
  const p = pipeline();
  const file = confirming(p);
  return { p, file, ...looking(p, settle) };
}

const findingIn = (p: Pipeline) => findingOf(jobOf(p));
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
      blake3: 'b3',
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      sizeBytes: 3,
    });
    p.state.uploads.move(jobOf(p).id, { type: 'given-up', by: 'person' }, 0);
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
    move({ type: 'attempt-ended', attemptId, proof: null, note: '{}' });
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

  test('a file kept as unknown asks nothing until the search says something new', async () => {
    const { p, file, stage, again, play } = lost();
    await p.run([stage]);
    p.state.files.move(p.row(file), 'confirming', { hold: 'kept_unknown' });
    await p.clock.advance(2 * MINUTE);
    await p.run([again()]);
    expect(p.row(file).hold).toBe('kept_unknown');
    await p.clock.advance(10 * MINUTE);
    await p.run([again()]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    p.state.files.move(p.row(file), 'confirming', { hold: 'kept_unknown' });
    await p.run([again()]);
    expect(p.row(file).hold).toBe('kept_unknown');
    play.files = [remoteFile()];
    await p.run([again()]);
    expect(p.row(file).state).toBe('recording');
  });

  test('what a person gave up while the list was read is recorded all the same when it is found', async () => {
    const { p, stage, play } = lost();
    play.files = [remoteFile()];
    p.after(2_005, () =>
      p.state.uploads.move(jobOf(p).id, { type: 'given-up', by: 'person' }, p.clock.nowMs()),
    );
    await p.run([stage]);
    expect(play.listed).toHaveLength(1);
    expect(jobOf(p)).toMatchObject({ outcome: 'recorded', recordedBy: 'uploaded' });
  });

  test('what a person gave up while the list was read stays given up when nothing is found', async () => {
    const { p, stage, play } = lost();
    p.after(2_005, () =>
      p.state.uploads.move(jobOf(p).id, { type: 'given-up', by: 'person' }, p.clock.nowMs()),
    );
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
    const { p, stage, play } = lost();
    p.after(15_000, () => p.clock.setWallClock(p.clock.nowMs() + byMs));
    await p.run([stage, p.lasting(40 * MINUTE)], undefined, Infinity);
    const times = timesOf(play);
    expect(times.slice(0, 8)).toEqual(LOOKS);
    expect(times.at(-1)).toBe(600);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
  });

  test('set back while the program was away: the search begins anew, and takes no longer than it would have', async () => {
    const { p, file, again } = lost();
    await p.run([again()]);
    p.clock.setWallClock(p.clock.nowMs() - YEAR);
    recover(p.state, p.transitions, p.clock.nowMs());
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

  test('may turn out a refusal, which ends the wait: nothing was paid', async () => {
    const fault = { kind: 'refused', status: 402, serviceSays: 'no credits' } as const;
    const { p, file, stage } = lost(async () => ({ kind: 'refused', fault }));
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'credits', message: 'no credits' });
    expect(jobOf(p).outcome).toBe('refused');
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
    expect(p.breaker.isPassing()).toBe(false);
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

/** Searched until its absence is conclusive, by one program that runs all the time. */
async function absent(over: Partial<ReturnType<typeof playCharges>['play']> = {}) {
  const lab = lost();
  Object.assign(lab.history, over);
  await lab.p.run([lab.stage, lab.p.lasting(11 * MINUTE)], undefined, Infinity);
  return lab;
}

describe('an upload that no list shows', () => {
  test.each(['none', 'unexplained', 'not-told'] as const)(
    'is shown with what the credit history says about a charge: %s',
    async (evidence) => {
      const { p, file, history } = await absent({ evidence });
      expect(findingIn(p)).toEqual({ kind: 'absent', charge: evidence });
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
      expect(history.read).toEqual([jobOf(p).createdAtMs]);
    },
  );

  test('is shown without charges where the history is refused', async () => {
    const { p } = await absent({
      evidence: 'none',
      fault: { kind: 'forbidden', serviceSays: null },
    });
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'not-told' });
  });

  test('stays open while the history cannot be asked, and is judged as soon as it can', async () => {
    const { p, file, history, again, play } = await absent({ fault: unavailable('no-connection') });
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    expect(play.listed.length).toBeLessThan(25); // not at once again
    expect(p.row(file).hold).toBeNull();
    history.fault = null;
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
  });

  test('is sent again without a person only where they allowed it, and only once', async () => {
    const { p, file, again, history } = await absent({ sendsAgain: true });
    expect(jobOf(p).outcome).toBe('given-up');
    expect(p.row(file).state).toBe('checking'); // a first upload that arrived after all is found for free
    expect(p.state.charges.spentSince(0)).toBe(jobOf(p).estimatedCredits);

    const { contentId } = p.row(file);
    const second = { id: 'second', fileId: file.id, contentId: contentId ?? 0, name: 'a' };
    p.state.uploads.add(uploadJob({ ...second, uploadedIso: OTHER_ISO }));
    p.state.uploads.move('second', { type: 'answer-lost' }, p.clock.nowMs());
    p.state.files.move(
      p.state.files.move(p.state.files.move(p.row(file), 'ready'), 'uploading'),
      'confirming',
    );
    await p.run([again(), p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(history.read).toHaveLength(2);
    expect(p.state.uploads.get('second')?.outcome).toBe('unknown');
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
  });

  test.each(['unexplained', 'not-told'] as const)(
    'is never sent again without a person when a charge is %s',
    async (evidence) => {
      const { p, file } = await absent({ sendsAgain: true, evidence });
      expect([jobOf(p).outcome, p.row(file).state]).toEqual(['unknown', 'confirming']);
    },
  );

  test('is not sent again without a person by a program that was away: its wall clock may have been set', async () => {
    const { p, file, stage, again, history } = lost();
    history.sendsAgain = true;
    await p.run([stage]);
    await p.clock.advance(60 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
  });

  test('is left alone once a person has kept it as unknown', async () => {
    const { p, file, again, history } = await absent();
    p.state.files.move(p.row(file), 'confirming', { hold: 'kept_unknown' });
    history.sendsAgain = true;
    await p.run([again()]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'kept_unknown' });
  });

  test('is not sent again without a person while the service keeps what it has of it', async () => {
    const p = pipeline();
    const file = confirming(p, 'a', 'x', ISO, [
      { type: 'attempt-begun', attemptId: 'a1' },
      { type: 'resource-announced', attemptId: 'a1', resource: 'https://service/uploads/1' },
      { type: 'tail-released', attemptId: 'a1' },
    ]);
    const { stage, history } = looking(p);
    history.sendsAgain = true;
    await p.run([stage, p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(p.row(file).state).toBe('confirming');
  });
});

/** `status` came in place of the answer. */
function answered(status: number, isDenied = true) {
  const p = pipeline();
  const file = p.put('a', 'x', 'ready');
  p.state.uploads.add(
    uploadJob({
      id: 'job of a',
      fileId: file.id,
      contentId: file.contentId ?? 0,
      name: 'a',
      uploadedIso: ISO,
    }),
  );
  const answer = { kind: 'answer', status, content: 'html' } as const;
  const received = isDenied ? ({ ...answer, isCarriedOut: false } as const) : answer;
  p.state.uploads.move('job of a', { type: 'answer-lost', received }, p.clock.nowMs());
  p.state.files.move(p.state.files.move(file, 'uploading'), 'confirming');
  return { p, file, ...looking(p) };
}
const note = (status: number) => ({ waits: 'not-carried-out', status });

describe('an upload whose answer means that it was not carried out', () => {
  test.each([307, 501])(
    'is ready again after one list that does not show it: %i',
    async (status) => {
      const { p, file, stage, play, history } = answered(status);
      await p.run([stage]);
      expect(p.row(file)).toMatchObject({ state: 'held', hold: 'server' });
      expect(readWaitNote(p.row(file).message)).toEqual(note(status));
      expect([jobOf(p).outcome, play.listed.length, history.read]).toEqual(['refused', 1, []]);
      expect(p.state.charges.spentSince(0)).toBe(0);
    },
  );

  test('is recorded when the list shows it all the same', async () => {
    const { p, file, stage, play } = answered(302);
    play.files = [remoteFile({ status: 'Available' })];
    await p.run([stage]);
    expect(p.row(file).state).toBe('notarized');
  });

  test('is a doubt where no list can be read to its end: something in between may have answered too late', async () => {
    const { p, file, stage, play } = answered(307);
    play.paging = 'ignored';
    play.totalRecords = 900;
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
  });

  test('is a doubt as soon as something there may be it', async () => {
    const { p, file, stage, play } = answered(302);
    play.files = [remoteFile({ uploadedIso: OTHER_ISO })];
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    expect(jobOf(p).outcome).toBe('unknown');
  });

  test('is no such upload when the answer was to a question about it', async () => {
    const { p, file, stage } = answered(307, false);
    await p.run([stage]);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
  });
});
