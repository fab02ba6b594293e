/**
 * Reads a file once: its digests, and a copy of exactly those bytes. It uses blocking calls, for worker threads. The
 * bytes count only if the file is the same before the first and after the last of them; otherwise no copy is left
 * behind. Where the file system can share blocks (APFS, Btrfs, XFS), the copy is a clone: it needs no space, nothing is
 * written, and the clone itself is read, which no other program writes to.
 */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  futimesSync,
  lstatSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { LABSEAL_DATA } from '../../../../src-shared/model/folders/folder-rules.ts';
import type { Digests, ListAlgorithm } from '../../../../src-shared/model/proofs/hash-method.ts';
import { startDigests } from '../../../digests/digest-algorithms.ts';
import { identityOf, isSameFile, type FileIdentity } from '../../../platform/disk/file-identity.ts';
import { LABSEAL_DATA_ERRNO } from '../../../platform/data-folder.ts';
import { places } from '../../../platform/place.ts';
import { errnoOf, meansAbsent } from '../../../platform/errno.ts';

export interface CopyOrder {
  /** Absolute, or a place (`place.ts`). */
  readonly source: string;
  /** Absolute; must not exist. Null: only read the file. */
  readonly target: string | null;
  readonly algorithms: readonly ListAlgorithm[];
}

export type CopyOutcome =
  | {
      readonly kind: 'done';
      readonly digests: Digests;
      readonly sizeBytes: number;
      /** The file's time, in nanoseconds since 1970, as text. */
      readonly modifiedNs: string;
    }
  /** The file was written, truncated or replaced meanwhile; or the caller has stopped waiting. */
  | { readonly kind: 'changing' }
  | { readonly kind: 'absent' }
  /** A link, folder or device: never opened for reading. */
  | { readonly kind: 'not-a-file' }
  /** It is a Labseal's own, and was not opened. */
  | { readonly kind: typeof LABSEAL_DATA }
  | { readonly kind: 'unreadable'; readonly errno: string }
  /** The copy could not be written. */
  | { readonly kind: 'unwritable'; readonly errno: string };

export interface CopyContext {
  isCancelled(): boolean;
  onRead(readBytes: number): void;
}

/** Makes a clone that shares its blocks with the file; throws where that is not supported. */
export type Clone = (source: string, target: string) => void;

const realClone: Clone = (source, target) => {
  copyFileSync(source, target, constants.COPYFILE_FICLONE_FORCE | constants.COPYFILE_EXCL);
};

const BLOCK_BYTES = 1_048_576;
const OWNER_ONLY = 0o600;

