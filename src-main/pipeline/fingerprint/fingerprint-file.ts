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
import { UNTRUE_ERRNO, type UntrueFact } from '../../../src-shared/model/files/read-trouble.ts';
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { watchOpenFiles } from '../../platform/disk/open-for-writing.ts';

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
  /** Wall clock: files that are still being acquired then are not taken. Absent: whatever is there is read. */
  readonly takenAtMs?: number | null | undefined;
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
      readonly facts: FileFacts & Pick<BigIntStats, 'birthtimeNs'>;
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
/** What a drive tells is called untrue after so many looks, or readings, one at once after the other. */
const TRIES = 3;
/** Of a restless file so much is compared: what is written shows in it or, a moment later, in its size. */
const MOST_COMPARED_BYTES = 64 * BLOCK_BYTES;
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

/** What was read of a file that ended before its size, or did not end with it. */
interface AnotherSize {
  readonly kind: 'another-size';
  readonly readBytes: number;
  readonly blake3: string;
}

const CHANGED = { kind: 'changed' } as const;
const UNFINISHED = { kind: 'unfinished' } as const;
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

  /** The digests of all its bytes; otherwise why not: there are more or fewer than its size, or more are to come. */
  function digestsOf(
    handle: number,
    facts: FileFacts,
    context: ReadingContext,
    more: readonly DigestAlgorithm[],
  ):
    | { readonly kind: 'done'; readonly blake3: string; readonly more?: Digests }
    | AnotherSize
    | NoFingerprint {
    const sizeBytes = Number(facts.size);
    blake3.reset();
    const further = more.length === 0 ? null : startDigests(more);
    let readBytes = 0;
    // A file that grows meanwhile shows it in its size afterwards. Where a drive tells less than there is, perhaps nothing, of
    // what may have no end, that shows at the size: a block that reaches beyond it, or one more after a full one.
    const mayGoOn = () =>
      readBytes < sizeBytes || (readBytes === sizeBytes && readBytes % block.length === 0);
    while (mayGoOn() && !context.isCancelled()) {
      const count = readBlock(handle, block, readBytes, context);
      if (count === 0) break;
      const bytes = count === block.length ? block : block.subarray(0, count);
      if (readBytes === 0 && isUnfinished(bytes, facts, context)) return UNFINISHED;
      blake3.update(bytes);
      further?.update(bytes);
      readBytes += count;
      context.onRead(readBytes);
    }
    if (readBytes !== sizeBytes)
      return { kind: 'another-size', readBytes, blake3: blake3.digest('hex') };
    const own = { kind: 'done', blake3: blake3.digest('hex') } as const;
    return further === null ? own : { ...own, more: further.finish() };
  }

  /** Null when it was written; otherwise why not, as above. One call hashes a small file, which saves a tenth of its time. */
  function writeDigest(
    handle: number,
    facts: FileFacts,
    digests: Buffer,
    at: number,
    context: ReadingContext,
  ): NoFingerprint | null {
    const sizeBytes = Number(facts.size);
    if (sizeBytes >= block.length) {
      const long = digestsOf(handle, facts, context, []);
      if (long.kind === 'another-size') return CHANGED;
      if (long.kind !== 'done') return long;
      digests.write(long.blake3, at, 'hex');
      return null;
    }
    if (context.isCancelled()) return CHANGED;
    let readBytes = readBlock(handle, block, 0, context);
    while (readBytes > 0 && readBytes < sizeBytes) {
      const count = readBlock(handle, block.subarray(readBytes), readBytes, context);
      if (count === 0) break;
      readBytes += count;
    }
    if (readBytes !== sizeBytes) return CHANGED;
    const bytes = block.subarray(0, readBytes);
    if (isUnfinished(bytes, facts, context)) return UNFINISHED;
    digests.write(blake3UrlSafeBase64(bytes), at, 'base64url');
    context.onRead(readBytes);
    return null;
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
    if (expected !== null && !isSameFacts(before, expected)) {
      return isRestless(path, handle, before, context) ? untrue('identity') : CHANGED;
    }
    if (isOpen(path, before, context)) return UNFINISHED;
    const digests = digestsOf(handle, before, context, more);
    if (digests.kind === 'another-size') {
      return staysAnotherSize(path, handle, before, digests, context) ? untrue('size') : CHANGED;
    }
    if (digests.kind !== 'done') return digests;
    // Ask the path and not the handle: the handle stays with its file, but the path may lead to another one by now.
    const isWhole = isSameFacts(files.lookAgain(path, handle), before);
    if (isWhole) return { ...digests, facts: before };
    return isRestless(path, handle, before, context) ? untrue('identity') : CHANGED;
  }

  /** Whether each reading gives the same bytes, which are not as many as its drive tells, while nothing else moves. */
  function staysAnotherSize(
    path: string,
    handle: number,
    before: FileFacts,
    first: AnotherSize,
    context: ReadingContext,
  ): boolean {
    for (let tries = 1; tries < TRIES; tries += 1) {
      context.pause(RETRY_PAUSE_MS);
      if (!isSameFacts(files.lookAgain(path, handle), before)) return false;
      const again = digestsOf(handle, before, context, []);
      if (again.kind !== 'another-size' || context.isCancelled()) return false;
      if (again.readBytes !== first.readBytes || again.blake3 !== first.blake3) return false;
    }
    return isSameFacts(files.lookAgain(path, handle), before);
  }

  /** Whether each look shows other facts, at once after the last, of bytes that stay the same. */
  function isRestless(
    path: string,
    handle: number,
    before: FileFacts,
    context: ReadingContext,
  ): boolean {
    let last = before;
    for (let looks = 1; looks < TRIES; looks += 1) {
      const facts = files.lookAgain(path, handle);
      if (facts.size !== before.size || isSameFacts(facts, last)) return false;
      last = facts;
    }
    const start = startOf(handle, context);
    context.pause(RETRY_PAUSE_MS);
    return start !== null && start === startOf(handle, context);
  }

  /** The digest of the bytes that are compared; null when that was cancelled. */
  function startOf(handle: number, context: ReadingContext): string | null {
    blake3.reset();
    for (let offset = 0; offset < MOST_COMPARED_BYTES && !context.isCancelled();) {
      const count = readBlock(handle, block, offset, context);
      if (count === 0) break;
      blake3.update(block.subarray(0, count));
      offset += count;
    }
    return context.isCancelled() ? null : blake3.digest('hex');
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
        if (isOpen(name, expected, context)) return UNFINISHED;
        handle = openQuietly((flags) => directory.open(name, flags));
        const failed = writeDigest(handle, expected, digests, at, context);
        if (failed !== null) return failed;
        return isSameFacts(files.fstat(handle), expected) ? null : CHANGED;
      } catch (error) {
        return failedReading(errnoOf(error), handle !== null);
      } finally {
        if (handle !== null) files.close(handle);
      }
    },
  };
}

