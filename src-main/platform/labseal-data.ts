/** Tells what belongs to a Labseal's data folder from what a person may notarize. */
import { basename, dirname, relative, sep } from 'node:path';
import type { BigIntStats } from 'node:fs';
import { INBOX_NAME, isDataFolder, isTokenName, TELLING_NAMES } from './data-folder.ts';
import { errnoOf } from './errno.ts';
import { glimpsed, namesIn, realPathOf, seen, type Steps } from './file-steps.ts';
import { runningData } from './running-data.ts';

/** The code with which what is a Labseal's own is not read; like those of the system. */
export const LABSEAL_DATA_ERRNO = 'ELABSEAL';

/** `found`: what lies at this path. Throws the system's errors. */
export function* isLabsealData(path: string, found: BigIntStats): Steps<boolean> {
  if (runningData().holds(found) || isTokenName(basename(path))) return true;
  const isFolder = found.isDirectory();
  const above = yield* realPathOf(isFolder ? path : dirname(path));
  const real = isFolder ? above : `${above}${sep}${basename(path)}`;
  const folder = yield* dataFolderAround(above);
  return folder !== null && !(yield* isGiven(real, folder));
}

/** The nearest data folder, or folder of an account, that this real folder is or lies in; null without one. */
export function* dataFolderAround(folder: string): Steps<string | null> {
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

/** A file that a person gave to the page of the data folder that this process has opened. */
function* isGiven(path: string, folder: string): Steps<boolean> {
  const [first, ...deeper] = relative(folder, path).split(sep);
  return first === INBOX_NAME && deeper.length > 1 && runningData().isRoot(yield* seen(folder));
}
