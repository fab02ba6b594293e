/**
 * Recognises a Labseal's data folder by the names in it, whatever account, version or computer it belongs to and wherever a
 * copy of it lies: what it holds (a session's token, an e-mail address, the names of private files) is never sent.
 */
import { basename, dirname, relative, sep } from 'node:path';
import { type BigIntStats, lstatSync, readdirSync } from 'node:fs';
import { errnoOf } from './errno.ts';
import { glimpsed, namesIn, realPathOf, seen, type Steps } from './disk/file-steps.ts';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Holds copies of files that a person gave to the page: these are meant to be sent. */
export const INBOX_NAME = 'inbox';
const COPY_FOLDER = new RegExp(`[\\\\/]${INBOX_NAME}[\\\\/][\\da-f]+$`);

/** Whether a directory is that of one such copy, by its path alone: nobody knows such a file by where it lies. */
export function isInboxFolder(directory: string): boolean {
  return COPY_FOLDER.test(directory);
}

/** Keeps digests of the sessions of open pages. */
export const PAGES_NAME = 'pages.json';

/** What Labseal writes beside each other in its data folder. */
const NAMES =
  /^(accounts|inbox|socket|window|(account|pages|serve|socket|window)\.json|engine\.lock|errors\.log|token-[0-9a-f]{32}|open-[0-9a-f]+\.html)(?<more>[-.][\w.-]+)?$/;
/** Nobody else uses these for a file in a folder with another of the names above. */
const MARKS = ['engine.lock', 'account.json'] as const;
const DATABASE = 'labseal.db';
/** That of an account, its logs, and its copies from before a migration. */
const DATABASE_NAMES = /^labseal\.db(-wal|-shm|-journal|\.before-\d+)?$/;
/** Of a session, of the socket, and of the page. */
const KEYS = /^(token-[0-9a-f]{32}|(pages|serve|socket)\.json|open-[0-9a-f]{16}\.html)(\.|$)/;

/** Names that tell a data folder, or the folder of an account in it; without any of them a folder is none. */
const TELLING_NAMES: readonly string[] = [...MARKS, DATABASE];

/** What Labseal writes into its data folder, or the system; anything else was put there by somebody else. */
export function isOwnName(name: string): boolean {
  return NAMES.test(name) || name === '.DS_Store';
}

/** A file that keeps a key, or a version of it, wherever somebody copied it. */
export function isKeyName(name: string): boolean {
  return KEYS.test(name);
}

/** `names`: all that lie in one folder, in any order. */
export function isDataFolder(names: readonly string[]): boolean {
  if (names.some((name) => name.startsWith(DATABASE) && DATABASE_NAMES.test(name))) return true;
  if (!MARKS.some((mark) => names.includes(mark))) return false;
  return names.filter((name) => isExactly(NAMES.exec(name))).length > 1;
}

function isExactly(match: RegExpExecArray | null): boolean {
  return match !== null && match.groups?.['more'] === undefined;
}

// The data folders that this process has opened, by device and inode: a bind mount, a hard link or another
// spelling leads to the same file. Closing such a file after reading it would also drop SQLite's locks on it
// (POSIX). Threads know of the folders that were open when they started.

export type Inode = Pick<BigIntStats, 'dev' | 'ino'>;

export interface RunningData {
  /** Whether this is one of the files or folders in it. Not asked of certificates and of files that a person gave. */
  holds(found: Inode): boolean;
  /** Whether this is a data folder itself. */
  isRoot(found: Inode): boolean;
}

/**
 * How old an answer about a data folder may be: asking takes as long as reading a small file, and whoever links or copies a
 * file and has it sent takes longer.
 */
const MOST_AGE_MS = 50;

const KEY = 'labseal data folders';
/** Times on a disk are as exact as a tick, so that two changes in one are not told apart. */
const LONGEST_TRUST_MS = 1_000;
const FACTS = { bigint: true, throwIfNoEntry: false } as const;

interface Reading extends RunningData {
  readonly folders: readonly string[];
  /** Those whose entries were read, and their times before that. */
  readonly directories: readonly string[];
  readonly stamp: string;
  readonly readAtMs: number;
}

const NOTHING: RunningData = { holds: () => false, isRoot: () => false };

let lastReading: Reading | null = null;
/** When that was asked for anew, and found to be so. */
let askedAtMs = 0;

/** `folder`: absolute. Its files are not taken for a person's until the returned function is called. */
export function protectDataFolder(folder: string): () => void {
  setEnvironmentData(KEY, [...protectedFolders(), folder]);
  return () => {
    const others = [...protectedFolders()];
    others.splice(others.indexOf(folder), 1);
    setEnvironmentData(KEY, others);
  };
}

