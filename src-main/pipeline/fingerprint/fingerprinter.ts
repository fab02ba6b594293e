/**
 * Computes a file's fingerprints, with proof that they belong to one state of the file; an inconsistent reading has no
 * result. A few threads read one file after the other: hashing on the main thread would block every user interface, and
 * promises per block cost half of the speed.
 */
import { type ExpectedFile, type Fingerprint, isLarge } from '../common/fingerprint.ts';
import { availableParallelism } from 'node:os';
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import type { FileIdentity } from '../../platform/disk/file-identity.ts';
import { SILENT_ERRNO } from '../../../src-shared/model/files/read-trouble.ts';
import {
  type PackedFiles,
  type PackedPrints,
  packFiles,
  pathsOf,
  unpackPrints,
} from './packed-files.ts';
import { makeWorkerPool } from '../../platform/threads/worker-pool.ts';
import { siblingWorker } from '../../platform/threads/worker-thread.ts';

export interface FingerprintOptions {
  /** Bytes read so far, at most four times a second; nothing for files that take less than that. */
  readonly onProgress?: ((readBytes: number) => void) | undefined;
  /** Further digests to compute in the same pass; none when absent. */
  readonly more?: readonly DigestAlgorithm[] | undefined;
  /** Wall clock: files that are still being acquired then are not taken. Absent: whatever is there is read. */
  readonly takenAtMs?: number | undefined;
}

export interface Fingerprinter {
  /**
   * Fingerprints the file at the absolute `path`; `expected` null accepts whatever is there. Abort rejects with
   * `signal.reason` at once, and the reading ends after its current block. Throws when thousands wait already: start
   * only as many as are to be read soon.
   */
  fingerprint(
    path: string,
    expected: FileIdentity | null,
    options: FingerprintOptions,
    signal: AbortSignal,
  ): Promise<Fingerprint>;

  /** The same for many small files, which one thread reads one after the other; the results are in their order. */
  fingerprintAll(
    files: readonly ExpectedFile[],
    options: Pick<FingerprintOptions, 'takenAtMs'>,
    signal: AbortSignal,
  ): Promise<readonly Fingerprint[]>;
}

/** A job for a thread. */
export interface FingerprintJob {
  readonly files: PackedFiles;
  readonly more: readonly DigestAlgorithm[];
  /** As of a `ReadingContext`. */
  readonly takenAtMs: number | null;
}

export interface WorkerFingerprinter extends Fingerprinter {
  /** Small files read at the same time; as many large ones beside them. */
  readonly workers: number;
  /** Ends the threads and rejects unfinished jobs. */
  close(): Promise<void>;
}

/** Four readers keep any disk busy; more only take memory and processor time from the instrument's own programs. */
const MAX_WORKERS = 4;
/** One in reserve, so that small files follow each other without a pause. */
const JOBS_PER_WORKER = 2;
const MAX_WAITING = 10_000;

/**
 * `url`: the threads' module; tests pass another one. `workers` defaults to the number of processors, at most four. Two
 * processors get two readers, not one: the main thread needs little beside them, and two readers are 1.7 times as fast
 * as one.
 */
export function makeFingerprinter(
  options: { readonly workers?: number; readonly url?: URL } = {},
): WorkerFingerprinter {
  const workers = options.workers ?? Math.min(MAX_WORKERS, availableParallelism());
  const url = options.url ?? siblingWorker('fingerprint-worker', import.meta.url);
  const makePool = (jobsPerWorker: number) =>
    makeWorkerPool<FingerprintJob, PackedPrints, number>({
      url,
      workers,
      jobsPerWorker,
      maxWaiting: MAX_WAITING,
      placesOf: ({ files }) => pathsOf(files),
    });
  const pool = makePool(JOBS_PER_WORKER);
  /** Its own threads, so that small files never wait for a large one. They start with the first and rest like others. */
  const largePool = makePool(1);

  async function fingerprint(
    path: string,
    expected: FileIdentity | null,
    { onProgress, more = [], takenAtMs }: FingerprintOptions,
    signal: AbortSignal,
  ): Promise<Fingerprint> {
    const file = { path, expected };
    const job = { files: packFiles([file]), more, takenAtMs: takenAtMs ?? null };
    const readers = expected !== null && isLarge(expected.sizeBytes) ? largePool : pool;
    const outcome = await readers.run(job, onProgress ?? (() => {}), signal);
    if (outcome.kind === 'silent') return { kind: 'unreadable', errno: SILENT_ERRNO };
    const [print] = outcome.kind === 'answered' ? unpackPrints(outcome.reply, [file]) : [];
    return print ?? { kind: 'unreadable', errno: 'EWORKER' };
  }

  return {
    workers,
    fingerprint,
    async fingerprintAll(files, { takenAtMs }, signal) {
      const job = { files: packFiles(files), more: [], takenAtMs: takenAtMs ?? null };
      const outcome = await pool.run(job, () => {}, signal);
      if (outcome.kind === 'answered') return unpackPrints(outcome.reply, files);
      // One of the files crashes threads, or hangs with its drive; the others must not fail with it.
      return fingerprintEach(fingerprint, files, { takenAtMs }, signal);
    },
    async close() {
      await Promise.all([pool.close(), largePool.close()]);
    },
  };
}

/** For callers that can read single files only. */
export function fingerprintEach(
  fingerprint: Fingerprinter['fingerprint'],
  files: readonly ExpectedFile[],
  options: Pick<FingerprintOptions, 'takenAtMs'>,
  signal: AbortSignal,
): Promise<readonly Fingerprint[]> {
  return Promise.all(
    files.map(({ path, expected }) => fingerprint(path, expected, options, signal)),
  );
}
