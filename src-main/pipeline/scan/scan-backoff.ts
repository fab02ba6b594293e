/**
 * How long directories are left alone after they were read, so that a program which writes to a very large one without a
 * pause takes a fifth of one processor at most. Small ones rest for a moment, and nobody waits for another's rest.
 */
import type { Clock } from '../../platform/clock.ts';

/** A directory rests for so many times as long as its reading took. */
const REST_FACTOR = 4;

export interface ScanBackoff {
  /** These were read in so many ms. `entries`: how many each holds, which is its share of the time. */
  wereRead(entries: ReadonlyMap<string, number>, tookMs: number): void;
  /** On the clock that never goes back; 0: it rests no more. */
  untilMs(path: string): number;
}

export function makeScanBackoff(clock: Clock): ScanBackoff {
  const untilMs = new Map<string, number>();

  return {
    wereRead(entries, tookMs) {
      const nowMs = clock.monotonicMs();
      for (const [path, atMs] of untilMs) if (atMs <= nowMs) untilMs.delete(path);
      let all = 0;
      for (const count of entries.values()) all += count + 1;
      for (const [path, count] of entries) {
        untilMs.set(path, nowMs + (REST_FACTOR * tookMs * (count + 1)) / all);
      }
    },
    untilMs(path) {
      const atMs = untilMs.get(path) ?? 0;
      return atMs > clock.monotonicMs() ? atMs : 0;
    },
  };
}