/** What is in them at this moment, or was `mostAgeMs` ago. */
export function runningData(mostAgeMs = MOST_AGE_MS): RunningData {
  const folders = protectedFolders();
  if (folders.length === 0) return NOTHING;
  const known =
    lastReading !== null && isEqualList(lastReading.folders, folders) ? lastReading : null;
  if (known !== null && performance.now() - askedAtMs < mostAgeMs) return known;
  askedAtMs = performance.now();
  lastReading = known !== null && isFresh(known) ? known : readingOf(folders);
  return lastReading;
}

function protectedFolders(): readonly string[] {
  return (getEnvironmentData(KEY) as readonly string[] | undefined) ?? [];
}

function isEqualList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

function isFresh({ directories, stamp, readAtMs }: Reading): boolean {
  return performance.now() - readAtMs < LONGEST_TRUST_MS && stampOf(directories) === stamp;
}

function stampOf(directories: readonly string[]): string {
  return directories.map((each) => lstatSync(each, FACTS)?.mtimeNs ?? '').join();
}

function readingOf(folders: readonly string[]): Reading {
  const readAtMs = performance.now();
  const accounts = folders.map((folder) => `${folder}/accounts`);
  const directories = [
    ...folders,
    ...accounts,
    ...accounts.flatMap((folder) => namesNow(folder).map((name) => `${folder}/${name}`)),
  ];
  const stamp = stampOf(directories);
  const roots = inodesOf(folders);
  const inodes = inodesOf([
    ...directories,
    ...directories.flatMap((folder) => namesNow(folder).map((name) => `${folder}/${name}`)),
  ]);
  return {
    folders,
    directories,
    stamp,
    readAtMs,
    holds: ({ dev, ino }) => inodes.get(ino) === dev,
    isRoot: ({ dev, ino }) => roots.get(ino) === dev,
  };
}

/** Devices by inode. A drive that numbers nothing says 0 of every file. */
function inodesOf(paths: readonly string[]): ReadonlyMap<bigint, bigint> {
  const inodes = new Map<bigint, bigint>();
  for (const path of paths) {
    const found = lstatSync(path, FACTS);
    if (found !== undefined && found.ino !== 0n) inodes.set(found.ino, found.dev);
  }
  return inodes;
}

/** None of what is no folder, or is closed to us. */
function namesNow(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return [];
  }
}

/** The code with which what is a Labseal's own is not read; like those of the system. */
export const LABSEAL_DATA_ERRNO = 'ELABSEAL';

/** What was found last, for the files of a folder that are read one after the other. */
let last = { folder: '', isData: false, atMs: -Infinity };

/** `found`: what lies at this path. Throws the system's errors. */
export function* isLabsealData(path: string, found: BigIntStats): Steps<boolean> {
  if (runningData().holds(found) || isKeyName(basename(path))) return true;
  const folder = found.isDirectory() ? path : dirname(path);
  if (last.folder === folder && performance.now() - last.atMs < MOST_AGE_MS) return last.isData;
  const atMs = performance.now();
  const isData = yield* liesInDataFolder(yield* realPathOf(folder));
  last = { folder, isData, atMs };
  return isData;
}

/** `folder`: a real path. Files that a person gave to the page lie in one too, and are meant to be sent. */
function* liesInDataFolder(folder: string): Steps<boolean> {
  const around = yield* dataFolderAround(folder);
  if (around === null) return false;
  const isInInbox = relative(around, folder).startsWith(`${INBOX_NAME}${sep}`);
  return !isInInbox || !runningData().isRoot(yield* seen(around));
}

/** The nearest data folder, or folder of an account, that this real folder is or lies in; null without one. */
function* dataFolderAround(folder: string): Steps<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    if (yield* isDataFolderAt(at)) return at;
    if (at === dirname(at)) return null;
  }
}

function* isDataFolderAt(folder: string): Steps<boolean> {
  const told: string[] = [];
  for (const name of TELLING_NAMES) if (yield* isThere(`${folder}${sep}${name}`)) told.push(name);
  return told.length > 0 && isDataFolder(yield* namesOr(told, folder));
}

/** What we may not look at is not read either. */
function* isThere(path: string): Steps<boolean> {
  try {
    return (yield* glimpsed(path)) !== null;
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return false;
  }
}

/** All names in a folder, or those that are known where it cannot be listed. */
function* namesOr(known: readonly string[], folder: string): Steps<readonly string[]> {
  try {
    return yield* namesIn(folder);
  } catch (error) {
    errnoOf(error);
    return known;
  }
}