function untrue(fact: UntrueFact): NoFingerprint {
  return { kind: 'unreadable', errno: UNTRUE_ERRNO[fact] };
}

function isOpen(path: string, facts: FileFacts, { takenAtMs = null }: ReadingContext): boolean {
  return takenAtMs !== null && isOpenElsewhere(path, facts, takenAtMs);
}

function isUnfinished(
  first: Buffer,
  facts: FileFacts,
  { takenAtMs = null }: ReadingContext,
): boolean {
  return takenAtMs !== null && saysItIsUnfinished(first, facts, takenAtMs);
}

export function fingerprintOf(reading: Reading): Fingerprint {
  if (reading.kind !== 'done') return reading;
  const { facts, ...done } = reading;
  const { birthtimeNs } = facts;
  return { ...done, sizeBytes: Number(facts.size), identity: identityOf(facts), birthtimeNs };
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

const OPEN_WITHIN_MS = 24 * HOUR_MS;
/** A program that ended without closing its file leaves the flags as they are. */
const FLAGGED_WITHIN_MS = HOUR_MS;
const NS_PER_MS = 1_000_000n;

const isOpenForWriting = watchOpenFiles();

function isOpenElsewhere(path: string, facts: FileFacts, nowMs: number): boolean {
  return changedWithin(OPEN_WITHIN_MS, facts, nowMs) && isOpenForWriting(path, facts);
}

/**
 * Files that are still being acquired although they stand still: a program has them open for writing, or they say so of
 * themselves. Only files that changed lately are asked about, so that what a crash left is taken some time. `first`:
 * its first bytes.
 */
export function saysItIsUnfinished(first: Uint8Array, facts: FileFacts, nowMs: number): boolean {
  return isHdf5OpenForWriting(first) && changedWithin(FLAGGED_WITHIN_MS, facts, nowMs);
}

/** A clock that is ahead makes a file of the future: that counts as changed now. */
function changedWithin(ms: number, { mtimeNs, ctimeNs }: FileFacts, nowMs: number): boolean {
  const changedAtNs = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  return nowMs - Number(changedAtNs / NS_PER_MS) < ms;
}

const HDF5_SIGNATURE = Buffer.from('\u0089HDF\r\n\u001A\n', 'latin1');

/** By the file consistency flags of its superblock, which HDF5 sets when it opens a file for writing. */
function isHdf5OpenForWriting(first: Uint8Array): boolean {
  if (first.length < 24 || HDF5_SIGNATURE.compare(first, 0, HDF5_SIGNATURE.length) !== 0)
    return false;
  const version = first[8] ?? 0;
  return ((version < 2 ? first[20] : first[11]) ?? 0) !== 0;
}
