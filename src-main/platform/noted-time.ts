/**
 * How long ago something was noted by the wall clock, such as the loss of an answer, so that setting that clock neither
 * shortens nor prolongs what is waited for. While the program runs, the steady clock counts; a note of an earlier run is
 * taken at its word, and one that lies ahead was written before the clock went back: the wait goes on from there.
 */
import type { Clock } from './clock.ts';

export interface NotedTimes {
  /** Now, in the time of the notes under this key; `lastNotedMs`: the latest of them. Never before it, and never back. */
  nowMs(key: string, lastNotedMs: number): number;
  /** What that time was, or will be, at a moment of the steady clock. */
  at(key: string, lastNotedMs: number, monotonicMs: number): number;
  /** When the steady clock shows a moment of that time. */
  monotonicMs(key: string, lastNotedMs: number, atMs: number): number;
}

export function makeNotedTimes(clock: Clock): NotedTimes {
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
    nowMs: (key, lastNotedMs) => Math.round(clock.monotonicMs() + offsetOf(key, lastNotedMs)),
    at: (key, lastNotedMs, monotonicMs) => Math.round(monotonicMs + offsetOf(key, lastNotedMs)),
    monotonicMs: (key, lastNotedMs, atMs) => atMs - offsetOf(key, lastNotedMs),
  };
}
