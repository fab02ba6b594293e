/**
 * How long ago something was noted by the wall clock, such as the loss of an answer. Setting that clock must neither
 * shorten nor prolong a wait. While the process runs, the steady clock counts. A note of an earlier run is trusted. A
 * note in the future was written before the clock went back: the wait continues from there.
 */
import type { Clock } from './clock.ts';

export function makeNotedTimes(clock: Clock) {
  /** By how much a key's time is ahead of the steady clock. */
  const offsetsMs = new Map<string, number>();

  function offsetOf(key: string, lastNotedMs: number): number {
    const monotonicMs = clock.monotonicMs();
    const knownMs = offsetsMs.get(key) ?? clock.nowMs() - monotonicMs;
    const offsetMs = Math.max(knownMs, lastNotedMs - monotonicMs);
    offsetsMs.set(key, offsetMs);
    return offsetMs;
  }

  return {
    /**
     * Now, in the time of the notes under this key; `lastNotedMs`: the latest of them. Never earlier than it, and never
     * going back.
     */
    nowMs: (key: string, lastNotedMs: number): number =>
      Math.round(clock.monotonicMs() + offsetOf(key, lastNotedMs)),
    /** What that time was, or will be, at a moment of the steady clock. */
    at: (key: string, lastNotedMs: number, monotonicMs: number): number =>
      Math.round(monotonicMs + offsetOf(key, lastNotedMs)),
    /** When the steady clock shows a moment of that time. */
    monotonicMs: (key: string, lastNotedMs: number, atMs: number): number =>
      atMs - offsetOf(key, lastNotedMs),
  };
}
export type NotedTimes = ReturnType<typeof makeNotedTimes>;
