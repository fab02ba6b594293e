/**
 * How far an upload is, as a person should see it: what the service has confirmed where it tells, else what was given
 * to the kernel. Never more than 99 % before there is an answer, and at most four times a second.
 */
import type { Clock } from '../../../platform/clock.ts';

export interface ToldProgress {
  /** A request begins at this byte of the form. */
  beginAt(byte: number): void;
  /** Bytes up to here were given to the kernel. */
  writtenTo(byte: number): void;
  /** The service holds the form up to here; from now on only this counts for the request. */
  confirmedTo(byte: number): void;
}

const EVERY_MS = 250;
const MOST_BEFORE_ANSWER = 0.99;

export function makeToldProgress(
  totalBytes: number,
  clock: Clock,
  onProgress: (bytes: number) => void,
): ToldProgress {
  const most = Math.floor(totalBytes * MOST_BEFORE_ANSWER);
  let isTold = false;
  let nextAtMs = Number.NEGATIVE_INFINITY;
  const show = (byte: number): void => {
    const nowMs = clock.monotonicMs();
    if (nowMs < nextAtMs) return;
    nextAtMs = nowMs + EVERY_MS;
    onProgress(Math.min(byte, most));
  };
  return {
    beginAt(byte) {
      isTold = false;
      if (byte > 0) show(byte);
    },
    writtenTo(byte) {
      if (!isTold) show(byte);
    },
    confirmedTo(byte) {
      isTold = true;
      show(byte);
    },
  };
}
