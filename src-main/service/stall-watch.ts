/**
 * Notices that nothing moves any more. The whole transfer has no limit: a slow one that moves may take days. Every
 * phase has its own limit, and entering the next phase ends the previous one.
 */
import type { Clock } from '../platform/clock.ts';

export type StallWatch<Phase extends string> = ReturnType<typeof makeStallWatch<Phase>>;

/** Why a sleep ends early: a value of our own, since the default one is an error that captures a stack each time. */
const OVER = Symbol('over');

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
