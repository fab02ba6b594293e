/**
 * Reads one file and fingerprints it with blocking calls; for worker threads. The bytes count only if the file's
 * identity is the same before the first and after the last of them, and their number is its size: reading a file that
 * is cut short ends without an error.
 */
import { closeSync, constants, fstatSync, readSync, type BigIntStats } from 'node:fs';
import { Blake3Hasher, blake3UrlSafeBase64 } from '@napi-rs/blake-hash';
import type { DigestAlgorithm, Digests } from '../../../src-shared/model/proofs/hash-method.ts';
import { startDigests } from '../../digests/digest-algorithms.ts';
import { identityOf, isSameFacts, type FileFacts } from '../../platform/disk/file-identity.ts';
import type { Fingerprint } from '../common/fingerprint.ts';
import { places, type HeldDirectory } from '../../platform/place.ts';
import { errnoOf, meansAbsent } from '../../platform/errno.ts';

/** The file system as this module uses it, so that a test can make the n-th read fail. */
export interface FileReader {
  /** Opens regular files and directories only. */
  open(path: string, flags: number): number;
  fstat(handle: number): BigIntStats;
  /** What the path leads to now: what was opened, or something else. */
  lookAgain(path: string, handle: number): BigIntStats;
  read(handle: number, into: Buffer, offset: number): number;
  close(handle: number): void;
}

export interface ReadingContext {
  isCancelled(): boolean;
  /** Blocks. */
  pause(ms: number): void;
  onRead(readBytes: number): void;
}

/** A fingerprint with the system's own numbers. */
export type Reading =
  | {
      readonly kind: 'done';
      readonly blake3: string;
      readonly facts: FileFacts;
      readonly more?: Digests | undefined;
    }
  | NoFingerprint;

export type NoFingerprint = Exclude<Fingerprint, { kind: 'done' }>;

export type FileReadings = ReturnType<typeof makeFileReadings>;

const BLOCK_BYTES = 1_048_576;
/** Reading into a buffer that begins 64 bytes into its memory is up to twice as fast on some processors. */
const BLOCK_OFFSET_BYTES = 64;
const PAGE_BYTES = 4_096;
const MAX_READ_TRIES = 3;
/** Gives a loose cable or an unstable network drive time between two tries. */
const RETRY_PAUSE_MS = 100;

/** Does not wait for a FIFO, even if it replaces the file at the last moment. */
const OPEN_FLAGS = constants.O_RDONLY | optionalFlag(constants.O_NONBLOCK);
/** Reading must not change the access time; only the file's owner may request that. */
const QUIET_FLAGS = OPEN_FLAGS | optionalFlag(constants.O_NOATIME);

/** Windows knows none of these, and then Node does not define them. */
function optionalFlag(flag: number | undefined): number {
  return flag ?? 0;
}

const CHANGED = { kind: 'changed' } as const;
const SPECIAL = { kind: 'special' } as const;

export const realFileReader: FileReader = {
  open: (path, flags) => places.open(path, flags),
  fstat: (handle) => fstatSync(handle, { bigint: true }),
  lookAgain: (path, handle) => places.lookAgain(path, handle),
  read: (handle, into, offset) => readSync(handle, into, 0, into.length, offset),
  close: (handle) => {
    closeSync(handle);
  },
};

