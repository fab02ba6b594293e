/**
 * Reaches what a path holds without leaving its watched folder, whatever is swapped for a link meanwhile. A place is a
 * path with '//' where the folder ends, as in `/data/lab//raw/a.csv`; to the system that is the same path. At the
 * folder and beneath it no link is followed. A path without '//' is a person's own choice: only its last name must be
 * no link.
 *
 * On Linux the system tells the real path of what was opened. If that is spelled otherwise (drives that ignore case, a
 * link above the folder), the place is reached again from handle to handle. Elsewhere every name on the way is checked
 * before and after the opening.
 */
import { closeSync, constants, lstatSync, openSync, readlinkSync, type BigIntStats } from 'node:fs';
import { errnoOf } from './errno.ts';
import { factsOf, opened, runNow, runSoon, seen, type Steps } from './disk/file-steps.ts';
import { isLabsealData, LABSEAL_DATA_ERRNO, runningData } from './data-folder.ts';

/** The place of `relative`, with '/' between names, in the folder at `root`; '' is the folder itself. */
export function placeIn(root: string, relative: string): string {
  return relative === '' ? root : `${root}//${relative}`;
}

const NO_LINK = constants.O_NOFOLLOW ?? 0; // Windows has no such flag
const REACH = 0o10000000 | NO_LINK; // O_PATH, which Node does not name: a handle that reads nothing and asks no permission
const LIST = constants.O_RDONLY | NO_LINK | (constants.O_DIRECTORY ?? 0);
const REACH_DIRECTORY = REACH | (constants.O_DIRECTORY ?? 0);

const BIG_NUMBERS = { bigint: true } as const;

const ownHandles = findOwnHandles();

/** A handle that is only good for asking; the last name may be a link. */
function* reached({ plain, root, inner }: Parts): Steps<number> {
  const direct = yield* opened(plain, REACH);
  if (isReally(direct, plain)) return direct;
  closeSync(direct);
  let at = yield* opened(root, REACH_DIRECTORY);
  const names = inner.split('/');
  for (const [index, name] of names.entries()) {
    const above = at;
    try {
      at = yield* opened(below(above, name), index < names.length - 1 ? REACH_DIRECTORY : REACH);
    } finally {
      closeSync(above);
    }
  }
  return at;
}

/** Like `lstat`, but every name beneath the folder and above the last must be a directory. */
function* checked({ plain, root, inner }: Parts): Steps<BigIntStats> {
  let path = root;
  for (const name of inner.split('/')) {
    if (!(yield* seen(path)).isDirectory()) throw failure('ENOTDIR', 'a link lies on the way');
    path = `${path}/${name}`;
  }
  return yield* seen(plain);
}

