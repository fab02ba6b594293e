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

export function makeStallWatch<Phase extends string>(
  clock: Clock,
  onStall: (phase: Phase) => void,
): StallWatch<Phase> {
  let current = new AbortController();
  let movedAtMs = 0;
  let isResting = false;

  async function watch(phase: Phase, limitMs: number, signal: AbortSignal): Promise<void> {
    for (;;) {
      const leftMs = isResting ? limitMs : movedAtMs + limitMs - clock.monotonicMs();
      if (leftMs <= 0) return onStall(phase);
      try {
        await clock.sleep(leftMs, signal);
      } catch (error) {
        if (signal.aborted) return; // the phase is over
        throw error;
      }
      if (signal.aborted) return;
    }
  }

  return {
    enter(phase, limitMs) {
      current.abort();
      current = new AbortController();
      movedAtMs = clock.monotonicMs();
      isResting = false;
      void watch(phase, limitMs, current.signal);
    },
    moved() {
      movedAtMs = clock.monotonicMs();
      isResting = false;
    },
    rest() {
      isResting = true;
    },
    silentMs: () => (isResting ? 0 : clock.monotonicMs() - movedAtMs),
    stop() {
      current.abort();
    },
  };
}
