/**
 * How long a scan may wait for files that are fingerprinted while their directory is listed: it must not wait for a disk
 * that is slow. One for each scan.
 */

/** For all readings together: disks have to start, and computers are busy at times. */
const GRACE_MS = 2_000;

export type ReadingPatience = ReturnType<typeof makeReadingPatience>;

export function makeReadingPatience() {
  let graceMs = GRACE_MS;
  return {
    /** How far the next reading may lag behind; null when nothing more is to be read. */
    graceMs: () => (graceMs < 0 ? null : graceMs),
    /** A reading lagged behind by this much; less than nothing makes good what others took. */
    wasLate(lateMs: number) {
      if (graceMs >= 0) graceMs = Math.min(GRACE_MS, graceMs - lateMs);
    },
  };
}
