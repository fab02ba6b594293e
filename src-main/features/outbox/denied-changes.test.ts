import { afterAll, describe, expect, test } from 'vitest';
import {
  ABSENCE_WAIT_MS,
  changeCredits,
  changeNeedsPerson,
} from '../../../src-shared/model/changes/change.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { DENIAL_WAIT_MS } from '../../pipeline/confirm/poll-schedule.ts';
import { addContent, uploadJob } from '../../test-support/temporary-state.ts';
import {
  beginChange,
  INTENTS,
  invite,
  KINDS,
  never,
  setUpOutbox,
} from './test-support/model-outbox.ts';
import { forgetTemplate } from './test-support/open-model-outbox.ts';
import { DENIALS, type Luck } from './test-support/model-service.ts';

// A denial of what costs credits may come after the deed: it counts once the service shows neither effect nor charge.

afterAll(forgetTemplate);

const bob = invite('bob');
const AGREED = { passedReserve: null };
const REFUSALS = [400, 403] as const;
const PASSING = [401, 429] as const;

/** A change that was denied, as it stands a moment later. */
async function denied(intent: (typeof INTENTS)[number], luck: Luck, agreed = AGREED) {
  const fake = setUpOutbox();
  fake.world.changes = [luck];
  const opened = fake.open();
  const { id } = opened.outbox.add(intent, agreed);
  const spent = () => opened.state.charges.spentSince(0);
  const drain = () => fake.clock.play(opened.outbox.drain(never));
  return { ...fake, ...opened, id, spent, drain, change: await opened.deliver(id) };
}

/** When it is looked for: soon again and again, then until long after its absence would have been concluded. */
const LOOKS_MS = [...Array(3).fill(DENIAL_WAIT_MS), ...Array(12).fill(MINUTE_MS)] as number[];

/** Carried out and denied while the lists lag, and looked for a long time. `prepare` returns what happens once it was sent. */
async function laggingDenied(
  intent: (typeof INTENTS)[number],
  status: (typeof DENIALS)[number],
  prepare: (at: ReturnType<typeof setUpOutbox>) => () => void = () => () => undefined,
) {
  const at = setUpOutbox();
  const onSent = prepare(at);
  at.service.setLagging(true);
  at.world.changes = [`carry-out-but-${status}`];
  const { outbox, deliver, state } = at.open();
  const { id } = outbox.add(intent, AGREED);
  await deliver(id);
  onSent();
  for (const ms of LOOKS_MS) {
    await at.clock.advance(ms);
    await outbox.drain(never);
  }
  return { at, outbox, id, spent: () => state.charges.spentSince(0) };
}

describe.each(KINDS)('%s', (_kind, intent) => {
  test.each(DENIALS)(
    'carried out, charged and answered %i, it is found and not sent again (P6)',
    async (status) => {
      const { change, drain, clock, charges, sent } = await denied(
        intent,
        `carry-out-but-${status}`,
      );
      expect(change.state).toMatchObject({ state: 'delivered', by: 'evidence' });
      await clock.advance(ABSENCE_WAIT_MS);
      await drain();
      expect([charges().length, sent()]).toEqual([1, 1]);
    },
  );

  test.each(DENIALS)(
    'the same where the lists lag: charged once, whatever time passes, and never refused',
    async (status) => {
      const { at, outbox, id, spent } = await laggingDenied(intent, status);
      const change = outbox.get(id)!;
      expect(change.state).toMatchObject({ state: 'unknown', finding: 'charged' });
      expect(changeNeedsPerson(change)).toBe(true);
      expect(spent()).toBe(changeCredits(intent));
      at.service.setLagging(false);
      expect((await outbox.check(id, never)).change.state).toMatchObject({ by: 'evidence' });
      expect([at.charges().length, at.sent()]).toEqual([1, 1]);
    },
  );

  test.each(DENIALS)(
    'the same where credits that were added hide the charge in the balance: the history shows it, %i',
    async (status) => {
      const { at, outbox, id, spent } = await laggingDenied(
        intent,
        status,
        ({ service, clock }) => {
          service.showHistory(() => clock.nowMs());
          return () => service.topUp('ada', changeCredits(intent));
        },
      );
      expect(outbox.get(id)?.state).toMatchObject({ state: 'unknown', finding: 'charged' });
      expect([spent(), at.sent()]).toEqual([changeCredits(intent), 1]);
    },
  );

  test.each(REFUSALS)(
    'answered %i and not carried out, it is refused in the words of the service once that was read',
    async (status) => {
      const { change, drain, clock, id, outbox, charges, spent } = await denied(
        intent,
        `refuse-${status}`,
      );
      expect(change.state).toMatchObject({ state: 'unknown', denial: { status } });
      expect([changeNeedsPerson(change), spent()]).toEqual([false, changeCredits(intent)]);
      await clock.advance(DENIAL_WAIT_MS - 1);
      expect(await drain()).toMatchObject({ ended: [], isLeft: true, isTooEarly: true });
      await clock.advance(1);
      expect((await drain()).ended).toMatchObject([{ id, state: { state: 'refused' } }]);
      const cause = { kind: 'service', fault: { serviceSays: 'no' } };
      expect(outbox.get(id)?.state).toMatchObject({ cause, earlierLostAtMs: null });
      expect([charges(), spent()]).toEqual([[], 0]);
    },
  );
});

