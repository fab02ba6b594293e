/**
 * The file a form is read from, through one open handle: a path can change its meaning while we read, a handle cannot.
 * It never follows a link (`place.ts`), never waits for a FIFO's writer and never writes.
 */
import { close, constants, fstat, read, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { identityOf, type FileIdentity } from '../../../platform/file-identity.ts';
import { errnoOf, meansAbsent } from '../../../platform/errno.ts';
import { places } from '../../../platform/place.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';

export interface SourceFile {
  /** What the handle held when it was opened; absent where that was not requested. */
  readonly seen?: FileIdentity;
  /**
   * What the handle holds now; null when the path does not lead to it any more. Rejects with the system's error when
   * even that is unavailable.
   */
  identity(): Promise<FileIdentity | null>;
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

/** Opens a regular file for reading; the caller closes it. */
export async function openSourceFile(path: string): Promise<Result<SourceFile, SourceUnreadable>> {
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

/** The plain-data form of an error of the file system; a mistake of ours is thrown again, as it says nothing about the file. */
export function unreadable(error: unknown): SourceUnreadable {
  const code = errnoOf(error);
  return { kind: 'source-unreadable', code: code === 'ENXIO' ? 'NOT_A_FILE' : code }; // `places.open` says so
}

function sourceFile(fd: number, path: string, seen: FileIdentity): SourceFile {
  return {
    seen,
    async identity() {
      const own = identityOf(await statFile(fd));
      const there = await foundAt(path, fd);
      return there !== null && there.ino === own.ino && there.dev === own.dev ? own : null;
    },
    // The callback form: the promise form allocates per call and reads at little more than half the speed.
    read: (into, length, position) =>
      new Promise((resolve, reject) => {
        read(fd, into, 0, length, position, (error, count) => {
          if (error === null) resolve(count);
          else reject(error);
        });
      }),
    close: () => closeFile(fd),
  };
}

async function foundAt(path: string, fd: number): Promise<FileIdentity | null> {
  try {
    return identityOf(await places.lookAgainSoon(path, fd));
  } catch (error) {
    if (meansAbsent(errnoOf(error))) return null;
    throw error;
  }
}
