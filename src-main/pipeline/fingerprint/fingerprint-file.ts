/**
 * Reads one file and fingerprints it with blocking calls; for worker threads. The bytes count only if the file's
 * identity is the same before the first and after the last of them, and their number is its size: reading a file that
 * is cut short ends without an error.
 */
import { closeSync, constants, fstatSync, readSync, type BigIntStats } from 'node:fs';
import { Blake3Hasher } from '@napi-rs/blake-hash';
import type { DigestAlgorithm } from '../../../src-shared/model/proofs/hash-method.ts';
import { startDigests } from '../../digests/digest-algorithms.ts';
import { identityKey, identityOf, type FileIdentity } from '../../platform/file-identity.ts';
import type { Fingerprint } from '../common/fingerprint.ts';
import { places } from '../../platform/place.ts';
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

const BLOCK_BYTES = 1_048_576;
/** Reading into a buffer that begins 64 bytes into its memory is up to twice as fast on some processors. */
const BLOCK_OFFSET_BYTES = 64;
const PAGE_BYTES = 4_096;
const MAX_READ_TRIES = 3;
/** Gives a loose cable or an unstable network drive time between two tries. */
const RETRY_PAUSE_MS = 100;

/** Does not wait for a FIFO, even if it replaces the file at the last moment. */
const OPEN_FLAGS = constants.O_RDONLY | optionalFlag(constants.O_NONBLOCK);

/** Windows knows none of these, and then Node does not define them. */
function optionalFlag(flag: number | undefined): number {
  return flag ?? 0;
}

export const realFileReader: FileReader = {
  open: (path, flags) => places.open(path, flags),
  fstat: (handle) => fstatSync(handle, { bigint: true }),
  lookAgain: (path, handle) => places.lookAgain(path, handle),
  read: (handle, into, offset) => readSync(handle, into, 0, into.length, offset),
  close: (handle) => {
    closeSync(handle);
  },
};

/** Returns the reader of a file; one thread may use it many times. */
export function makeFileFingerprint(files: FileReader = realFileReader) {
  const block = Buffer.from(
    new ArrayBuffer(BLOCK_BYTES + PAGE_BYTES),
    BLOCK_OFFSET_BYTES,
    BLOCK_BYTES,
  );
  const blake3 = new Blake3Hasher();

  /** Reading must not change the access time; only the file's owner may request that. */
  function openQuietly(path: string): number {
    try {
      return files.open(path, OPEN_FLAGS | optionalFlag(constants.O_NOATIME));
    } catch (error) {
      if (errnoOf(error) !== 'EPERM') throw error;
      return files.open(path, OPEN_FLAGS);
    }
  }

  function readBlock(handle: number, offset: number, context: ReadingContext): number {
    for (let tries = 1; ; tries += 1) {
      try {
        return files.read(handle, block, offset);
      } catch (error) {
        if (errnoOf(error) !== 'EIO' || tries === MAX_READ_TRIES) throw error;
        context.pause(RETRY_PAUSE_MS);
      }
    }
  }

  function readThrough(
    path: string,
    handle: number,
    expected: FileIdentity | null,
    context: ReadingContext,
    more: readonly DigestAlgorithm[],
  ): Fingerprint {
    const stats = files.fstat(handle);
    if (!stats.isFile()) return { kind: 'special' };
    const before = identityOf(stats);
    const key = identityKey(before);
    if (expected !== null && identityKey(expected) !== key) return { kind: 'changed' };
    blake3.reset();
    const further = more.length === 0 ? null : startDigests(more);
    let readBytes = 0;
    // A file that grows meanwhile shows it in its size afterwards. A file of size 0 may still deliver bytes, without
    // end.
    while ((readBytes < before.sizeBytes || readBytes === 0) && !context.isCancelled()) {
      const count = readBlock(handle, readBytes, context);
      if (count === 0) break;
      const bytes = count === block.length ? block : block.subarray(0, count);
      blake3.update(bytes);
      further?.update(bytes);
      readBytes += count;
      context.onRead(readBytes);
    }
    // Ask the path and not the handle: the handle stays with its file, but the path may lead to another one by now.
    const isWhole =
      readBytes === before.sizeBytes &&
      identityKey(identityOf(files.lookAgain(path, handle))) === key;
    if (!isWhole) return { kind: 'changed' };
    return {
      kind: 'done',
      blake3: blake3.digest('hex'),
      sizeBytes: readBytes,
      identity: before,
      ...(further === null ? {} : { more: further.finish() }),
    };
  }

  return function fingerprintFile(
    path: string,
    expected: FileIdentity | null,
    context: ReadingContext,
    more: readonly DigestAlgorithm[] = [],
  ): Fingerprint {
    let handle: number | null = null;
    try {
      handle = openQuietly(path);
      return readThrough(path, handle, expected, context, more);
    } catch (error) {
      return failedReading(errnoOf(error), handle !== null);
    } finally {
      if (handle !== null) files.close(handle);
    }
  };
}

function failedReading(errno: string, wasOpen: boolean): Fingerprint {
  // If its path vanishes after it was opened, it was moved or removed during the reading.
  if (meansAbsent(errno)) return wasOpen ? { kind: 'changed' } : { kind: 'absent' };
  // A link, a socket or a device.
  if (errno === 'ELOOP' || errno === 'EMLINK' || errno === 'ENXIO') return { kind: 'special' };
  return { kind: 'unreadable', errno };
}
