import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { makeFakeClock } from '../test-support/fake-clock.ts';
import { makeServiceClock } from './session.ts';

/** A service whose clock is so far from this computer's, and answers that take a while on both ways. */
function answering(skewMs: number) {
  const clock = makeFakeClock();
  const startMs = clock.nowMs();
  const service = makeServiceClock(clock);
  const trueMs = () => startMs + skewMs + clock.monotonicMs();
  function ask(thereMs: number, backMs: number): void {
    const askedAtMonotonicMs = clock.monotonicMs();
    clock.suspend(thereMs);
    const dateMs = Math.floor(trueMs() / SECOND_MS) * SECOND_MS;
    clock.suspend(backMs);
    service.heard(dateMs, { askedAtMonotonicMs });
  }
  return { clock, service, trueMs, ask };
}

const WAY = fc.integer({ min: 0, max: 3_000 });

test('it is never ahead of the service, rises with each answer, and comes near', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -HOUR_MS, max: HOUR_MS }),
      fc.array(fc.tuple(WAY, WAY), { minLength: 1 }),
      (skewMs, ways) => {
        const { service, trueMs, ask } = answering(skewMs);
        let behindMs = Infinity;
        for (const [thereMs, backMs] of ways) {
          ask(thereMs, backMs);
          const nowMs = service.nowMs() ?? Infinity;
          expect(nowMs).toBeLessThanOrEqual(trueMs());
          expect(trueMs() - nowMs).toBeLessThanOrEqual(Math.min(behindMs, backMs + SECOND_MS));
          behindMs = trueMs() - nowMs + 1; // both are rounded
        }
      },
    ),
  );
});

test('setting this computer’s clock changes what it is ahead of, not the time', () => {
  const { clock, service, ask } = answering(0);
  expect([service.nowMs(), service.aheadMs()]).toEqual([null, null]);
  ask(0, 0);
  const beforeMs = service.nowMs();
  clock.setWallClock(clock.nowMs() + HOUR_MS);
  expect(service.nowMs()).toBe(beforeMs);
  ask(0, 0);
  expect(service.aheadMs()).toBe(HOUR_MS);
});

test("a service's clock that is set is followed, forward and back", () => {
  const clock = makeFakeClock();
  const service = makeServiceClock(clock);
  for (const serverMs of [5_000_000, 1_000_000, 9_000_000]) {
    service.heard(serverMs, { askedAtMonotonicMs: clock.monotonicMs() });
    expect(service.nowMs()).toBe(serverMs);
  }
  service.heard(null, { askedAtMonotonicMs: clock.monotonicMs() });
  expect([service.nowMs(), service.isSilent()]).toEqual([9_000_000, true]);
});
