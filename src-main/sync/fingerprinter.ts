/**
 * The door to a file's content: its fingerprints, with proof that they belong to one state of the file; a reading that
 * is torn in any way has no result. Behind it are a few threads, each reading one file after the other: hashing on the
 * main thread would stop every face, and promises per block cost half of the speed.
 */
import { availableParallelism } from 'node:os';
import type { DigestAlgorithm, Digests } from '../../src-shared/model/hash-method.ts';
import type { FileIdentity } from '../ports/file-identity.ts';
import { makeWorkerPool, siblingWorker } from './worker-pool.ts';

export type Fingerprint =
  | {
      readonly kind: 'done';
      /** Lower-case hexadecimal, 64 digits each. */
      readonly blake3: string;
      readonly sha256: string;
      readonly sizeBytes: number;
      /** The same before the first and after the last byte. */
      readonly identity: FileIdentity;
      /** What else was asked for, of the same bytes. */
      readonly more?: Digests | undefined;
    }
  /** Not the expected file, or it was written, cut or replaced meanwhile: let it settle again. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'absent' }
  /** `EIO` after three tries; `EWORKER` when two threads died over it. */
  | { readonly kind: 'unreadable'; readonly errno: string }
  /** A link, directory, FIFO, socket or device: never opened for reading. */
  | { readonly kind: 'special' };

export interface FingerprintOptions {
  /** Bytes read so far, at most four times a second; nothing for files that take less than that. */
  readonly onProgress?: ((readBytes: number) => void) | undefined;
  /** Digests to be made on the same way through the file; none when absent. */
  readonly more?: readonly DigestAlgorithm[] | undefined;
}

export interface Fingerprinter {
  /**
   * Fingerprints the file at the absolute `path`; `expected` null takes whatever is there. Abort rejects with
   * `signal.reason` at once, and the reading ends after the block it is in. Throws when thousands wait already: start
   * only as many as are to be read soon.
   */
  fingerprint(
    path: string,
    expected: FileIdentity | null,
    options: FingerprintOptions,
    signal: AbortSignal,
  ): Promise<Fingerprint>;
}

/** What a thread is asked. */
export interface FingerprintJob {
  readonly path: string;
  readonly expected: FileIdentity | null;
  readonly more: readonly DigestAlgorithm[];
}

export interface WorkerFingerprinter extends Fingerprinter {
  /** Files read at the same time. */
  readonly workers: number;
  /** Ends the threads and rejects what is unfinished. */
  close(): Promise<void>;
}

/** Four readers keep any disk busy; more only take memory and turns from the instrument's own programs. */
const MAX_WORKERS = 4;
/** One in reserve, so that small files follow each other without a pause; a large one delays no more than one. */
const JOBS_PER_WORKER = 2;
const MAX_WAITING = 10_000;

/**
 * `workers` defaults to the number of processors, at most four. Two processors get two readers, not one: the main thread
 * needs little beside them, and two readers are 1.7 times as fast as one.
 */
export function makeFingerprinter(
  options: { readonly workers?: number } = {},
): WorkerFingerprinter {
  const workers = options.workers ?? Math.min(MAX_WORKERS, availableParallelism());
  const pool = makeWorkerPool<FingerprintJob, Fingerprint, number>({
    url: siblingWorker('fingerprint-worker', import.meta.url),
    workers,
    jobsPerWorker: JOBS_PER_WORKER,
    maxWaiting: MAX_WAITING,
  });
  return {
    workers,
    async fingerprint(path, expected, { onProgress, more = [] }, signal) {
      const outcome = await pool.run({ path, expected, more }, onProgress ?? (() => {}), signal);
      return outcome.kind === 'answered' ? outcome.reply : { kind: 'unreadable', errno: 'EWORKER' };
    },
    close: () => pool.close(),
  };
}
