import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFakeClock } from '../../../test-support/fake-clock.ts';
import { makeBandwidth, drawn, fullBucket, refilled, waitMs } from './bandwidth.ts';
const never = new AbortController().signal;

describe('the bucket', () => {
  test('in any stretch of time no more leaves than the limit allows, a quarter second and one piece', () => {
    const pieces = fc.array(fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.nat(2_000)), {
      minLength: 1,
      maxLength: 60,
    });
    let waits = 0;
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 1_000_000 }), pieces, (rate, list) => {
        let bucket = fullBucket(rate, 0);
        let nowMs = 0;
        const sent: [atMs: number, bytes: number][] = [];
        for (const [bytes, restMs] of list) {
          nowMs += restMs;
          bucket = refilled(bucket, rate, nowMs);
          const inMs = waitMs(bucket, rate);
          if (inMs > 0) waits += 1;
          nowMs += inMs;
          bucket = refilled(bucket, rate, nowMs);
          expect(waitMs(bucket, rate)).toBe(0); // the wait was long enough
          bucket = drawn(bucket, bytes);
          sent.push([nowMs, bytes]);
        }
        for (const [first, [fromMs]] of sent.entries()) {
          let total = 0;
          for (const [atMs, bytes] of sent.slice(first)) {
            const allowed = ((atMs - fromMs + 250) * rate) / 1_000 + 1;
            expect(total).toBeLessThanOrEqual(allowed); // before this piece, which may overdraw
            total += bytes;
          }
        }
      }),
    );
    expect(waits).toBeGreaterThan(0);
  });

  test('eight hours of sleep are no credit', () => {
    const rested = refilled(fullBucket(1_000, 0), 1_000, 8 * 3_600_000);
    expect(rested.bytes).toBe(250);
  });
});

describe('the limit', () => {
  test('holds over all who send, in the order they came', async () => {
    const clock = makeFakeClock();
    const bandwidth = makeBandwidth(clock, 10_000);
    const gone: string[] = [];
    const send = async (who: string) => {
      for (let piece = 1; piece <= 5; piece += 1) {
        await bandwidth.take(10_000, never);
        gone.push(`${who}${piece} ${Math.round(clock.monotonicMs() / 100)}`);
      }
    };
    await clock.play(Promise.all([send('a'), send('b')]));
    expect(gone.map((entry) => entry.slice(0, 2)).join(' ')).toBe('a1 b1 a2 b2 a3 b3 a4 b4 a5 b5');
    // Ten seconds' worth of pieces; the first leaves at once and the last need not be paid back.
    expect(clock.monotonicMs()).toBeGreaterThan(8_700);
    expect(clock.monotonicMs()).toBeLessThan(9_100);
    expect(clock.wakeTimesMs()).toEqual([]);
  });

  test('without one nothing waits; a new one holds at once, also for what waits', async () => {
    const clock = makeFakeClock();
    const bandwidth = makeBandwidth(clock);
    expect(bandwidth.take(1e9, never)).toBeNull();
    bandwidth.setLimit(1_000);
    expect(bandwidth.take(100_000, never)).toBeNull();
    const slow = bandwidth.take(1, never);
    const slower = bandwidth.take(1, never);
    bandwidth.setLimit(null);
    await Promise.all([slow, slower]);
    expect([clock.monotonicMs(), clock.wakeTimesMs()]).toEqual([0, []]);
  });

  test('whoever gives up leaves the place to the next, and no timer behind', async () => {
    const clock = makeFakeClock();
    const bandwidth = makeBandwidth(clock, 1_000);
    bandwidth.spend(10_250); // ten seconds in debt
    const stop = new AbortController();
    const first = bandwidth.take(1_000_000, stop.signal);
    const second = bandwidth.take(1, never);
    stop.abort();
    await first;
    await clock.play(Promise.resolve(second));
    expect(clock.monotonicMs()).toBeLessThan(10_100);
    expect(await bandwidth.take(1, AbortSignal.abort())).toBeUndefined();
    expect(clock.wakeTimesMs()).toEqual([]);
  });
});
