/**
 * How much may leave now under a limit of bytes per second. Pure. A bucket fills steadily and holds little, so that a
 * pause is no credit; a piece may overdraw it, and the next one waits until that is paid back.
 */
import { SECOND_MS } from '../../../../src-shared/model/text/time.ts';

export interface Bucket {
  /** Below zero: overdrawn. */
  readonly bytes: number;
  readonly atMs: number;
}

const HOLDS_MS = 250; // of the limit: what may leave at once after a rest

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

/** How long until a piece may leave; 0: now. Of any size: what it overdraws, the next one waits for. */
export function waitMs({ bytes }: Bucket, bytesPerSecond: number): number {
  return bytes > 0 ? 0 : Math.ceil(((1 - bytes) * SECOND_MS) / bytesPerSecond);
}

function capacityOf(bytesPerSecond: number): number {
  return Math.max(1, (bytesPerSecond * HOLDS_MS) / SECOND_MS);
}
