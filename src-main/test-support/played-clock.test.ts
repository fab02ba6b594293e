import fc from 'fast-check';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { makePlayedClock } from './played-clock.ts';

const never = new AbortController().signal;

describe('the played clock', () => {
  test('stands still until the test moves it', async () => {
    const clock = makePlayedClock({ startMs: 5_000 });
    let isAwake = false;
    const sleeping = clock.sleep(10, never).then(() => (isAwake = true));
    for (let turn = 0; turn < 5; turn += 1) await turnOfTheLoop();
    expect([clock.nowMs(), clock.monotonicMs(), isAwake]).toEqual([5_000, 0, false]);
    await clock.advance(9);
    expect([clock.nowMs(), isAwake]).toEqual([5_009, false]);
    await clock.advance(1);
    await sleeping;
    expect([clock.nowMs(), isAwake]).toEqual([5_010, true]);
  });

  test('wakes sleepers at their own times, in their order, whatever the order they fell asleep in', async () => {
    const delays = fc.array(fc.nat(50), { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(delays, async (delaysMs) => {
        const clock = makePlayedClock();
        const woke: [delayMs: number, index: number, atMs: number][] = [];
        const all = delaysMs.map(async (delayMs, index) => {
          await clock.sleep(delayMs, never);
          woke.push([delayMs, index, clock.monotonicMs()]);
        });
        await clock.advance(50);
        await Promise.all(all);
        expect(woke).toEqual(
          delaysMs
            .map((delayMs, index): [number, number, number] => [delayMs, index, delayMs])
            .toSorted((one, other) => one[0] - other[0] || one[1] - other[1]),
        );
      }),
    );
  });

  test('gives what a sleeper starts its turn before time goes on', async () => {
    const clock = makePlayedClock();
    const steps: number[] = [];
    const work = (async () => {
      for (let step = 0; step < 3; step += 1) {
        await clock.sleep(10, never);
        steps.push(clock.monotonicMs());
      }
    })();
    await clock.advance(100);
    await work;
    expect(steps).toEqual([10, 20, 30]);
    expect(clock.monotonicMs()).toBe(100);
  });

  test('an abort ends a sleep with the reason and leaves no sleeper', async () => {
    const clock = makePlayedClock();
    const controller = new AbortController();
    const sleeping = clock.sleep(10, controller.signal);
    expect(clock.wakeTimesMs()).toEqual([10]);
    controller.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
    expect(clock.wakeTimesMs()).toEqual([]);
  });

  test('plays work to its end by going from one sleeper to the next', async () => {
    const clock = makePlayedClock();
    const hour = 3_600_000;
    const work = (async () => {
      await Promise.all([clock.sleep(hour, never), clock.sleep(3 * hour, never)]);
      return clock.monotonicMs();
    })();
    expect(await clock.play(work)).toBe(3 * hour);
    await expect(clock.play(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  test('says when work neither ends nor sleeps', async () => {
    const clock = makePlayedClock({ stuckAfterMs: 20 });
    await expect(clock.play(new Promise(() => {}))).rejects.toThrow('stuck');
  });

  test('goes step by step, one sleeper each, until nobody sleeps', async () => {
    const clock = makePlayedClock();
    const woke: number[] = [];
    for (const ms of [20, 10]) void clock.sleep(ms, never).then(() => woke.push(ms));
    const steps = [await clock.step(), await clock.step(), await clock.step()];
    expect(steps).toEqual([true, true, false]);
    expect([woke, clock.monotonicMs()]).toEqual([[10, 20], 20]);
  });

  test('after a suspension everybody who is due wakes late, in their order', async () => {
    const clock = makePlayedClock();
    const woke: [ms: number, atMs: number][] = [];
    for (const ms of [20, 10, 9_000]) {
      void clock.sleep(ms, never).then(() => woke.push([ms, clock.monotonicMs()]));
    }
    clock.suspend(5_000);
    while (await clock.step());
    expect(woke).toEqual([
      [10, 5_000],
      [20, 5_000],
      [9_000, 9_000],
    ]);
    expect(() => clock.suspend(-1)).toThrow(RangeError);
  });

  test('stands still while real work is under way', async () => {
    const clock = makePlayedClock();
    const work = async () => {
      for (let turn = 0; turn < 50; turn += 1) await turnOfTheLoop();
    };
    const real = clock.during(work()).then(() => clock.monotonicMs());
    const [seenMs] = await clock.play(Promise.all([real, clock.sleep(1_000, never)]));
    expect(seenMs).toBe(0);
  });

  test('the wall clock counts whole milliseconds, as the real one does', async () => {
    const clock = makePlayedClock({ startMs: 1_000 });
    await clock.advance(0.4);
    expect([clock.monotonicMs(), clock.nowMs()]).toEqual([expect.closeTo(0.4), 1_000]);
  });

  test('a set wall clock wakes nobody earlier or later', async () => {
    const clock = makePlayedClock();
    const sleeping = clock.sleep(1_000, never);
    clock.setWallClock(0);
    await clock.advance(999);
    expect([clock.nowMs(), clock.monotonicMs()]).toEqual([999, 999]);
    expect(clock.wakeTimesMs()).toEqual([1_000]);
    await clock.advance(1);
    await sleeping;
  });

  test('refuses to go back and to sleep for nonsense', async () => {
    const clock = makePlayedClock();
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    expect(() => clock.sleep(Number.NaN, never)).toThrow(RangeError);
  });

  test('a suspension that comes while time is let pass is not taken back', async () => {
    const clock = makePlayedClock();
    void clock.sleep(0, never).then(() => clock.suspend(100));
    await clock.advance(5);
    expect(clock.monotonicMs()).toBe(100);
  });
});
