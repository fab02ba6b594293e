/**
 * How long directories are left alone after they were read, so that a program which constantly writes to a very large
 * one takes a fifth of one processor at most. Small ones pause for a moment, and none waits for another's pause.
 */
import type { Clock } from '../../platform/clock.ts';

/** A directory pauses for this many times the duration of its reading. */
const REST_FACTOR = 4;

export type ScanBackoff = ReturnType<typeof makeScanBackoff>;

export function makeScanBackoff(clock: Clock) {
  const untilMs = new Map<string, number>();

  return {
    /** These were read in `tookMs`. `entries`: how many each holds, which is its share of the time. */
    wereRead(entries: ReadonlyMap<string, number>, tookMs: number) {
      const nowMs = clock.monotonicMs();
      for (const [path, atMs] of untilMs) if (atMs <= nowMs) untilMs.delete(path);
      let all = 0;
      for (const count of entries.values()) all += count + 1;
      for (const [path, count] of entries) {
        untilMs.set(path, nowMs + (REST_FACTOR * tookMs * (count + 1)) / all);
      }
    },
    /** On the steady clock; 0: its pause is over. */
    untilMs(path: string) {
      const atMs = untilMs.get(path) ?? 0;
      return atMs > clock.monotonicMs() ? atMs : 0;
    },
  };
}
