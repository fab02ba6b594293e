/**
 * One limit for the bytes of all forms together, uploads and checks alike. First come, first served: pieces are never
 * reordered. A last piece is never held back, because its closing bytes were committed; the others wait longer.
 */
import type { Clock } from '../../../platform/clock.ts';
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';

export type Bandwidth = ReturnType<typeof makeBandwidth>;

interface Waiter {
  readonly bytes: number;
  readonly go: () => void;
}

export function makeBandwidth(clock: Clock, bytesPerSecond: number | null = null) {
  const waiting = new Set<Waiter>();
  let limit = bytesPerSecond;
  let bucket: Bucket = { bytes: 0, atMs: 0 };
  let timer: AbortController | null = null;

  function refill(): void {
    if (limit !== null) bucket = refilled(bucket, limit, clock.monotonicMs());
  }

  /** Releases all pieces that may leave, and sets a timer for the next one. */
  function serve(): void {
    timer?.abort();
    timer = null;
    refill();
    for (const waiter of waiting) {
      const inMs = limit === null ? 0 : waitMs(bucket, limit);
      if (inMs > 0) {
        void serveIn(inMs);
        return;
      }
      bucket = drawn(bucket, waiter.bytes);
      waiter.go();
    }
  }

  async function serveIn(ms: number): Promise<void> {
    const mine = new AbortController();
    timer = mine;
    try {
      await clock.sleep(ms, mine.signal);
    } catch (error) {
      if (!mine.signal.aborted) throw error;
    }
    if (timer === mine) serve();
  }

  /** Null: no limit. Applies from now on, also to waiting pieces. */
  function setLimit(next: number | null): void {
    limit = next;
    if (next !== null) bucket = fullBucket(next, clock.monotonicMs());
    serve();
  }
  setLimit(bytesPerSecond);

  return {
    /**
     * Null: the piece may leave at once. Otherwise resolves when it may, or without a reservation when the signal aborts;
     * it never rejects.
     */
    take(bytes: number, signal: AbortSignal): Promise<void> | null {
      if (limit === null) return null;
      refill();
      if (waiting.size === 0 && waitMs(bucket, limit) === 0) {
        bucket = drawn(bucket, bytes);
        return null;
      }
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          leave();
          serve(); // the next piece need not wait out this one's time; with none left, no timer stays
        };
        const waiter: Waiter = { bytes, go: leave };
        waiting.add(waiter);
        if (signal.aborted) return giveUp();
        signal.addEventListener('abort', giveUp, { once: true });
        if (timer === null) serve();
      });
    },
    /** Bytes that leave whatever the limit: all others wait for them. */
    spend(bytes: number) {
      refill();
      bucket = drawn(bucket, bytes);
    },
    setLimit,
  };
}

export interface Bucket {
  /** Below zero: overdrawn. */
  readonly bytes: number;
  readonly atMs: number;
}

const HOLDS_MS = 250; // share of the limit that may leave at once after idling

/** Full. `nowMs` is steady time. */
export function fullBucket(bytesPerSecond: number, nowMs: number): Bucket {
  return { bytes: capacityOf(bytesPerSecond), atMs: nowMs };
}

export function refilled(bucket: Bucket, bytesPerSecond: number, nowMs: number): Bucket {
  const gained = ((nowMs - bucket.atMs) * bytesPerSecond) / SECOND_MS;
  return { bytes: Math.min(capacityOf(bytesPerSecond), bucket.bytes + gained), atMs: nowMs };
}

export function drawn(bucket: Bucket, bytes: number): Bucket {
  return { ...bucket, bytes: bucket.bytes - bytes };
}

/** How long until a piece may leave; 0: now. Of any size: the next piece waits for what this one overdraws. */
export function waitMs({ bytes }: Bucket, bytesPerSecond: number): number {
  return bytes > 0 ? 0 : Math.ceil(((1 - bytes) * SECOND_MS) / bytesPerSecond);
}

function capacityOf(bytesPerSecond: number): number {
  return Math.max(1, (bytesPerSecond * HOLDS_MS) / SECOND_MS);
}
