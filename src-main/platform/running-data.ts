/**
 * The data folders that this process has opened, by device and inode: a bind mount, a hard link or another spelling leads to
 * the same file. Closing such a file after reading it would also drop SQLite's locks on it (POSIX). Threads know of the
 * folders that were open when they started.
 */
import { lstatSync, readdirSync, type BigIntStats } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { errnoOf } from './errno.ts';

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
export const MOST_AGE_MS = 50;

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

let last: Reading | null = null;
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
  const known = last !== null && isEqualList(last.folders, folders) ? last : null;
  if (known !== null && performance.now() - askedAtMs < mostAgeMs) return known;
  askedAtMs = performance.now();
  last = known !== null && isFresh(known) ? known : read(folders);
  return last;
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

function read(folders: readonly string[]): Reading {
  const readAtMs = performance.now();
  const accounts = folders.map((folder) => `${folder}/accounts`);
  const directories = [
    ...folders,
    ...accounts,
    ...accounts.flatMap((folder) => namesIn(folder).map((name) => `${folder}/${name}`)),
  ];
  const stamp = stampOf(directories);
  const roots = inodesOf(folders);
  const inodes = inodesOf([
    ...directories,
    ...directories.flatMap((folder) => namesIn(folder).map((name) => `${folder}/${name}`)),
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
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return [];
  }
}
