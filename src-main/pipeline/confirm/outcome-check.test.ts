import { describe, expect, test } from 'vitest';
import { readWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { pipeline, type Pipeline } from '../common/test-support/pipeline.ts';
import { type playCharges, remoteFile, unavailable } from '../common/test-support/fake-ports.ts';
import { invitation, sentChange, uploadJob } from '../../test-support/temporary-state.ts';
import { ok } from '../../../src-shared/model/result.ts';
import type { RemoteRecords } from '../common/ports.ts';
import { observeBalance } from './balance-evidence.ts';
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
async function absent(over: Partial<ReturnType<typeof playCharges>['play']> = {}) {
  const lab = lost();
  Object.assign(lab.history, over);
  const waitMs = over.evidence === 'unexplained' ? 31 * MINUTE : 11 * MINUTE;
  await lab.p.run([lab.stage, lab.p.lasting(waitMs)], undefined, Infinity);
  return lab;
}

/** The balance, read when nothing was in progress. */
function keepBalance({ state, clock }: Pipeline, credits = 1_000): void {
  const atMs = clock.nowMs();
  state.balances.keep('quiet', { credits, askedAtMs: atMs, readAtMs: atMs });
}

const RELEASED = [
  { type: 'attempt-begun', attemptId: 'a1' },
  { type: 'tail-released', attemptId: 'a1' },
] as const;

describe('an upload without an answer that no list shows', () => {
  test.each(['unexplained', 'not-told'] as const)(
    'is a question where the credit history says of a charge: %s',
    async (evidence) => {
      const { p, file, history } = await absent({ evidence });
      expect(findingIn(p)).toEqual({ kind: 'absent', charge: evidence });
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
      expect(jobOf(p).outcome).toBe('unknown');
      expect(new Set(history.read)).toEqual(new Set([jobOf(p).createdAtMs]));
    },
  );

  test('is a question where history and balance are refused', async () => {
    const fault = { kind: 'forbidden', serviceSays: null } as const;
    const { p } = await absent({ evidence: 'none', fault });
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'not-told' });
  });

  test('stays open while the history cannot be asked, and is judged as soon as it can', async () => {
    const { p, file, history, stage, play } = await absent({ fault: unavailable('no-connection') });
    expect(findingIn(p)).toEqual({ kind: 'looking' });
    expect(play.listed.length).toBeLessThan(25); // not at once again
    expect(p.row(file).hold).toBeNull();
    history.fault = null;
    await p.run([stage, p.lasting(2 * MINUTE)], undefined, Infinity);
    expect(p.row(file).state).toBe('checking');
  });

  test('was charged where the history shows that, though the balance is unchanged', async () => {
    const p = pipeline();
    keepBalance(p);
    confirming(p, 'a', 'x', ISO, RELEASED);
    const { stage, history } = looking(p);
    history.evidence = 'unexplained';
    await p.run([stage, p.lasting(31 * MINUTE)], undefined, Infinity);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'unexplained' });
  });

  test.each([
    ['the history', null, 'none'],
    ['the balance alone', 1_000, 'not-told'],
  ] as const)(
    'goes again after ten minutes where %s shows no charge: the same form, free of its first price',
    async (_, balance, evidence) => {
      const p = pipeline();
      if (balance !== null) keepBalance(p, balance);
      const file = confirming(p, 'a', 'x', ISO, RELEASED);
      const told: (number | null)[] = [];
      const { stage, history } = looking(
        p,
        undefined,
        (_job, no) => void told.push(no?.status ?? null),
      );
      history.evidence = evidence;
      const { form, uploadedIso } = jobOf(p);
      await p.run([stage, p.lasting(11 * MINUTE)], undefined, Infinity);
      expect(p.row(file)).toMatchObject({ state: 'checking' }); // one that arrived after all is found for free
      expect(jobOf(p)).toMatchObject({ outcome: 'open', form, uploadedIso, finding: null });
      expect([p.state.charges.spentSince(0), told]).toEqual([0, [null]]);
      const { entries } = p.state.eventLog.range({}, 0, 9);
      expect(entries[0]).toMatchObject({ note: '{"waits":"sent-again"}', subject: { name: 'a' } });
    },
  );

  test('goes again once: a second loss is a question', async () => {
    const { p, file, again, history } = await absent();
    p.state.files.move(p.state.files.move(p.row(file), 'ready'), 'uploading');
    const second = ['attempt-begun', 'tail-released'] as const;
    for (const type of second) p.state.uploads.move(jobOf(p).id, { type, attemptId: 'a2' });
    p.state.uploads.move(jobOf(p).id, { type: 'answer-lost' });
    p.state.files.move(p.row(file), 'confirming');
    await p.run([again(), p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(history.read).toHaveLength(2);
    expect(jobOf(p).outcome).toBe('unknown');
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
  });

  test('both of its forms were recorded: it is recorded, and nobody is asked which', async () => {
    const { p, file, again, play } = await absent();
    p.state.files.move(p.state.files.move(p.row(file), 'ready'), 'uploading');
    p.state.uploads.move(jobOf(p).id, { type: 'attempt-begun', attemptId: 'a2' });
    p.state.uploads.move(jobOf(p).id, { type: 'answer-lost' });
    p.state.files.move(p.row(file), 'confirming');
    play.files = [remoteFile(), remoteFile({ fileId: 'remote-2' })];
    await p.run([again()]);
    expect(p.row(file).state).toBe('recording');
    expect(p.state.records.withFileId('remote-1')?.id).toBe(jobOf(p).recordId);
  });

  test('is not sent again by a program that was away: its wall clock may have been set', async () => {
    const { p, file, stage, again } = lost();
    await p.run([stage]);
    await p.clock.advance(60 * MINUTE);
    await p.run([again()]);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(p.row(file)).toMatchObject({ state: 'confirming', hold: 'undecided' });
  });

  test('is sent again by a program that was away, once it has waited as long itself', async () => {
    const { p, file, stage, again } = lost();
    await p.run([stage]);
    await p.clock.advance(60 * MINUTE);
    await p.run([again(), p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(p.row(file).state).toBe('checking');
  });

  test('is sent again by a program that was away for ten minutes of the service’s clock', async () => {
    let shownMs = 1_000_000;
    const p = pipeline(undefined, () => shownMs);
    const file = confirming(p);
    const { again } = looking(p);
    expect(jobOf(p).knownLostAtMs).toBe(1_000_000);
    await p.clock.advance(60 * MINUTE); // this computer's clock was set, and the service's knows nothing of it
    shownMs += 9 * MINUTE;
    await p.run([again()]);
    expect([findingIn(p), p.row(file).hold]).toEqual([{ kind: 'looking' }, null]);
    shownMs += MINUTE;
    await p.run([again()]);
    expect(p.row(file).state).toBe('checking');
  });

  test('counts these ten minutes from the first answer that showed the time', async () => {
    let shownMs: number | null = null;
    const p = pipeline(undefined, () => shownMs);
    confirming(p);
    await p.clock.advance(5 * MINUTE);
    expect(jobOf(p).knownLostAtMs).toBeNull();
    const remote: Pick<RemoteRecords, 'balance'> = { balance: async () => ok(5) };
    for (const atMs of [1_000_000, 1_000_000 + MINUTE]) {
      shownMs = atMs;
      await observeBalance(remote, p).balance(new AbortController().signal);
    }
    expect(jobOf(p).knownLostAtMs).toBe(1_000_000);
    expect(toldFrom(jobOf(p), p.state) - p.clock.nowMs()).toBe(9 * MINUTE);
  });

  test('is sent again when its charges are explained an hour later', async () => {
    const { p, file, stage, history } = lost();
    history.evidence = 'not-told';
    await p.run([stage, p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(p.row(file).hold).toBe('undecided');
    history.evidence = 'none';
    await p.run([stage, p.lasting(61 * MINUTE)], undefined, Infinity);
    expect(p.row(file).state).toBe('checking');
    expect(history.read).toHaveLength(2);
  });

  test('is a question while the service keeps what it has of it', async () => {
    const p = pipeline();
    const file = confirming(p, 'a', 'x', ISO, [
      { type: 'attempt-begun', attemptId: 'a1' },
      { type: 'resource-announced', attemptId: 'a1', resource: 'https://service/uploads/1' },
      { type: 'tail-released', attemptId: 'a1' },
    ]);
    const { stage } = looking(p);
    await p.run([stage, p.lasting(11 * MINUTE)], undefined, Infinity);
    expect(findingIn(p)).toEqual({ kind: 'absent', charge: 'none' });
    expect(p.row(file).hold).toBe('undecided');
  });
});

interface Answered {
  readonly isPage?: boolean;
  /** Read before it was sent; null: none was. */
  readonly balanceBefore?: number | null;
  /** A gateway before the service may mean header fields that it does not know. */
  readonly mayBeOverFields?: boolean;
  /** The service says why, in its own form. */
  readonly isOwnReason?: true;
}

/** An upload of one credit that was denied with this status. */
function denied(
  status: number,
  { isPage = false, balanceBefore = 1_000, mayBeOverFields = false, isOwnReason }: Answered = {},
) {
  const isNotOverFields = mayBeOverFields ? undefined : (true as const);
  const p = pipeline();
  if (balanceBefore !== null) keepBalance(p, balanceBefore);
  const confirmed: number[] = [];
  const file = confirming(p, 'a', 'x', ISO, [
    ...RELEASED,
    {
      type: 'answer-lost',
      received: {
        kind: 'answer',
        status,
        content: 'json',
        denial: {
          status,
          serviceSays: isPage ? null : 'the words',
          isPage,
          isNotOverFields,
          isOwnReason,
        },
      },
    },
  ]);
  const seen = looking(p, undefined, (_job, no) => void confirmed.push(no?.status ?? 0));
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

  test('holds likewise where the history alone fails, and nothing else waits for that', async () => {
    const { p, file, history, within } = denied(403);
    history.fault = { ...unavailable('server-error'), status: 500 };
    await within(HALF_A_MINUTE);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'permission' });
    expect(p.gate.wait()).toBeNull();
  });

  test.each([
    [400, false],
    [412, false],
    [417, false],
    [431, true],
  ])(
    'may be over header fields that a gateway does not know: %i, so the documented request goes again once it is proven',
    async (status, isPage) => {
      const { p, file, within, known, history } = denied(status, { isPage, mayBeOverFields: true });
      history.evidence = 'none';
      await within(HALF_A_MINUTE);
      expect([p.row(file).state, jobOf(p).outcome, known.ownFields]).toEqual([
        'ready',
        'open',
        'suspected',
      ]);
    },
  );

  test('of the documented request as well clears the fields, and stands', async () => {
    const { p, file, within, known } = denied(412);
    known.ownFields = 'suspected';
    await within(HALF_A_MINUTE);
    expect([p.row(file).hold, jobOf(p).outcome, known.ownFields]).toEqual([
      'refusal',
      'refused',
      'innocent',
    ]);
  });

  test('for a reason that the service says itself stands, and says nothing of what lies before it', async () => {
    const { p, file, within, known } = denied(400, { isOwnReason: true });
    known.ownFields = 'suspected';
    await within(HALF_A_MINUTE);
    expect([p.row(file).hold, jobOf(p).outcome, known.ownFields]).toEqual([
      'refusal',
      'refused',
      'suspected',
    ]);
  });

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

  const MUTE = [
    ['is refused', { fault: { kind: 'forbidden', serviceSays: null } as const }],
    ['shows its first page only', { paging: 'ignored' as const, totalRecords: 900 }],
  ] as const;

  test.each(MUTE)('where the list %s, the balance confirms it as soon', async (_, how) => {
    const { p, file, within, play } = denied(403);
    Object.assign(play, how);
    await within(HALF_A_MINUTE);
    expect(p.row(file)).toMatchObject({ state: 'held', hold: 'permission', message: 'the words' });
    expect(jobOf(p).outcome).toBe('refused');
  });

  test.each(MUTE)(
    'after which it is sent again needs the whole wait where the list %s',
    async (_, how) => {
      const { p, file, within, play, again } = denied(429);
      Object.assign(play, how);
      await within(5 * MINUTE);
      expect(p.row(file)).toMatchObject({ state: 'confirming', hold: null });
      await within(6 * MINUTE);
      await p.run([again()]); // a list that stays refused is asked for again by a later run
      expect(p.row(file).state).toBe('ready');
    },
  );

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