describe.each(KINDS)('%s', (_kind, intent) => {
  test.each(PASSING)(
    'answered %i and not carried out, it goes again by itself once that was read',
    async (status) => {
      const { change, drain, clock, id, outbox, charges, sent } = await denied(
        intent,
        `refuse-${status}`,
      );
      expect(change.state).toMatchObject({ state: 'unknown', denial: { status } });
      await clock.advance(DENIAL_WAIT_MS - 1);
      await drain();
      expect(sent()).toBe(1);
      await clock.advance(1);
      await drain();
      expect(outbox.get(id)?.state).toMatchObject({ state: 'delivered' });
      expect([charges().length, sent()]).toEqual([1, 2]);
    },
  );
});

test('without an agreement it waits for one again, with what the service answered', async () => {
  const { outbox, deliver, change, clock, sent } = beginChange(bob, 'refuse-429');
  await deliver(change.id);
  await clock.advance(DENIAL_WAIT_MS);
  expect(await outbox.drain(never)).toMatchObject({ ended: [], isNews: true, isLeft: false });
  const lastTry = { fault: { kind: 'throttled' } };
  expect(outbox.get(change.id)?.state).toMatchObject({ state: 'waiting', lastTry });
  await outbox.drain(never);
  expect(sent()).toBe(1);
});

test('a command waits for the confirmation, and one that is ended leaves it to the next', async () => {
  const at = await denied(bob, 'refuse-403');
  const stop = new AbortController();
  const waiting = at.outbox.awaitDenial(at.id, stop.signal);
  await at.clock.advance(DENIAL_WAIT_MS / 2);
  stop.abort(new Error('interrupted'));
  await expect(waiting).rejects.toThrow('interrupted');
  const { outbox, check } = at.crash(at);
  await at.clock.play(outbox.awaitDenial(at.id, never));
  expect((await check(at.id)).state).toMatchObject({ state: 'refused' });
});

test('a clock that is set neither shortens nor prolongs the wait', async () => {
  const { clock, drain, outbox, id } = await denied(bob, 'refuse-403');
  for (const byMs of [3_600_000, -7_200_000]) {
    clock.setWallClock(clock.nowMs() + byMs);
    await drain();
    expect(outbox.get(id)?.state.state).toBe('unknown');
  }
  await clock.advance(DENIAL_WAIT_MS);
  await drain();
  expect(outbox.get(id)?.state.state).toBe('refused');
});

test('a clock that goes back between two denials of one change shortens no wait', async () => {
  const { clock, world, drain, outbox, id, sent } = await denied(bob, 'refuse-429');
  world.changes = ['refuse-403'];
  await clock.advance(DENIAL_WAIT_MS);
  clock.setWallClock(clock.nowMs() - 7_200_000);
  await drain();
  expect(sent()).toBe(2);
  await drain();
  expect(outbox.get(id)?.state).toMatchObject({ state: 'unknown', denial: { status: 403 } });
});

