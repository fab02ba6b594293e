/**
 * Notices that nothing moves any more. There is no limit on the whole: a slow transfer that moves is left alone for
 * days. Every phase has its own limit, and entering the next one ends the former.
 */
import type { Clock } from '../ports/clock.ts';

export interface StallWatch<Phase extends string> {
  /** Starts a phase: its limit counts from now. */
  enter(phase: Phase, limitMs: number): void;
  /** A byte moved: the limit of the current phase counts from now. */
  moved(): void;
  /** Nothing is owed to us: no limit counts until something moves or a phase begins. */
  rest(): void;
  /** Time since something moved or the phase began; none while nothing is owed to us. */
  silentMs(): number;
  /** No stall is reported after this; no timer is left behind. */
  stop(): void;
}

/** Why a sleep ends early: a value of our own, since the default one is an error whose stack is written each time. */
const OVER = Symbol('over');

interface Limit<Phase> {
  readonly phase: Phase;
  readonly limitMs: number;
}

/** One timer for all phases: it is set anew only when a limit ends before it, since a small form has four phases in a millisecond. */
export function makeStallWatch<Phase extends string>(
  clock: Clock,
  onStall: (phase: Phase) => void,
): StallWatch<Phase> {
  let current: Limit<Phase> | null = null;
  let movedAtMs = 0;
  let isResting = false;
  let sleep: AbortController | null = null;
  let wakesAtMs = Number.POSITIVE_INFINITY;

  /** Sleeps until a limit has passed, however often it was put off meanwhile. */
  async function watch(signal: AbortSignal): Promise<void> {
    while (current !== null) {
      const { phase, limitMs } = current;
      const leftMs = isResting ? limitMs : movedAtMs + limitMs - clock.monotonicMs();
      if (leftMs <= 0) {
        stop();
        return onStall(phase);
      }
      wakesAtMs = clock.monotonicMs() + leftMs;
      try {
        await clock.sleep(leftMs, signal);
      } catch (error) {
        if (signal.aborted) return; // over, or another sleep that ends sooner took its place
        throw error;
      }
      if (signal.aborted) return;
    }
  }

  function stop(): void {
    current = null;
    sleep?.abort(OVER);
    sleep = null;
    wakesAtMs = Number.POSITIVE_INFINITY;
  }

  return {
    enter(phase, limitMs) {
      current = { phase, limitMs };
      movedAtMs = clock.monotonicMs();
      isResting = false;
      if (movedAtMs + limitMs >= wakesAtMs) return;
      sleep?.abort(OVER);
      sleep = new AbortController();
      void watch(sleep.signal);
    },
    moved() {
      movedAtMs = clock.monotonicMs();
      isResting = false;
    },
    rest() {
      isResting = true;
    },
    silentMs: () => (isResting ? 0 : clock.monotonicMs() - movedAtMs),
    stop,
  };
}
