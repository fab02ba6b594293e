import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src-shared/model/changes/change.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import {
  delivered,
  madeChange,
  membership,
} from '../../../src-shared/model/changes/test-support/sample-changes.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import type { Drained } from './drain-outbox.ts';
import { makeOutboxRunner, type SentSummary } from './outbox-runner.ts';

const AWAY: ServiceFault = {
  kind: 'unavailable',
  why: 'no-connection',
  status: null,
  retryAfterMs: null,
};
const NOTHING: Drained = { ended: [], fault: null, isLeft: false };
const left = (fault: ServiceFault | null): Drained => ({ ended: [], fault, isLeft: true });

/** A runner whose drains have the results that a test sets, and the times at which it drained, in seconds. */
function setUp() {
  const clock = makeFakeClock();
  const startMs = clock.monotonicMs();
  const stop = new AbortController();
  const drains: number[] = [];
  const ended: Change[] = [];
  const summaries: SentSummary[] = [];
  let next: Drained = NOTHING;
  let isOffline = false;
  const runner = makeOutboxRunner({
    clock,
    chance: () => 1,
    drain: async () => {
      drains.push((clock.monotonicMs() - startMs) / 1_000);
      return next;
    },
    isOffline: () => isOffline,
    onEnded: async (change) => void ended.push(change),
    onSummary: (summary) => summaries.push(summary),
  });
  const running = runner.run(stop.signal);
  running.catch(() => undefined);
  return {
    clock,
    runner,
    drains,
    ended,
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

  test('what ended is told one by one, and then in one line', async () => {
    const { clock, runner, ended, summaries, comesTo } = setUp();
    await clock.advance(0);
    const cause = { kind: 'full', members: 4, most: 4 } as const;
    const refused = { state: 'refused', atMs: 1, cause, earlierLostAtMs: null } as const;
    const changes = [
      madeChange(1, membership('remove-member', 'u1'), delivered(1)),
      madeChange(2, membership('invite-member', 'u2'), refused),
      madeChange(3, membership('remove-member', 'u3'), delivered(1)),
    ];
    comesTo({ ended: changes, fault: null, isLeft: false });
    runner.poke();
    await clock.advance(0);
    expect(ended.map(({ id }) => id)).toEqual([1, 2, 3]);
    const summary = { atMs: clock.nowMs(), sent: 2, needYou: 1 };
    expect(summaries).toEqual([summary]);
    expect(runner.summary()).toEqual(summary);
  });
});
