import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeThrottledRefresh } from './throttled-refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Questions that each take `answerMs`, by the time at which they began. */
function asking(answerMs: number) {
  const fromMs = performance.now();
  const begunAtMs: number[] = [];
  const signals: AbortSignal[] = [];
  const asker = makeThrottledRefresh((signal) => {
    begunAtMs.push(performance.now() - fromMs);
    signals.push(signal);
    return new Promise((resolve) => {
      setTimeout(resolve, answerMs);
    });
  });
  return { asker, begunAtMs, signals };
}

test('news are asked about at once, and once more however many come while the answer is awaited', async () => {
  const { asker, begunAtMs } = asking(100);
  for (let news = 0; news < 5; news += 1) asker.news();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begunAtMs).toEqual([0, 500]);
  asker.news();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begunAtMs).toEqual([0, 500, 10_000]);
});

test('after a slow answer the core is left alone for four times as long, but for ten seconds at most', async () => {
  const { asker, begunAtMs } = asking(1_000);
  asker.news();
  for (let news = 0; news < 200; news += 1) {
    await vi.advanceTimersByTimeAsync(100);
    asker.news();
  }
  expect(begunAtMs).toEqual([0, 5_000, 10_000, 15_000, 20_000]);
  const slow = asking(60_000);
  slow.asker.news();
  slow.asker.news();
  await vi.advanceTimersByTimeAsync(75_000);
  expect(slow.begunAtMs).toEqual([0, 70_000]);
});

test('what is asked of more than the core is asked at once, and then rarely', async () => {
  const fromMs = performance.now();
  const begunAtMs: number[] = [];
  const { news } = makeThrottledRefresh(async () => {
    begunAtMs.push(performance.now() - fromMs);
  }, 5_000);
  for (let times = 0; times < 110; times += 1) {
    news();
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(begunAtMs).toEqual([0, 5_000, 10_000]);
});

test('what is stopped aborts its reading and reads no more', async () => {
  const { asker, begunAtMs, signals } = asking(1_000);
  asker.news();
  asker.news();
  asker.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(begunAtMs).toHaveLength(1);
  expect(signals[0]?.aborted).toBe(true);
});
