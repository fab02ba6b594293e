/** Tells what belongs to a Labseal's data folder from what a person may notarize. */
import { basename, dirname, relative, sep } from 'node:path';
import type { BigIntStats } from 'node:fs';
import { INBOX_NAME, isDataFolder, isKeyName, TELLING_NAMES } from './data-folder.ts';
import { errnoOf } from './errno.ts';
import { glimpsed, namesIn, realPathOf, seen, type Steps } from './disk/file-steps.ts';
import { MOST_AGE_MS, runningData } from './running-data.ts';

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
