/**
 * The file a form is read from, through one open handle: a path can change its meaning while we read, a handle cannot.
 * It never follows a link at the end of the path, never waits for a FIFO's writer and never writes.
 */
import { close, constants, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';
import { errnoOf } from '../../../platform/errno.ts';
import { identityOf, type FileIdentity } from '../../../platform/file-identity.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';

export interface SourceFile {
  /** What the handle held when it was opened; absent where that was not requested. */
  readonly seen?: FileIdentity;
  /** What the handle holds now. Rejects with the system's error when even that is unavailable. */
  identity(): Promise<FileIdentity>;
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

const openFile = promisify(open);
const closeFile = promisify(close);
const statFile = promisify(
  (fd: number, done: (error: NodeJS.ErrnoException | null, stats: Stats) => void) => {
    fstat(fd, { bigint: true }, done);
  },
);
type Stats = Parameters<typeof identityOf>[0];

// Windows knows neither flag; there links need a privilege and FIFOs are not paths.
export const OPEN_FLAGS =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a regular file for reading; the caller closes it. */
export async function openSourceFile(path: string): Promise<Result<SourceFile, SourceUnreadable>> {
  let fd: number;
  try {
    fd = await openFile(path, OPEN_FLAGS);
  } catch (error) {
    return fail(unreadable(error));
  }
  try {
    const stats = await statFile(fd);
    if (stats.isFile()) return ok(sourceFile(fd, identityOf(stats)));
  } catch (error) {
    await closeFile(fd);
    return fail(unreadable(error));
  }
  await closeFile(fd);
  return fail({ kind: 'source-unreadable', code: 'NOT_A_FILE' });
}

/** The plain-data form of an error of the file system; a mistake of ours is thrown again, as it says nothing about the file. */
export function unreadable(error: unknown): SourceUnreadable {
  return { kind: 'source-unreadable', code: errnoOf(error) };
}

function sourceFile(fd: number, seen: FileIdentity): SourceFile {
  return {
    seen,
    identity: async () => identityOf(await statFile(fd)),
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
