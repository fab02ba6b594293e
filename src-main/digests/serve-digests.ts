/** What the threads of streamed digests answer: several streams side by side, of which they keep no bytes. */
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { serveJobs } from '../platform/threads/serve-jobs.ts';
import type { RunningDigests } from './digest-algorithms.ts';

export type DigestJob =
  /** A command. */
  | {
      readonly kind: 'begin';
      readonly stream: number;
      readonly algorithms: readonly DigestAlgorithm[];
    }
  | { readonly kind: 'update'; readonly stream: number; readonly bytes: Uint8Array }
  /** Answered with the digests. */
  | { readonly kind: 'finish'; readonly stream: number }
  /** A command. */
  | { readonly kind: 'discard'; readonly stream: number };

/** `startDigests`: what this thread can compute. */
export function serveDigests(
  startDigests: (algorithms: readonly DigestAlgorithm[]) => RunningDigests,
): void {
  const streams = new Map<number, RunningDigests>();

  serveJobs<DigestJob, Digests, never>((job) => {
    const running = streams.get(job.stream);
    let digests: Digests = {};
    if (job.kind === 'begin') {
      streams.set(job.stream, startDigests(job.algorithms));
    } else if (job.kind === 'update') {
      const { buffer, byteOffset, byteLength } = job.bytes;
      running?.update(Buffer.from(buffer, byteOffset, byteLength));
    } else {
      streams.delete(job.stream);
      if (job.kind === 'finish' && running !== undefined) digests = running.finish();
    }
    return { reply: digests, transfer: [] };
  });
}
