/** Entry of the thread that makes digests of bytes as they come. It keeps none of them, and never reads a file. */
import type { DigestAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { serveJobs } from '../platform/threads/serve-jobs.ts';
import { startDigest, type RunningDigest } from './digest-algorithms.ts';

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

const streams = new Map<number, readonly (readonly [DigestAlgorithm, RunningDigest])[]>();

serveJobs<DigestJob, Digests, never>((job) => {
  const running = streams.get(job.stream) ?? [];
  let digests: Digests = {};
  if (job.kind === 'begin') {
    streams.set(
      job.stream,
      job.algorithms.map((each) => [each, startDigest(each)]),
    );
  } else if (job.kind === 'update') {
    const { buffer, byteOffset, byteLength } = job.bytes;
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    for (const [, digest] of running) digest.update(bytes);
  } else {
    streams.delete(job.stream);
    if (job.kind === 'finish') {
      digests = Object.fromEntries(running.map(([each, digest]) => [each, digest.finish()]));
    }
  }
  return { reply: digests, transfer: [] };
});
