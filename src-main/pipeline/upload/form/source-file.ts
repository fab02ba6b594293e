/**
 * The file a form is read from, through one open handle: a path can change its meaning while we read, a handle cannot.
 * It never follows a link (`place.ts`), never waits for a FIFO's writer and never writes. And what its bytes become: the
 * source of a form, and why a form may not be completed.
 */
import { close, constants, fstat, read, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { identityOf, type FileIdentity } from '../../../platform/disk/file-identity.ts';
import { errnoOf, meansAbsent } from '../../../platform/errno.ts';
import { places } from '../../../platform/place.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { ContentHash, MakeHash } from '../../../digests/content-hash.ts';
import type { FrozenForm } from './representation.ts';

export interface SourceFile {
  /** What the handle held when it was opened; absent where that was not requested. */
  readonly seen?: FileIdentity;
  /**
   * What the handle holds now; null when the path does not lead to it any more. Rejects with the system's error when
   * even that is unavailable.
   */
  identity(): Promise<FileIdentity | null>;
  /** Lends its handle, which stays open until the promise has settled; absent where there is none. */
  readonly lend?: <Found>(use: (handle: number) => Promise<Found>) => Promise<Found>;
  /** Reads at most `length` bytes at `position` into the start of `into`; 0 means the end of the file. */
  read(into: Uint8Array, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

/** `code` is the system's (ENOENT, EACCES, EIO …) or NOT_A_FILE. */
export interface SourceUnreadable {
  readonly kind: 'source-unreadable';
  readonly code: string;
}

export type OpenSource = (path: string) => Promise<Result<SourceFile, SourceUnreadable>>;

const closeFile = promisify(close);
const statFile = promisify(
  (fd: number, done: (error: NodeJS.ErrnoException | null, stats: BigIntStats) => void) => {
    fstat(fd, { bigint: true }, done);
  },
);

// Windows does not know the second flag; FIFOs are no paths there.
export const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The last opening in each folder. */
const openings = new Map<string, Promise<void>>();

/**
 * Opens a regular file for reading; the caller closes it. One of a folder at a time: on a drive that hangs each opening
 * keeps one of the few threads with which the whole program opens files and looks up addresses.
 */
export async function openSourceFile(path: string): Promise<Result<SourceFile, SourceUnreadable>> {
  const [folder = ''] = path.split('//');
  const before = openings.get(folder);
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  openings.set(folder, isOver);
  try {
    await before;
    return await openNow(path);
  } finally {
    end();
    if (openings.get(folder) === isOver) openings.delete(folder);
  }
}

/** Closes what was opened, or is opened later. */
export async function closeOpened(opening: ReturnType<OpenSource>): Promise<void> {
  const [opened] = await Promise.allSettled([opening]);
  if (opened.status === 'fulfilled' && opened.value.ok) await opened.value.value.close();
}

async function openNow(path: string): Promise<Result<SourceFile, SourceUnreadable>> {
  let fd: number;
  try {
    fd = await places.openSoon(path, OPEN_FLAGS);
  } catch (error) {
    return fail(unreadable(error));
  }
  try {
    const stats = await statFile(fd);
    if (stats.isFile()) return ok(sourceFile(fd, path, identityOf(stats)));
  } catch (error) {
    await closeFile(fd);
    return fail(unreadable(error));
  }
  await closeFile(fd);
  return fail({ kind: 'source-unreadable', code: 'NOT_A_FILE' });
}

/** The plain-data form of an error of the file system; a bug is thrown again, as it says nothing about the file. */
export function unreadable(error: unknown): SourceUnreadable {
  const code = errnoOf(error);
  return { kind: 'source-unreadable', code: code === 'ENXIO' ? 'NOT_A_FILE' : code }; // `places.open` says so
}

function sourceFile(fd: number, path: string, seen: FileIdentity): SourceFile {
  const uses = new Set<Promise<unknown>>();

  async function lend<Found>(use: (handle: number) => Promise<Found>): Promise<Found> {
    const result = use(fd);
    uses.add(result);
    try {
      return await result;
    } finally {
      uses.delete(result);
    }
  }

  return {
    seen,
    async identity() {
      const own = identityOf(await statFile(fd));
      const there = await foundAt(path, fd);
      return there !== null && there.ino === own.ino && there.dev === own.dev ? own : null;
    },
    lend,
    read: (into, length, position) => lend((handle) => readFile(handle, into, length, position)),
    async close() {
      if (uses.size === 0) return closeFile(fd);
      // A disk may hang, and nobody waits for it. The number of a closed handle could belong to another file by then.
      const closed = Promise.allSettled(uses).then(() => closeFile(fd));
      closed.catch(() => undefined); // nothing was written
      return undefined;
    },
  };
}

/** The callback form: the promise form allocates per call and reads at little more than half the speed. */
function readFile(
  handle: number,
  into: Uint8Array,
  length: number,
  position: number,
): Promise<number> {
  return new Promise((resolve, reject) => {
    read(handle, into, 0, length, position, (error, count) => {
      if (error === null) resolve(count);
      else reject(error);
    });
  });
}

async function foundAt(path: string, fd: number): Promise<FileIdentity | null> {
  try {
    return identityOf(await places.lookAgainSoon(path, fd));
  } catch (error) {
    if (meansAbsent(errnoOf(error))) return null;
    throw error;
  }
}

export interface FormSource {
  readonly form: FrozenForm;
  readonly content: FormContent;
  /** As it was when the file was fingerprinted. */
  readonly identity: FileIdentity;
  /** Its fingerprint. */
  readonly blake3Hex: string;
  /** Its SHA-256 is not known yet: it is made of the bytes that are sent. */
  readonly wantsSha256: boolean;
  /** Stores it, before the tail's release. Synchronous; throwing keeps the commit gate closed. */
  readonly keepSha256: (sha256Hex: string) => void;
  /**
   * Makes it durable that the tail is about to leave, unless the body is stopped by then; true: it may leave. Rejecting
   * keeps the commit gate closed.
   */
  readonly releaseTail: (isStopped: () => boolean) => Promise<boolean>;
  readonly clock: Clock;
  readonly makeHash?: MakeHash;
  /** Where a part leaves its running hash for the next one; without it every part hashes from the beginning. */
  readonly carry?: HashCarry;
}

/** Open and still to be proven, or completely read and proven. */
export type FormContent =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'proven'; readonly bytes: Uint8Array; readonly sha256Hex: string | null };

/** Bytes of the form: `toByte` is the first one not written. */
export interface FormRange {
  readonly fromByte: number;
  readonly toByte: number;
}

/** The hash of the file's first `bytes` bytes, as they were read for sending. */
export interface RunningHash {
  readonly hash: ContentHash;
  readonly bytes: number;
}

export interface HashCarry {
  current: RunningHash | null;
}

export type SourceChanged = {
  readonly kind: 'source-changed';
  readonly how: 'identity' | 'length' | 'content';
};

/** Why the form was not completed. `code` of a failed release is the journal's own (SQLITE_FULL …), if it has one. */
export type FormFault =
  | SourceChanged
  | SourceUnreadable
  | { readonly kind: 'not-released'; readonly code: string | null }
  | { readonly kind: 'interrupted' };

/**
 * Accepts a piece; resolves once its memory may be used again, also when the connection is gone by then. It never
 * rejects: the receiver of the bytes aborts the signal instead.
 */
export type WritePiece = (bytes: Uint8Array) => Promise<void>;

export const interrupted = fail({ kind: 'interrupted' } as const);

export function changed(how: SourceChanged['how']): {
  readonly ok: false;
  readonly fault: SourceChanged;
} {
  return fail({ kind: 'source-changed', how });
}