test('several that are denied together are confirmed together', async () => {
  const { clock, world, open } = setUpOutbox();
  world.changes = INTENTS.map(() => 'refuse-403');
  const { outbox } = open();
  for (const intent of INTENTS) outbox.add(intent, AGREED);
  await clock.play(outbox.drain(never));
  await clock.advance(DENIAL_WAIT_MS);
  await outbox.drain(never);
  expect(outbox.list().map(({ state }) => state.state)).toEqual(INTENTS.map(() => 'refused'));
});

describe('what else was charged', () => {
  test('by this computer is no evidence against the denial', async () => {
    const { state, service, drain, clock, outbox, id } = await denied(bob, 'refuse-403');
    const { id: contentId } = addContent(state, 'a');
    state.uploads.add(uploadJob({ contentId }));
    state.uploads.move('job-1', { type: 'attempt-begun', attemptId: 'a' }, clock.nowMs());
    state.uploads.move('job-1', { type: 'recorded', recordId: null, by: null }, clock.nowMs());
    service.give('ada', 949); // 1 for the upload
    outbox.add(invite('cy'), AGREED);
    await drain();
    await clock.advance(DENIAL_WAIT_MS);
    await drain();
    expect(outbox.get(id)?.state.state).toBe('refused');
  });

  test('by another one is: a person decides, and is told so', async () => {
    const { service, drain, clock, outbox, id } = await denied(bob, 'refuse-403');
    service.directly('ada', 'inviteMember', { path: { projectId: 'project-1', userId: 'cy' } });
    await clock.advance(DENIAL_WAIT_MS);
    await drain();
    expect(outbox.get(id)?.state).toMatchObject({ state: 'unknown', finding: 'too-early' });
    await clock.advance(ABSENCE_WAIT_MS);
    expect(await drain()).toMatchObject({ ended: [], isNews: true });
    expect(outbox.get(id)?.state).toMatchObject({ state: 'unknown', finding: 'charged' });
    await clock.advance(ABSENCE_WAIT_MS);
    expect(await drain()).toMatchObject({ isLeft: false });
  });
});

test('where the balance is not shown any more, a person decides', async () => {
  const { service, drain, clock, outbox, id, sent } = await denied(bob, 'refuse-401');
  service.hideBalance();
  await clock.advance(ABSENCE_WAIT_MS);
  await drain();
  expect(outbox.get(id)?.state).toMatchObject({ state: 'unknown', finding: 'absent' });
  expect(sent()).toBe(1);
});

test('where the lists tell nothing the balance suffices, ten minutes later', async () => {
  const at = await denied(INTENTS[0]!, 'refuse-403');
  at.service.cutList();
  await at.clock.advance(DENIAL_WAIT_MS);
  await at.drain();
  expect(at.outbox.get(at.id)?.state).toMatchObject({ state: 'unknown', finding: 'too-early' });
  await at.clock.advance(ABSENCE_WAIT_MS);
  await at.drain();
  expect(at.outbox.get(at.id)?.state.state).toBe('refused');
});

test('an earlier try that lost its answer stays open beside a later one that was refused', async () => {
  const { outbox, deliver, change, clock } = beginChange(bob, 'lost-before', 'refuse-403');
  await deliver(change.id);
  outbox.sendAgain(change.id);
  await deliver(change.id);
  await clock.advance(DENIAL_WAIT_MS);
  await outbox.drain(never);
  const earlierLostAtMs = expect.any(Number) as number;
  expect(outbox.get(change.id)?.state).toMatchObject({ state: 'refused', earlierLostAtMs });
});

test('what a person left open is settled without asking them again', async () => {
  const { outbox, id, clock, spent } = await denied(bob, 'refuse-403');
  outbox.leave(id);
  await clock.advance(DENIAL_WAIT_MS);
  const { change } = await outbox.check(id, never);
  expect(change.state).toMatchObject({ state: 'refused', putAwayAtMs: clock.nowMs() });
  expect(spent()).toBe(0);
});
