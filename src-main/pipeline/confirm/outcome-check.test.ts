import { describe, expect, test } from 'vitest';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { type playCharges, remoteFile, unavailable } from '../common/test-support/fake-ports.ts';
import type { PathReading } from '../scan/file-tree.ts';
import { identity, invitation, sentChange, uploadJob } from '../../test-support/temporary-state.ts';
import { toldFrom } from './search-upload.ts';
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
async function absent(
  over: Partial<ReturnType<typeof playCharges>['play']> = {},
  reading: PathReading | null = null,
) {
  const lab = lost();
  if (reading !== null) lab.disk.reading = reading;
  Object.assign(lab.history, over);
  const waitMs = over.evidence === 'unexplained' ? 31 * MINUTE : 11 * MINUTE;
  await lab.p.run([lab.stage, lab.p.lasting(waitMs)], undefined, Infinity);
  return lab;
}

describe('an upload that no list shows', () => {
  test.each(['none', 'unexplained', 'not-told'] as const)(
    'is shown with what the credit history says about a charge: %s',
    async (evidence) => {
      const { p, file, history } = await absent({ evidence });
      expect(findingIn(p)).toEqual({ kind: 'absent', charge: evidence });
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
      expect(new Set(history.read)).toEqual(new Set([jobOf(p).createdAtMs]));
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

  test('was charged where the history shows that, though the balance is unchanged', async () => {
    const p = pipeline();
    const atMs = p.clock.nowMs();
    p.state.balances.keep('quiet', { credits: 1_000, askedAtMs: atMs, readAtMs: atMs });
    confirming(p, 'a', 'x', ISO, [
      { type: 'attempt-begun', attemptId: 'a1' },
      { type: 'tail-released', attemptId: 'a1' },
    ]);
    const { stage, history } = looking(p);
    history.evidence = 'unexplained';
    await p.run([stage, p.lasting(31 * MINUTE)], undefined, Infinity);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'unexplained' });
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

  test.each<[string, PathReading]>([
    ['is gone', { kind: 'absent' }],
    ['has changed', { kind: 'file', identity: identity({ mtimeNs: '1' }) }],
  ])(
    'is not sent again without a person where the file %s: its result stays unknown',
    async (_, reading) => {
      const { p, file } = await absent({ sendsAgain: true }, reading);
      expect(jobOf(p).outcome).toBe('unknown');
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    },
  );

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

interface Answered {
  readonly isPage?: boolean;
  /** Read before it was sent; null: none was. */
  readonly balanceBefore?: number | null;
}

/** An upload of one credit that was denied with this status. */
function denied(status: number, { isPage = false, balanceBefore = 1_000 }: Answered = {}) {
  const p = pipeline();
  const atMs = p.clock.nowMs();
  const before = { credits: balanceBefore ?? 0, askedAtMs: atMs, readAtMs: atMs };
  if (balanceBefore !== null) p.state.balances.keep('quiet', before);
  const confirmed: number[] = [];
  const file = confirming(p, 'a', 'x', ISO, [
    { type: 'attempt-begun', attemptId: 'a1' },
    { type: 'tail-released', attemptId: 'a1' },
    {
      type: 'answer-lost',
      received: {
        kind: 'answer',
        status,
        content: 'json',
        denial: { status, serviceSays: isPage ? null : 'the words', isPage },
      },
    },
  ]);
  const seen = looking(p, undefined, (_job, { status: of }) => void confirmed.push(of));
  seen.history.evidence = 'not-told';
  const within = (ms: number) => p.run([seen.stage, p.lasting(ms)], undefined, Infinity);
  return { p, file, confirmed, within, ...seen };
}

const HALF_A_MINUTE = 30_000;

describe('a denial after the last byte', () => {
  test.each([
    [400, 'held', 'refusal', 'the words', 'refused'],
    [402, 'held', 'credits', 'the words', 'refused'],
    [403, 'held', 'permission', 'the words', 'refused'],
    [404, 'failed', null, 'the words', 'refused'],
    [413, 'failed', null, 'the words', 'refused'],
    [401, 'ready', null, null, 'open'],
    [425, 'ready', null, null, 'open'],
    [429, 'ready', null, null, 'open'],
  ] as const)(
    'holds within half a minute where list and balance agree, and asks nobody: %i',
    async (status, state, hold, message, outcome) => {
      const { p, file, play, history, confirmed, within } = denied(status);
      history.evidence = 'none';
      await within(HALF_A_MINUTE);
      expect(p.row(file)).toMatchObject({ state, hold, message });
      expect([jobOf(p).outcome, p.state.charges.spentSince(0), confirmed]).toEqual([
        outcome,
        0,
        [status],
      ]);
      expect([play.listed.length, play.balanceAsked]).toEqual([1, 1]);
    },
  );

  test.each([
    [307, false],
    [501, false],
    [511, false],
    [407, true],
  ])(
    'that came from something on the way holds the file for the service: %i',
    async (status, isPage) => {
      const { p, file, within } = denied(status, { isPage });
      await within(HALF_A_MINUTE);
      expect(p.row(file)).toMatchObject({ state: 'held', hold: 'server' });
      expect(readWaitNote(p.row(file).message)).toEqual({ waits: 'not-carried-out', status });
      expect([jobOf(p).outcome, p.state.charges.spentSince(0)]).toEqual(['open', 0]);
    },
  );

  test('is nothing against a list that shows the upload', async () => {
    const { p, file, within, play } = denied(400);
    play.files = [remoteFile({ status: 'Available' })];
    await within(HALF_A_MINUTE);
    expect(p.row(file).state).toBe('notarized');
  });

  test('is not believed when the balance fell, until the list shows what was charged', async () => {
    const { p, file, within, play, confirmed } = denied(429);
    play.balance = 999;
    await within(HALF_A_MINUTE);
    expect([p.row(file).state, p.row(file).hold, confirmed]).toEqual(['confirming', null, []]);
    play.files = [remoteFile({ status: 'Available' })];
    await within(MINUTE);
    expect(p.row(file).state).toBe('notarized');
  });

  test('is told to be decided twenty seconds later at the earliest, after a charge half an hour later', async () => {
    const { p, within, play } = denied(403);
    const sinceMs = p.clock.nowMs();
    const earliestMs = () => toldFrom(jobOf(p), p.state) - sinceMs;
    expect(earliestMs()).toBe(20_000);
    play.balance = 999;
    await within(HALF_A_MINUTE);
    expect(earliestMs()).toBe(30 * MINUTE);
    const unanswered = lost();
    expect(toldFrom(jobOf(unanswered.p), unanswered.p.state) - unanswered.p.clock.nowMs()).toBe(
      10 * MINUTE,
    );
  });

  test('a charge without a record becomes a question after half an hour: the list may be late', async () => {
    const { p, file, within, play } = denied(403);
    play.balance = 999;
    await within(29 * MINUTE);
    expect(findingIn(p)).toEqual({ kind: 'looking', isCharged: true });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
    await within(2 * MINUTE);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'unexplained' });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
  });

  test.each([
    ['refused', { balance: { kind: 'forbidden', serviceSays: null } as const }],
    ['never read before', { balanceBefore: null }],
    ['risen meanwhile', { balance: 1_010 }],
  ])(
    'a balance that is %s confirms nothing: a person is asked after the whole wait',
    async (_, how) => {
      const { p, file, within, play } = denied(409, how as Answered);
      Object.assign(play, how);
      await within(HALF_A_MINUTE);
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
      await within(11 * MINUTE);
      expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'not-told' });
      expect(p.row(file).hold).toBe('undecided');
    },
  );

  test.each([
    ['is unchanged, because credits were added', 1_000],
    ['was never read before', null],
  ])(
    'charges in the history that nothing explains count where the balance %s',
    async (_, balanceBefore) => {
      const { p, file, within, history } = denied(400, { balanceBefore });
      history.evidence = 'unexplained';
      await within(31 * MINUTE);
      expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'unexplained' });
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    },
  );

  test.each([
    ['is refused', { fault: { kind: 'forbidden', serviceSays: null } as const }],
    ['shows its first page only', { paging: 'ignored' as const, totalRecords: 900 }],
  ])('where the list %s, the balance decides after the whole wait', async (_, how) => {
    const { p, file, within, play, again } = denied(403);
    Object.assign(play, how);
    await within(5 * MINUTE);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
    await within(6 * MINUTE);
    await p.run([again()]); // a list that stays refused is asked for again by a later run
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'permission' });
  });

  test('is a doubt as soon as something there may be it', async () => {
    const { p, file, within, play } = denied(302);
    play.files = [remoteFile({ uploadedIso: OTHER_ISO })];
    await within(11 * MINUTE);
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
    expect(jobOf(p).outcome).toBe('unknown');
  });

  test('of an upload among others: what they cost explains the balance, and no more', async () => {
    const { p, file, within, play } = denied(400);
    const { contentId } = p.put('b', 'y', 'ready');
    const other = { id: 'other', fileId: file.id + 1, contentId: contentId ?? 0, name: 'b' };
    p.state.uploads.add(uploadJob({ ...other, uploadedIso: OTHER_ISO }));
    p.state.uploads.move('other', { type: 'attempt-begun', attemptId: 'b1' });
    p.state.uploads.move('other', { type: 'recorded', recordId: null, by: null });
    play.balance = 999;
    await within(HALF_A_MINUTE);
    expect(p.row(file).hold).toBe('refusal');
  });

  test.each([
    ['was charged explains', 'answered', 990, 'refusal'],
    ['is in doubt leaves open', 'lost', 990, null],
    ['is in doubt, and was not charged, leaves nothing open', 'lost', 1_000, 'refusal'],
  ] as const)('a paid change beside it that %s the balance', async (_, end, balance, hold) => {
    const { p, file, within, play } = denied(400);
    const atMs = p.clock.nowMs();
    sentChange(p.state, invitation('Kim'), end, [atMs, atMs]);
    play.balance = balance;
    await within(HALF_A_MINUTE);
    expect(p.row(file).hold).toBe(hold);
  });
});
