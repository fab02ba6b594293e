import { expect, test } from 'vitest';
import { fail, ok } from '../../../src-shared/model/result.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { RemoteRecords } from '../common/ports.ts';
import { makeSpending } from '../spend/spending.ts';
import { makeRoundStage } from './round-stage.ts';
import { eachInScope } from '../common/rows-in-state.ts';
import type { Stage } from '../common/stage.ts';
import { pipeline } from '../common/test-support/pipeline.ts';
import { playRemote, SIGNED_OUT, throttled } from '../common/test-support/fake-ports.ts';

const isPaidFor = ({ name }: FileRow) => name !== 'unapproved';

/** Rounds that go on until they are ended. */
function rounds(balance?: RemoteRecords['balance']) {
  const p = pipeline();
  const { remote } = playRemote(p.clock);
  const scope = {};
  const asked = balance === undefined ? remote : { ...remote, balance };
  const spending = makeSpending({ ...p, scope, remote: asked });
  const untold = { fileTree: null as never }; // nothing was picked
  const eachPaidFor = () => [...eachInScope(p.state, ['ready'], scope)].filter(isPaidFor);
  const stage = makeRoundStage({
    ...p,
    ...untold,
    scope,
    spending,
    isPaidFor,
    eachPaidFor,
    stages: [],
  });
  const held = (name: string, hold: 'budget' | 'size_confirm' | 'credits' | 'balance_unknown') =>
    p.transitions.move(p.put(name, name, 'ready'), 'held', { hold });
  async function runFor(ms: number, ...others: readonly Stage[]) {
    const stop = new AbortController();
    p.after(ms, () => stop.abort(new Error('it is over')));
    await expect(p.run([stage, ...others], stop.signal, Infinity)).rejects.toThrow('it is over');
  }
  return { p, held, runFor, ask: () => stage.ask() };
}

test('during a pause that the service asked for a round leaves the balance alone, and the next one comes right after', async () => {
  const askedAtMs: number[] = [];
  const { p, held, runFor } = rounds(async () => {
    askedAtMs.push(p.clock.monotonicMs());
    return ok(0);
  });
  held('a', 'credits');
  p.gate.bePatient();
  p.gate.failed(throttled(50_000));
  await runFor(120_000, p.lasting(121_000));
  expect(askedAtMs).toEqual([60_000]);
});

test.each([
  ['not before', -SECOND_MS, 'held'],
  ['then', SECOND_MS, 'ready'],
])(
  'in a run that goes on the limit of a month ends with the month of UTC, %s',
  async (_, afterMs, state) => {
    const { p, held, runFor } = rounds();
    p.clock.suspend(9 * DAY_MS); // until 30 November 2026, 09:00 UTC
    const [budget, size] = [held('a', 'budget'), held('b', 'size_confirm')];
    await runFor(15 * HOUR_MS + afterMs, p.lasting(17 * HOUR_MS));
    expect([p.row(budget).state, p.row(size).state]).toEqual([state, 'held']);
  },
);

test('the month of a limit is that of the service, whatever clock is set here', async () => {
  const { p, held, runFor } = rounds();
  p.clock.suspend(9 * DAY_MS);
  const file = held('a', 'budget');
  const service = p.clock.nowMs() - p.clock.monotonicMs();
  p.state.bookNowMs = () => service + p.clock.monotonicMs();
  p.after(HOUR_MS, () => p.clock.setWallClock(p.clock.nowMs() + 40 * HOUR_MS));
  await runFor(15 * HOUR_MS - SECOND_MS, p.lasting(17 * HOUR_MS));
  expect(p.row(file).state).toBe('held');
  await runFor(2 * SECOND_MS, p.lasting(17 * HOUR_MS));
  expect(p.row(file).state).toBe('ready');
});

test('without a session the end of the month asks the service no more often', async () => {
  let asked = 0;
  const { p, held, runFor } = rounds(async () => {
    asked += 1;
    return fail(SIGNED_OUT);
  });
  p.clock.suspend(9 * DAY_MS);
  held('a', 'budget');
  p.gate.bePatient();
  p.gate.failed(SIGNED_OUT);
  await runFor(16 * HOUR_MS, p.lasting(17 * HOUR_MS));
  expect(asked).toBe(96); // every ten minutes, as before
});

test('what is ready for the service only after the session has ended waits for the person to sign in as well', async () => {
  const { p, runFor } = rounds(async () => fail(SIGNED_OUT));
  p.put('a', 'a', 'checking');
  p.put('unapproved', 'u', 'ready');
  p.gate.bePatient();
  p.gate.failed(SIGNED_OUT);
  const arrival = async () => {
    await p.clock.sleep(SECOND_MS, new AbortController().signal);
    p.put('b', 'b', 'checking');
    return 'advanced' as const;
  };
  const arrivals = [arrival];
  const later: Stage = { concurrency: 1, take: () => arrivals.splice(0), nextDueMs: () => null };
  await runFor(2 * SECOND_MS, later, p.lasting(3 * SECOND_MS));
  expect(p.state.files.list({}, 0, 9).map(({ name, hold }) => [name, hold])).toEqual([
    ['a', 'signed_out'],
    ['unapproved', null], // for an approval, which needs no session
    ['b', 'signed_out'],
  ]);
});

test('files that wait for the balance go on within a minute of the service showing it', async () => {
  let isShown = false;
  const forbidden = { kind: 'forbidden', serviceSays: null } as const;
  const { p, held, runFor } = rounds(async () => (isShown ? ok(0) : fail(forbidden)));
  const file = held('a', 'balance_unknown');
  p.after(90 * SECOND_MS, () => {
    isShown = true;
  });
  await runFor(89 * SECOND_MS, p.lasting(HOUR_MS));
  expect(p.row(file)).toMatchObject({ state: 'held', hold: 'balance_unknown' });
  await runFor(61 * SECOND_MS, p.lasting(HOUR_MS));
  expect(p.row(file).state).toBe('ready');
});

test('at a start, approved files for which there are no credits stay held, and no others', async () => {
  const { p, held, runFor, ask } = rounds(async () => ok(2));
  const short = ['a', 'b', 'c'].map((name) => held(name, 'credits'));
  const unapproved = held('unapproved', 'credits');
  ask();
  await runFor(SECOND_MS, p.lasting(HOUR_MS));
  expect(short.map((file) => p.row(file).state)).toEqual(['ready', 'ready', 'held']);
  expect(p.row(unapproved).state).toBe('ready'); // and waits for its approval
});
