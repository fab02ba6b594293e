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

export type StallWatch<Phase extends string> = ReturnType<typeof makeStallWatch<Phase>>;

interface Limit<Phase> {
  readonly phase: Phase;
  readonly limitMs: number;
}

/** What the guard needs from a watch: the time its limit has left, and a callback for zero. */
interface Guarded {
  leftMs(): number;
  stalled(): void;
}

const guards = new WeakMap<Clock, ReturnType<typeof makeGuard>>();

/**
 * Notices that nothing moves any more. The whole transfer has no limit: a slow one that moves may take days. Every
 * phase has its own limit, and entering the next phase ends the previous one.
 */
export function makeStallWatch<Phase extends string>(
  clock: Clock,
  onStall: (phase: Phase) => void,
) {
  const guard = guards.get(clock) ?? makeGuard(clock);
  guards.set(clock, guard);
  let current: Limit<Phase> | null = null;
  let movedAtMs = 0;
  let isResting = false;

  const watch: Guarded = {
    leftMs() {
      if (current === null) return Number.POSITIVE_INFINITY;
      const { limitMs } = current;
      return isResting ? limitMs : movedAtMs + limitMs - clock.monotonicMs();
    },
    stalled() {
      const stalled = current;
      stop();
      if (stalled !== null) onStall(stalled.phase);
    },
  };

  /** No stall is reported after this; no timer is left behind. */
  function stop(): void {
    current = null;
    guard.delete(watch);
  }

  return {
    /** Starts a phase: its limit counts from now. */
    enter(phase: Phase, limitMs: number) {
      current = { phase, limitMs };
      movedAtMs = clock.monotonicMs();
      isResting = false;
      guard.add(watch);
    },
    /** A byte moved: the limit of the current phase counts from now. */
    moved() {
      movedAtMs = clock.monotonicMs();
      isResting = false;
    },
    /** Nothing is expected from the peer: no limit counts until something moves or a phase begins. */
    rest() {
      isResting = true;
    },
    /** Time since something moved or the phase began; zero while nothing is expected from the peer. */
    silentMs: () => (isResting ? 0 : clock.monotonicMs() - movedAtMs),
    stop,
  };
}

/** One timer for all watches of a clock: a small form has four phases in a millisecond, and another form follows. */
function makeGuard(clock: Clock) {
  const watches = new Set<Guarded>();
  let sleep: AbortController | null = null;
  let wakesAtMs = Number.POSITIVE_INFINITY;

  /** Sleeps until the first limit has passed, however often it was postponed meanwhile. */
  async function guard(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const leftMs = Math.min(...Array.from(watches, (watch) => watch.leftMs()));
      wakesAtMs = clock.monotonicMs() + leftMs;
      try {
        await clock.sleep(leftMs, signal);
      } catch (error) {
        if (signal.aborted) return; // over, or replaced by a sleep that ends sooner
        throw error;
      }
      for (const watch of watches) {
        if (watch.leftMs() <= 0) watch.stalled();
      }
    }
  }

  function wake(): void {
    sleep?.abort(OVER);
    sleep = null;
    wakesAtMs = Number.POSITIVE_INFINITY;
  }

  return {
    /** Call it again when its limit ends sooner than before. */
    add(watch: Guarded): void {
      watches.add(watch);
      if (clock.monotonicMs() + watch.leftMs() >= wakesAtMs) return;
      wake();
      sleep = new AbortController();
      void guard(sleep.signal);
    },
    delete(watch: Guarded): void {
      watches.delete(watch);
      if (watches.size === 0) wake();
    },
  };
}
