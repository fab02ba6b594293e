import fc from 'fast-check';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeFakeClock, type FakeClock } from './fake-clock.ts';

const never = new AbortController().signal;

/** Sleeps so long each, and notes who woke when. */
function sleepers(clock: FakeClock, delaysMs: readonly number[]) {
  const woke: [delayMs: number, index: number, atMs: number][] = [];
  for (const [index, delayMs] of delaysMs.entries()) {
    void clock.sleep(delayMs, never).then(() => woke.push([delayMs, index, clock.monotonicMs()]));
  }
  return woke;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await turnOfTheLoop();
}

test('a fake clock stands still until the test moves it', async () => {
  const clock = makeFakeClock({ startMs: 5_000 });
  const woke = sleepers(clock, [10]);
  await turns(5);
  expect([clock.nowMs(), clock.monotonicMs(), woke]).toEqual([5_000, 0, []]);
  await clock.advance(9);
  expect([clock.nowMs(), woke]).toEqual([5_009, []]);
  await clock.advance(1);
  expect([clock.nowMs(), woke]).toEqual([5_010, [[10, 0, 10]]]);
});

test('it wakes sleepers at their own times, in their order, whatever the order they fell asleep in', async () => {
  const delays = fc.array(fc.nat(50), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(delays, async (delaysMs) => {
      const clock = makeFakeClock();
      const woke = sleepers(clock, delaysMs);
      await clock.advance(50);
      const inOrder = delaysMs
        .map((delayMs, index) => [delayMs, index, delayMs] as const)
        .toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
      expect(woke).toEqual(inOrder);
    }),
  );
});

test('what a sleeper starts gets its turn before time goes on', async () => {
  const clock = makeFakeClock();
  const steps: number[] = [];
  const work = (async () => {
    for (let step = 0; step < 3; step += 1) {
      await clock.sleep(10, never);
      steps.push(clock.monotonicMs());
    }
  })();
  await clock.advance(100);
  await work;
  expect([steps, clock.monotonicMs()]).toEqual([[10, 20, 30], 100]);
});

test('an abort ends a sleep with the reason and leaves no sleeper', async () => {
  const clock = makeFakeClock();
  const controller = new AbortController();
  const sleeping = clock.sleep(10, controller.signal);
  expect(clock.wakeTimesMs()).toEqual([10]);
  controller.abort(new Error('enough'));
  await expect(sleeping).rejects.toThrow('enough');
  await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough');
  expect(clock.wakeTimesMs()).toEqual([]);
});

test('work is played to its end, from one sleeper to the next; what neither ends nor sleeps is stuck', async () => {
  const clock = makeFakeClock({ stuckAfterMs: 1 });
  const hour = 3_600_000;
  const work = Promise.all([clock.sleep(hour, never), clock.sleep(3 * hour, never)]);
  expect(await clock.play(work.then(() => clock.monotonicMs()))).toBe(3 * hour);
  await expect(clock.play(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(clock.play(new Promise(() => {}))).rejects.toThrow('stuck');
});

test('it goes step by step, one sleeper each, until nobody sleeps', async () => {
  const clock = makeFakeClock();
  const woke = sleepers(clock, [20, 10]);
  const steps = [await clock.step(), await clock.step(), await clock.step()];
  expect(steps).toEqual([true, true, false]);
  expect(woke.map(([delayMs]) => delayMs)).toEqual([10, 20]);
});

test('after a suspension everybody who is due wakes late, in their order', async () => {
  const clock = makeFakeClock();
  const woke = sleepers(clock, [20, 10, 9_000]);
  clock.suspend(5_000);
  while (await clock.step());
  expect(woke.map(([delayMs, , atMs]) => [delayMs, atMs])).toEqual([
    [10, 5_000],
    [20, 5_000],
    [9_000, 9_000],
  ]);
});

test('a suspension that comes while time is let pass is not taken back', async () => {
  const clock = makeFakeClock();
  void clock.sleep(0, never).then(() => clock.suspend(100));
  await clock.advance(5);
  expect(clock.monotonicMs()).toBe(100);
});

test('it stands still while real work is under way', async () => {
  const clock = makeFakeClock();
  const real = clock.during(turns(50)).then(() => clock.monotonicMs());
  const [seenMs] = await clock.play(Promise.all([real, clock.sleep(1_000, never)]));
  expect(seenMs).toBe(0);
});

test('the wall clock counts whole milliseconds, and set anew it wakes nobody earlier or later', async () => {
  const clock = makeFakeClock({ startMs: 1_000 });
  await clock.advance(0.4);
  expect([clock.monotonicMs(), clock.nowMs()]).toEqual([expect.closeTo(0.4), 1_000]);
  const woke = sleepers(clock, [1_000]);
  clock.setWallClock(0);
  await clock.advance(999);
  expect([clock.nowMs(), woke]).toEqual([999, []]);
  await clock.advance(1);
  expect(woke).toHaveLength(1);
});

test('it refuses to go back and to sleep for nonsense', async () => {
  const clock = makeFakeClock();
  await expect(clock.advance(-1)).rejects.toThrow(RangeError);
  expect(() => clock.suspend(-1)).toThrow(RangeError);
  expect(() => clock.sleep(Number.NaN, never)).toThrow(RangeError);
});
