/**
 * The rate at which large files are sent, measured only while some are. The rate of many small files, or of an idle
 * connection, says nothing about it: judged by that, a large file would wait for a longer session for ever.
 */
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { isSmall } from '../common/place-limit.ts';

/** The end of a resumed file may be 300 bytes and a wait of seconds for the answer, which is no rate. */
const TELLING_BYTES = 8_388_608;
/** Older than this, a measurement counts for half: networks change. */
const MEMORY_MS = 10 * MINUTE_MS;

export function makeLargeFileSpeed(clock: Pick<Clock, 'monotonicMs'>) {
  let [running, sinceMs, busyMs, sentBytes] = [0, 0, 0, 0];

  /** Time during which at least one large file was being sent. */
  function measuredMs(): number {
    return busyMs + (running === 0 ? 0 : clock.monotonicMs() - sinceMs);
  }

  function ended(): void {
    busyMs = measuredMs();
    sinceMs = clock.monotonicMs();
    running -= 1;
    if (busyMs <= MEMORY_MS) return;
    busyMs /= 2;
    sentBytes /= 2;
  }

  return {
    /** A file of this size is being sent until the returned function is called; a small one is not measured. */
    begin(sizeBytes: number) {
      if (isSmall(sizeBytes)) return () => undefined;
      busyMs = measuredMs();
      sinceMs = clock.monotonicMs();
      running += 1;
      return ended;
    },
    /** New bytes of a file of this size went out. */
    moved(sizeBytes: number, bytes: number) {
      if (!isSmall(sizeBytes)) sentBytes += bytes;
    },
    /** Bytes per second of all large files together; null while too little was sent to tell. */
    bytesPerSecond() {
      const overMs = measuredMs();
      return sentBytes < TELLING_BYTES || overMs === 0 ? null : (sentBytes * SECOND_MS) / overMs;
    },
  };
}

interface SessionFit {
  readonly bytes: number;
  /** Of all large uploads together, as measured; null: not measured yet. */
  readonly bytesPerSecond: number | null;
  /** How many share that rate, this one included. */
  readonly sharers: number;
  /** By the service's clock; null: not known. */
  readonly sessionLeftMs: number | null;
}

/** How long it would take, when that is longer than the session lasts; null when it fits, as far as is known. */
export function tooLongMs(fit: SessionFit): number | null {
  const { bytes, bytesPerSecond, sharers, sessionLeftMs } = fit;
  if (bytesPerSecond === null || sessionLeftMs === null) return null;
  const takesMs = Math.ceil((bytes * sharers * SECOND_MS) / bytesPerSecond);
  return takesMs > sessionLeftMs ? takesMs : null;
}