/** Returns the readings; one thread may use them many times. */
export function makeFileReadings(files: FileReader = realFileReader) {
  const block = Buffer.from(
    new ArrayBuffer(BLOCK_BYTES + PAGE_BYTES),
    BLOCK_OFFSET_BYTES,
    BLOCK_BYTES,
  );
  const blake3 = new Blake3Hasher();

  function readBlock(
    handle: number,
    into: Buffer,
    offset: number,
    context: ReadingContext,
  ): number {
    for (let tries = 1; ; tries += 1) {
      try {
        return files.read(handle, into, offset);
      } catch (error) {
        if (errnoOf(error) !== 'EIO' || tries === MAX_READ_TRIES) throw error;
        context.pause(RETRY_PAUSE_MS);
      }
    }
  }

  /** The digests of all its bytes; null when there are more or fewer than `sizeBytes`. */
  function digestsOf(
    handle: number,
    sizeBytes: number,
    context: ReadingContext,
    more: readonly DigestAlgorithm[],
  ): { readonly blake3: string; readonly more?: Digests } | null {
    blake3.reset();
    const further = more.length === 0 ? null : startDigests(more);
    let readBytes = 0;
    // A file that grows meanwhile shows it in its size afterwards. A file of size 0 may still deliver bytes, without
    // end.
    while ((readBytes < sizeBytes || readBytes === 0) && !context.isCancelled()) {
      const count = readBlock(handle, block, readBytes, context);
      if (count === 0) break;
      const bytes = count === block.length ? block : block.subarray(0, count);
      blake3.update(bytes);
      further?.update(bytes);
      readBytes += count;
      context.onRead(readBytes);
    }
    if (readBytes !== sizeBytes) return null;
    const own = blake3.digest('hex');
    return further === null ? { blake3: own } : { blake3: own, more: further.finish() };
  }

  /** False when the file has more or fewer bytes. One call hashes a small file, which saves a tenth of its time. */
  function writeDigest(
    handle: number,
    sizeBytes: number,
    digests: Buffer,
    at: number,
    context: ReadingContext,
  ): boolean {
    if (sizeBytes > block.length) {
      const long = digestsOf(handle, sizeBytes, context, []);
      if (long !== null) digests.write(long.blake3, at, 'hex');
      return long !== null;
    }
    if (context.isCancelled()) return false;
    let readBytes = readBlock(handle, block, 0, context);
    while (readBytes > 0 && readBytes < sizeBytes) {
      const count = readBlock(handle, block.subarray(readBytes), readBytes, context);
      if (count === 0) break;
      readBytes += count;
    }
    if (readBytes !== sizeBytes) return false;
    digests.write(blake3UrlSafeBase64(block.subarray(0, readBytes)), at, 'base64url');
    context.onRead(readBytes);
    return true;
  }

  function readPath(
    path: string,
    handle: number,
    expected: FileFacts | null,
    context: ReadingContext,
    more: readonly DigestAlgorithm[],
  ): Reading {
    const before = files.fstat(handle);
    if (!before.isFile()) return SPECIAL;
    if (expected !== null && !isSameFacts(before, expected)) return CHANGED;
    const digests = digestsOf(handle, Number(before.size), context, more);
    // Ask the path and not the handle: the handle stays with its file, but the path may lead to another one by now.
    const isWhole = digests !== null && isSameFacts(files.lookAgain(path, handle), before);
    return isWhole ? { kind: 'done', ...digests, facts: before } : CHANGED;
  }

  return {
    /** `expected` null accepts whatever is there. */
    atPath(
      path: string,
      expected: FileFacts | null,
      context: ReadingContext,
      more: readonly DigestAlgorithm[],
    ): Reading {
      let handle: number | null = null;
      try {
        handle = openQuietly((flags) => files.open(path, flags));
        return readPath(path, handle, expected, context, more);
      } catch (error) {
        return failedReading(errnoOf(error), handle !== null);
      } finally {
        if (handle !== null) files.close(handle);
      }
    },
    /**
     * A file in a held directory that was just seen there, as a regular one with these facts. Writes its BLAKE3, 32
     * bytes, into `digests` at `at`; anything but null is why not. It counts once `release` has said that the directory
     * is in its place.
     * These facts are older than the opening. If the handle has them after the last byte, it is that file, and nothing
     * happened to it meanwhile: moving or replacing it would show in its ctime. Should it be a FIFO that has just come,
     * reading at a position fails and takes nothing from it.
     */
    inDirectory(
      directory: HeldDirectory,
      name: string,
      expected: FileFacts,
      digests: Buffer,
      at: number,
      context: ReadingContext,
    ): NoFingerprint | null {
      let handle: number | null = null;
      try {
        handle = openQuietly((flags) => directory.open(name, flags));
        const isRead = writeDigest(handle, Number(expected.size), digests, at, context);
        return isRead && isSameFacts(files.fstat(handle), expected) ? null : CHANGED;
      } catch (error) {
        return failedReading(errnoOf(error), handle !== null);
      } finally {
        if (handle !== null) files.close(handle);
      }
    },
  };
}

export function fingerprintOf(reading: Reading): Fingerprint {
  if (reading.kind !== 'done') return reading;
  const { facts, ...done } = reading;
  return { ...done, sizeBytes: Number(facts.size), identity: identityOf(facts) };
}

function openQuietly(open: (flags: number) => number): number {
  try {
    return open(QUIET_FLAGS);
  } catch (error) {
    if (errnoOf(error) !== 'EPERM') throw error;
    return open(OPEN_FLAGS);
  }
}

export function failedReading(errno: string, wasOpen: boolean): NoFingerprint {
  // If its path vanishes after it was opened, it was moved or removed during the reading.
  if (meansAbsent(errno)) return wasOpen ? CHANGED : { kind: 'absent' };
  // A FIFO or a directory that came between the look and the opening.
  if (wasOpen && (errno === 'ESPIPE' || errno === 'EISDIR')) return SPECIAL;
  // A link, a socket or a device.
  if (errno === 'ELOOP' || errno === 'EMLINK' || errno === 'ENXIO') return SPECIAL;
  return { kind: 'unreadable', errno };
}
