import { describe, expect, test } from 'vitest';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { type playCharges, remoteFile, unavailable } from '../common/test-support/fake-ports.ts';
import { uploadJob } from '../../test-support/temporary-state.ts';
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

  test('is sent again without a person by a program that was away, once it has waited as long itself', async () => {
    const { p, file, stage, again, history } = lost();
    history.sendsAgain = true;
    await p.run([stage]);
    await p.clock.advance(60 * MINUTE);
    await p.run([again(), p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(jobOf(p).outcome).toBe('given-up');
    expect(p.row(file).state).toBe('checking');
  });

  test('is sent again without a person when the charges of its day are explained an hour later', async () => {
    const { p, file, stage, history } = lost();
    Object.assign(history, { sendsAgain: true, evidence: 'unexplained' });
    await p.run([stage, p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(p.row(file).state).toBe('confirming');
    history.evidence = 'none';
    await p.run([stage, p.lasting(61 * MINUTE)], undefined, Infinity);
    expect(p.row(file).state).toBe('checking');
    expect(history.read).toHaveLength(2);
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
