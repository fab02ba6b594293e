/**
 * The file a form is read from, through one open handle: a path can change its meaning while we read, a handle cannot.
 * It never follows a link (`place.ts`), never waits for a FIFO's writer and never writes.
 */
import { close, constants, fstat, read, type BigIntStats } from 'node:fs';
import { promisify } from 'node:util';
import { identityOf, type FileIdentity } from '../../../platform/disk/file-identity.ts';
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
