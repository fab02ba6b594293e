import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import {
  delivered,
  madeChange,
  membership,
} from '../../../src-shared/model/changes/test-support/sample-changes.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { type Drained, makeOutboxRunner, type SentSummary } from './outbox-runner.ts';
import { unavailable } from '../../pipeline/common/test-support/fake-ports.ts';

const AWAY = unavailable('no-connection');
const BROKEN: ServiceFault = { ...AWAY, why: 'server-error', status: 500 };
const NOTHING: Drained = {
  ended: [],
  stuck: [],
  fault: null,
  isNews: false,
  isLeft: false,
  isTooEarly: false,
};
const left = (fault: ServiceFault | null): Drained => ({ ...NOTHING, fault, isLeft: true });
const stuck = (...stuckLanes: Drained['stuck']): Drained => ({
  ...left(null),
  stuck: stuckLanes,
});

const THERE = { state: 'delivered', atMs: 1, by: 'already-there', projectId: null } as const;

/** A runner whose drains have the results that a test sets, and the times at which it drained, in seconds. */
function setUp() {
  const clock = makeFakeClock();
  const startMs = clock.monotonicMs();
  const stop = new AbortController();
  const drains: number[] = [];
  const rested: (readonly [atSeconds: number, lanes: string])[] = [];
  const ended: Change[] = [];
  const summaries: SentSummary[] = [];
  let news = 0;
  let next: Drained = NOTHING;
  let isOffline = false;
  const runner = makeOutboxRunner({
    clock,
    chance: () => 1,
    drain: async (_signal, isResting) => {
      drains.push((clock.monotonicMs() - startMs) / 1_000);
      rested.push([drains.at(-1) ?? 0, ['a', 'b'].filter(isResting).join()]);
      return next;
    },
    isOffline: () => isOffline,
    onEnded: async (change) => void ended.push(change),
    onNews: () => void (news += 1),
    onSummary: (summary) => summaries.push(summary),
  });
  const running = runner.run(stop.signal);
  running.catch(() => undefined);
  return {
    clock,
    runner,
    drains,
    /** When it drained, and which destinations it left alone then. */
    rested: () => rested,
    ended,
    news: () => news,
    summaries,
    running,
    comesTo: (drained: Drained): void => void (next = drained),
    setOffline: (now: boolean): void => void (isOffline = now),
    stop: () => stop.abort(new Error('over')),
  };
}

describe('the outbox by itself', () => {
  test('with nothing left it rests until something comes into line', async () => {
    const { clock, runner, drains, running, stop } = setUp();
    await clock.advance(3_600_000);
    expect(drains).toEqual([0]);
    runner.poke();
    await clock.advance(0);
    expect(drains).toEqual([0, 3_600]);
    stop();
    await expect(running).rejects.toThrow('over');
  });

  test('while the service is away it waits longer and longer, ten minutes at most, and at once when poked', async () => {
    const { clock, runner, drains, comesTo } = setUp();
    comesTo(left(AWAY));
    await clock.advance(0);
    runner.poke();
    await clock.advance(200_000);
    expect(drains.slice(1)).toEqual([0, 5, 15, 35, 75, 155]);
    runner.poke();
    await clock.advance(5_000);
    expect(drains.slice(-2)).toEqual([200, 205]);
  });

  test('each destination that fails waits for itself, however the others fare', async () => {
    const { clock, runner, rested, comesTo } = setUp();
    comesTo(stuck({ lane: 'a', fault: BROKEN }));
    await clock.advance(0);
    runner.poke();
    await clock.advance(6_000); // again after 5 s, and then for 10 s
    comesTo(stuck({ lane: 'a', fault: BROKEN }, { lane: 'b', fault: BROKEN }));
    await clock.advance(10_000);
    await clock.advance(5_000);
    expect(rested().map(([atSeconds, lanes]) => `${atSeconds}: ${lanes}`)).toEqual([
      '0: ',
      '0: ',
      '5: ',
      '15: ',
      '20: a',
    ]);
  });

  test('what it was too early for is looked at soon, however long a destination rests', async () => {
    const { clock, runner, drains, comesTo } = setUp();
    await clock.advance(0);
    const resting = stuck({ lane: 'a', fault: { kind: 'throttled', retryAfterMs: 60_000 } });
    comesTo({ ...resting, isTooEarly: true });
    runner.poke();
    await clock.advance(10_000);
    expect(drains).toEqual([0, 0, 5, 10]);
  });

  test('a pause that the service asked for is kept, and drawn out by up to a fifth', async () => {
    const { clock, runner, drains, comesTo } = setUp();
    await clock.advance(0);
    comesTo(left({ kind: 'throttled', retryAfterMs: 90_000 }));
    runner.poke();
    await clock.advance(107_000);
    expect(drains).toEqual([0, 0]);
    await clock.advance(1_000);
    expect(drains).toEqual([0, 0, 108]);
  });

  test('a session that ended pauses it until somebody signs in; working offline too', async () => {
    const { clock, runner, drains, comesTo, setOffline } = setUp();
    await clock.advance(0);
    comesTo(left({ kind: 'not-signed-in', serviceSays: null }));
    runner.poke();
    await clock.advance(3_600_000);
    expect(drains).toEqual([0, 0]);
    setOffline(true);
    runner.poke();
    await clock.advance(3_600_000);
    expect(drains).toEqual([0, 0]);
    setOffline(false);
    runner.poke();
    await clock.advance(0);
    expect(drains).toEqual([0, 0, 7_200]);
  });

  test('what moved without an end is told, and no more', async () => {
    const { clock, runner, news, summaries, comesTo } = setUp();
    await clock.advance(0);
    comesTo({ ...NOTHING, isNews: true });
    runner.poke();
    await clock.advance(0);
    expect([news(), summaries]).toEqual([1, []]);
  });

  test('what ended is told one by one, and then in one line', async () => {
    const { clock, runner, ended, summaries, comesTo } = setUp();
    await clock.advance(0);
    const cause = { kind: 'full', members: 4, most: 4 } as const;
    const refused = { state: 'refused', atMs: 1, cause, earlierLostAtMs: null } as const;
    const changes = [
      madeChange(1, membership('remove-member', 'u1'), delivered(1)),
      madeChange(2, membership('invite-member', 'u2'), refused),
      madeChange(3, membership('remove-member', 'u3'), delivered(1)),
      madeChange(4, membership('invite-member', 'u4'), THERE),
    ];
    comesTo({ ...NOTHING, ended: changes });
    runner.poke();
    await clock.advance(0);
    expect(ended.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    const summary = { atMs: clock.nowMs(), sent: 2, needYou: 1 };
    expect(summaries).toEqual([summary]);
    expect(runner.summary()).toEqual(summary);
  });

  test('a round that only found what was so already sent nothing, and is no news', async () => {
    const { clock, runner, ended, summaries, comesTo } = setUp();
    await clock.advance(0);
    comesTo({ ...NOTHING, ended: [madeChange(1, membership('invite-member', 'u1'), THERE)] });
    runner.poke();
    await clock.advance(0);
    expect([ended.length, summaries, runner.summary()]).toEqual([1, [], null]);
  });
});