/** It does not block on a FIFO; Windows does not know the second flag. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const WRITE_FLAGS = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

class WriteTrouble extends Error {
  readonly errno: string;

  constructor(cause: unknown) {
    super('a copy could not be written', { cause });
    this.errno = errnoOf(cause);
  }
}

/** Returns the copy function, which one thread may use many times. */
export function makeFileCopy(clone: Clone = realClone) {
  const block = Buffer.allocUnsafe(BLOCK_BYTES);

  /** The handle to read from: of the clone if there is one, else of the file itself. */
  function cloned(source: string, target: string): number | null {
    if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return null; // not ours to remove
    try {
      clone(source, target);
    } catch {
      rmSync(target, { force: true }); // whatever prevented the clone, the file can still be copied
      return null;
    }
    return openCopy(target);
  }

  function readThrough(
    from: number,
    to: number | null,
    sizeBytes: number,
    { algorithms }: CopyOrder,
    context: CopyContext,
  ): { readonly digests: Digests; readonly readBytes: number } {
    const running = startDigests(algorithms);
    let readBytes = 0;
    // One byte more than expected is enough to see that the file has grown: an endless file ends here too.
    while (readBytes <= sizeBytes && !context.isCancelled()) {
      const count = readSync(from, block, 0, block.length, readBytes);
      if (count === 0) break;
      const bytes = block.subarray(0, count);
      running.update(bytes);
      if (to !== null) writeWhole(to, bytes);
      readBytes += count;
      context.onRead(readBytes);
    }
    return { digests: running.finish(), readBytes };
  }

  function copyOpened(source: number, order: CopyOrder, context: CopyContext): CopyOutcome {
    const stats = fstatSync(source, { bigint: true });
    if (!stats.isFile()) return { kind: 'not-a-file' };
    const before = identityOf(stats);
    const { target } = order;
    let copy: number | null = null;
    let isDone = false;
    try {
      const clonedCopy = target === null ? null : cloned(order.source, target);
      copy = clonedCopy ?? (target === null ? null : create(target));
      const from = clonedCopy ?? source;
      const to = clonedCopy === null ? copy : null;
      const { digests, readBytes } = readThrough(from, to, before.sizeBytes, order, context);
      if (context.isCancelled() || readBytes !== before.sizeBytes) return { kind: 'changing' };
      if (!isStill(before, source, order.source)) return { kind: 'changing' };
      const modifiedNs = before.mtimeNs;
      if (copy !== null) keepTime(copy, modifiedNs);
      isDone = true;
      return { kind: 'done', digests, sizeBytes: readBytes, modifiedNs };
    } finally {
      if (copy !== null) closeCopy(copy);
      if (!isDone && copy !== null && target !== null) rmSync(target, { force: true });
    }
  }

  return function copyFile(order: CopyOrder, context: CopyContext): CopyOutcome {
    let wasOpen = false;
    try {
      const handle = places.open(order.source, READ_FLAGS);
      wasOpen = true;
      try {
        return copyOpened(handle, order, context);
      } finally {
        closeSync(handle); // a drive that went away may say so here
      }
    } catch (error) {
      if (error instanceof WriteTrouble) return { kind: 'unwritable', errno: error.errno };
      return failedReading(errnoOf(error), wasOpen);
    }
  };
}

/** A clone has the permissions of its file, which may be read-only or world-readable. */
function openCopy(target: string): number {
  try {
    chmodSync(target, OWNER_ONLY);
    return openSync(target, constants.O_RDWR);
  } catch (error) {
    throw new WriteTrouble(error);
  }
}

function create(target: string): number {
  try {
    return openSync(target, WRITE_FLAGS, OWNER_ONLY);
  } catch (error) {
    throw new WriteTrouble(error);
  }
}

function writeWhole(handle: number, bytes: Buffer): void {
  try {
    for (let written = 0; written < bytes.length;) {
      written += writeSync(handle, bytes, written);
    }
  } catch (error) {
    throw new WriteTrouble(error);
  }
}

/** Some drives say only now that they have no room. */
function closeCopy(handle: number): void {
  try {
    closeSync(handle);
  } catch (error) {
    throw new WriteTrouble(error);
  }
}

/** The handle stays with its file; the path may lead to another file by now. */
function isStill(before: FileIdentity, handle: number, path: string): boolean {
  return (
    isSameFile(identityOf(fstatSync(handle, { bigint: true })), before) &&
    isSameFile(identityOf(places.lookAgain(path, handle)), before)
  );
}

/** Gives the copy the file's modification time. Some drives store no times; the copy is kept anyway. */
function keepTime(handle: number, modifiedNs: string): void {
  const seconds = Number(modifiedNs) / 1e9;
  try {
    futimesSync(handle, seconds, seconds);
  } catch (error) {
    if (!['EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS'].includes(errnoOf(error))) {
      throw new WriteTrouble(error);
    }
  }
}

function failedReading(errno: string, wasOpen: boolean): CopyOutcome {
  // If the path vanishes after it was opened, the file was moved or removed during reading.
  if (meansAbsent(errno)) return { kind: wasOpen ? 'changing' : 'absent' };
  if (errno === 'ELOOP' || errno === 'EMLINK' || errno === 'ENXIO') return { kind: 'not-a-file' };
  if (errno === LABSEAL_DATA_ERRNO) return { kind: LABSEAL_DATA };
  return { kind: 'unreadable', errno };
}
