/** The time source of the engine. Tests fake it; app/ binds the real one. */
export interface Clock {
  /** Wall clock, whole ms since 1970. It may jump: measure intervals with `monotonicMs`. */
  nowMs(): number;
  /** Never goes back; its origin means nothing. */
  monotonicMs(): number;
  /** Resolves after `ms`; rejects with `signal.reason` as soon as the signal aborts, leaving no timer behind. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}
