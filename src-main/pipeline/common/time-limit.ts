/**
 * Ends waits that take too long, with one timer for all of them: a timer for each of a million directories would cost
 * as much as reading them.
 */
import type { Clock } from '../../platform/clock.ts';

export const TOO_LATE = Symbol('too late');

export type TimeLimit = ReturnType<typeof makeTimeLimit>;

interface Wait {
  readonly untilMs: number;
  readonly stop: AbortController;
}

/** `signal` ends all waits with its reason, and stops the timer. */
export function makeTimeLimit(limitMs: number, clock: Clock, signal: AbortSignal) {
  /** In the order in which they end. */
  const waits = new Set<Wait>();
  let isWatching = false;

  /** Ends with the last wait, or with `signal`. */
  async function watch(): Promise<void> {
    isWatching = true;
    try {
      for (let [first] = waits; first !== undefined && !signal.aborted; [first] = waits) {
        const leftMs = first.untilMs - clock.monotonicMs();
        if (leftMs > 0) {
          await clock.sleep(leftMs, signal);
        } else {
          waits.delete(first);
          first.stop.abort(TOO_LATE);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      isWatching = false;
    }
  }

  signal.addEventListener('abort', () => {
    for (const { stop } of waits) stop.abort(signal.reason);
  });

  return {
    /**
     * Does `work`, and aborts it when the limit is over or `signal` aborts; it must then reject with the reason. Resolves
     * with `TOO_LATE` at the limit.
     */
    async during<Value>(
      work: (signal: AbortSignal) => Promise<Value>,
    ): Promise<Value | typeof TOO_LATE> {
      signal.throwIfAborted();
      const stop = new AbortController();
      const wait = { untilMs: clock.monotonicMs() + limitMs, stop };
      waits.add(wait);
      if (!isWatching) void watch();
      try {
        return await work(stop.signal);
      } catch (error) {
        if (error === TOO_LATE) return TOO_LATE;
        throw error;
      } finally {
        waits.delete(wait);
      }
    },
  };
}
