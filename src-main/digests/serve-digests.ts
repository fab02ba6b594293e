/** What the threads of streamed digests answer: several streams side by side, of which they keep no bytes. */
import { readSync } from 'node:fs';
import type { ListAlgorithm, Digests } from '../../src-shared/model/proofs/hash-method.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { errnoOf } from '../platform/errno.ts';
import { serveJobs } from '../platform/threads/serve-jobs.ts';
import type { RunningDigests } from './digest-algorithms.ts';

export type DigestJob =
  /** A command. */
  | {
      readonly kind: 'begin';
      readonly stream: number;
      readonly algorithms: readonly ListAlgorithm[];
    }
  | { readonly kind: 'update'; readonly stream: number; readonly bytes: Uint8Array }
  /** Fills shared memory from an open file, as far as that reaches, and takes what it read. */
  | {
      readonly kind: 'read';
      readonly stream: number;
      readonly handle: number;
      readonly into: Uint8Array;
      readonly position: number;
    }
  /** Answered with the digests. */
  | { readonly kind: 'finish'; readonly stream: number }
  /** A command. */
  | { readonly kind: 'discard'; readonly stream: number };

export type DigestReply =
  | { readonly kind: 'taken'; readonly bytes: number }
  | { readonly kind: 'digests'; readonly digests: Digests }
  | { readonly kind: 'unreadable'; readonly errno: string };

/** `startDigests`: what this thread can compute. */
export function serveDigests(
  startDigests: (algorithms: readonly ListAlgorithm[]) => RunningDigests,
): void {
  const streams = new Map<number, RunningDigests>();

  function answer(job: DigestJob): DigestReply {
    const running = streams.get(job.stream);
    switch (job.kind) {
      case 'begin':
        streams.set(job.stream, startDigests(job.algorithms));
        return taken(0);
      case 'update':
        running?.update(asBuffer(job.bytes));
        return taken(job.bytes.byteLength);
      case 'read': {
        const into = asBuffer(job.into);
        const read = readFully(job.handle, into, job.position);
        if (read.kind === 'taken') running?.update(into.subarray(0, read.bytes));
        return read;
      }
      case 'finish':
        streams.delete(job.stream);
        return { kind: 'digests', digests: running?.finish() ?? {} };
      case 'discard':
        streams.delete(job.stream);
        return taken(0);
      default:
        return assertNever(job);
    }
  }

  serveJobs<DigestJob, DigestReply, never>((job) => ({ reply: answer(job), transfer: [] }));
}

function taken(bytes: number): DigestReply {
  return { kind: 'taken', bytes };
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function readFully(handle: number, into: Buffer, position: number): DigestReply {
  let bytes = 0;
  try {
    while (bytes < into.length) {
      const count = readSync(handle, into, bytes, into.length - bytes, position + bytes);
      if (count === 0) break;
      bytes += count;
    }
  } catch (error) {
    return { kind: 'unreadable', errno: errnoOf(error) };
  }
  return taken(bytes);
}
