/** How long an exchange may make no progress, and the watchdog that ends it. A slow but moving one is left alone. */
import type { Clock } from '../platform/clock.ts';
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { TookTooLong } from './network-error.ts';

export interface CallLimits {
  /** From the start until the connection stands, name look-up and TLS included. */
  readonly connectMs: number;
  /** Between two signs of progress after that. */
  readonly silenceMs: number;
  /** The whole exchange: an answer that drips a byte at a time is alive and useless. */
  readonly wholeMs: number;
}

export interface KindLimits extends CallLimits {
  /** `wholeMs` of a question whose answer is JSON: at most a page of a list. */
  readonly questionMs: number;
}

/** What changes something is given time, since what it did would be unknown; certificates and documents may be large. */
export const CALL_LIMITS: KindLimits = {
  connectMs: 30 * SECOND_MS,
  silenceMs: MINUTE_MS,
  wholeMs: 5 * MINUTE_MS,
  questionMs: MINUTE_MS,
};

/** A reason of our own: the default one is an error that captures a stack each time. */
const OVER = Symbol('the exchange is over');

export interface Watchdog {
  /** Aborts with `TookTooLong` when a limit is reached. */
  readonly signal: AbortSignal;
  /** A sign of life. */
  moved(): void;
  /** Ends the watch; resolves when no timer is left. */
  end(): Promise<void>;
}

export function startWatchdog(clock: Clock, limits: CallLimits): Watchdog {
  const barking = new AbortController();
  const ended = new AbortController();
  const lastMs = clock.monotonicMs() + limits.wholeMs;
  let dueMs = clock.monotonicMs() + limits.connectMs;

  const watch = async (): Promise<void> => {
    while (!ended.signal.aborted) {
      const leftMs = Math.min(dueMs, lastMs) - clock.monotonicMs();
      if (leftMs <= 0) return barking.abort(new TookTooLong('the exchange stood still'));
      // A sign of life can also bring the deadline nearer, so no sleep is longer than the silence allowed after it.
      await clock
        .sleep(Math.min(leftMs, limits.silenceMs), ended.signal)
        .catch((reason: unknown) => {
          if (!ended.signal.aborted) throw reason;
        });
    }
  };
  const watching = watch();

  return {
    signal: barking.signal,
    moved() {
      dueMs = clock.monotonicMs() + limits.silenceMs;
    },
    end() {
      ended.abort(OVER);
      return watching;
    },
  };
}