function* openedBetweenChecks(parts: Parts, flags: number): Steps<number> {
  const before = yield* checked(parts);
  yield* refuseOthers(parts.plain, before);
  const handle = yield* opened(parts.plain, flags | NO_LINK);
  try {
    const after = yield* checked(parts);
    const own = yield* factsOf(handle);
    if (isSameInode(own, before) && isSameInode(own, after)) return handle;
    throw failure('ENOTDIR', 'a link lies on the way');
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** A directory that was proven to be in its place, and stays open while its files are read. */
export interface HeldDirectory {
  /** Like `lstat`. It tells what not to open; only `open` proves that it is in this directory. */
  look(name: string): BigIntStats;
  /** Opens what has this name in the directory itself, wherever its path leads by now. ELOOP for a link. */
  open(name: string, flags: number): number;
  /** Closes it. False when it is not in its place any more: what came from it proves nothing. */
  release(): boolean;
}

/** `hasHandles`: whether a path can begin at a handle, as on Linux. */
export function makePlaces({ hasHandles }: { readonly hasHandles: boolean }) {
  function* looked(place: string): Steps<BigIntStats> {
    const parts = partsOf(place);
    if (parts === null) return yield* seen(place);
    if (!hasHandles) return yield* checked(parts);
    const handle = yield* reached(parts);
    try {
      return yield* factsOf(handle);
    } finally {
      closeSync(handle);
    }
  }

  function* openedAt(place: string, flags: number): Steps<number> {
    const parts = partsOf(place);
    if (parts !== null && !hasHandles) return yield* openedBetweenChecks(parts, flags);
    const path = parts?.plain ?? place;
    yield* refuseOthers(path, yield* seen(path));
    const direct = yield* opened(path, flags | NO_LINK);
    if (parts === null || isReally(direct, path)) return direct;
    closeSync(direct);
    const handle = yield* reached(parts);
    try {
      yield* refuseOthers(path, yield* factsOf(handle)); // it may be a link itself
      return yield* opened(handlePath(handle), flags);
    } finally {
      closeSync(handle);
    }
  }

  function* lookedAgain(place: string, handle: number): Steps<BigIntStats> {
    const parts = partsOf(place);
    const isThere = hasHandles && parts !== null && isReally(handle, parts.plain);
    return yield* isThere ? factsOf(handle) : looked(place);
  }

  return {
    /** The facts about what is at a place, like `lstat`. Throws the system's errors; ENOTDIR for a link on the way. */
    look: (place: string): BigIntStats => runNow(looked(place)),
    /** The same, faster if that is still what this handle was opened for. */
    lookAgain: (place: string, handle: number): BigIntStats => runNow(lookedAgain(place, handle)),
    lookAgainSoon: (place: string, handle: number): Promise<BigIntStats> =>
      runSoon(lookedAgain(place, handle)),
    /** Whether what was found at a place is a Labseal's own. Throws as above. */
    isLabsealData: (place: string, found: BigIntStats): boolean =>
      runNow(isLabsealData(partsOf(place)?.plain ?? place, found)),
    /**
     * Opens a file or a directory; the caller closes it. ELOOP or ENXIO for anything else, which is not even opened
     * unless it came there at that moment: with some devices that has an effect. ELABSEAL for what is a Labseal's own.
     */
    open: (place: string, flags: number): number => runNow(openedAt(place, flags)),
    openSoon: (place: string, flags: number): Promise<number> => runSoon(openedAt(place, flags)),
    /** Not proven yet: `lookAgain` tells, after the listing, whether it is the one in its place. ENOTDIR, ELOOP for links. */
    openDirectory: (place: string): number => openSync(partsOf(place)?.plain ?? place, LIST),
    /** Whether the place still holds the directory that was opened, of which these are the facts. */
    isInPlace(place: string, handle: number, facts: BigIntStats): boolean {
      const parts = partsOf(place);
      if (hasHandles && parts !== null && isReally(handle, parts.plain)) return true;
      return isSameInode(runNow(looked(place)), facts);
    },
    /**
     * `place` ends with '/'. Null where only the longer way proves it: the path is spelled otherwise, or none begins at
     * a handle. ELABSEAL for what is a Labseal's own.
     */
    hold(place: string): HeldDirectory | null {
      const parts = partsOf(place);
      return hasHandles && parts !== null ? heldAt(parts.plain.replace(/(?<=.)\/+$/, '')) : null;
    },
    /** Where the names in an opened directory are listed, whatever its path leads to by now. */
    insideOf: (place: string, handle: number): string => (hasHandles ? handlePath(handle) : place),
  };
}

function heldAt(path: string): HeldDirectory | null {
  runNow(refuseOthers(path, lstatSync(path, BIG_NUMBERS)));
  const handle = openSync(path, REACH_DIRECTORY);
  if (!isReally(handle, path)) {
    closeSync(handle);
    return null;
  }
  const own = runningData();
  const byPath = path === '/' ? path : `${path}/`;
  const byHandle = `${handlePath(handle)}/`;
  return {
    look(name) {
      const found = lstatSync(byPath + name, BIG_NUMBERS);
      if (own.holds(found)) throw failure(LABSEAL_DATA_ERRNO, 'of a data folder');
      return found;
    },
    open: (name, flags) => openSync(byHandle + name, flags | NO_LINK),
    release() {
      const isThere = isReally(handle, path);
      closeSync(handle);
      return isThere;
    },
  };
}

export const places = makePlaces({ hasHandles: tellsRealPaths() });

interface Parts {
  /** The place as an ordinary path. */
  readonly plain: string;
  readonly root: string;
  /** With '/' between names. */
  readonly inner: string;
}

/** Null for a path that names no folder. */
function partsOf(place: string): Parts | null {
  const end = place.lastIndexOf('//');
  if (end === -1) return null;
  const root = place.slice(0, end);
  const inner = place.slice(end + 2);
  return { plain: `${root}/${inner}`, root: root === '' ? '/' : root, inner };
}

function handlePath(handle: number): string {
  return `${ownHandles}/${handle}`;
}

function below(handle: number, name: string): string {
  return `${handlePath(handle)}/${name}`;
}

/** False also when the system does not tell: then there is the longer way. */
function isReally(handle: number, path: string): boolean {
  try {
    return readlinkSync(handlePath(handle)) === path;
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return false;
  }
}

/**
 * Where the system lists what this process has opened. By number it is found faster than through the link `self`, whose
 * text is that number in whatever namespace /proc shows.
 */
function findOwnHandles(): string {
  try {
    return `/proc/${readlinkSync('/proc/self')}/fd`;
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return '/proc/self/fd';
  }
}

/** /proc may be missing, or closed to this process. */
function tellsRealPaths(): boolean {
  if (process.platform !== 'linux') return false;
  const handle = openSync('/', REACH_DIRECTORY);
  try {
    return isReally(handle, '/');
  } finally {
    closeSync(handle);
  }
}

function isSameInode(one: BigIntStats, other: BigIntStats): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** Only files and directories are opened, and none that is a Labseal's own. */
function* refuseOthers(path: string, found: BigIntStats): Steps<void> {
  if (found.isSymbolicLink()) throw failure('ELOOP', 'a link');
  if (!found.isFile() && !found.isDirectory()) throw failure('ENXIO', 'neither file nor directory');
  if (yield* isLabsealData(path, found)) throw failure(LABSEAL_DATA_ERRNO, 'of a data folder');
}

function failure(code: string, words: string): Error {
  return Object.assign(new Error(`${code}: ${words}`), { code, syscall: 'open' });
}
