/**
 * How long a scan may wait for files that are fingerprinted while their directory is listed: it must not wait for a disk
 * that is slow. One for each scan.
 */

/** For all readings together: disks have to start, and computers are busy at times. */
const GRACE_MS = 2_000;

export interface ReadingPatience {
  /** How far the next reading may lag behind; null when nothing more is to be read. */
  graceMs(): number | null;
  /** A reading lagged behind by this much; less than nothing makes good what others took. */
  wasLate(lateMs: number): void;
}

export function makeReadingPatience(): ReadingPatience {
  let graceMs = GRACE_MS;
  return {
    graceMs: () => (graceMs < 0 ? null : graceMs),
    wasLate(lateMs) {
      if (graceMs >= 0) graceMs = Math.min(GRACE_MS, graceMs - lateMs);
    },
  };
}
