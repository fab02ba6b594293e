/** A clock that stands still until the test moves it; sleepers wake in the order of their times. */
import type { Clock } from '../../ports/clock.ts';

export interface PlayedClock extends Clock {
  advance(ms: number): Promise<void>;
  /** Sleepers that are still waiting: a forgotten timer shows here. */
  sleepers(): number;
}

export function makePlayedClock(startMs = 1_000): PlayedClock {
  let nowMs = startMs;
  const sleepers = new Map<() => void, number>();
  return {
    nowMs: () => nowMs,
    monotonicMs: () => nowMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const giveUp = (): void => {
          sleepers.delete(wake);
          reject(signal.reason);
        };
        const wake = (): void => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        sleepers.set(wake, nowMs + ms);
        signal.addEventListener('abort', giveUp, { once: true });
      }),
    async advance(ms) {
      nowMs += ms;
      for (const [wake, atMs] of [...sleepers].toSorted(([, one], [, other]) => one - other)) {
        if (atMs > nowMs) continue;
        sleepers.delete(wake);
        wake();
      }
      await new Promise((resolve) => setImmediate(resolve));
    },
    sleepers: () => sleepers.size,
  };
}
