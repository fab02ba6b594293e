/**
 * Files that a person names: one to read, and one for an answer. The latter is checked before the work, an existing
 * file is never overwritten, and one that cannot be written to its end leaves nothing.
 */
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Application } from './application.ts';
import { realPath, relativeWithin } from '../../platform/disk/paths.ts';
import { errnoOf, meansAbsent } from '../../platform/errno.ts';
import { UnsavedAnswer, UsageError } from './exit-code.ts';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';

export type TargetContent = AsyncIterable<string> | Iterable<string> | Uint8Array;

export interface TargetFile {
  /** Absolute. */
  readonly path: string;
  /** Such as "--report". */
  readonly option: string;
}

/**
 * Throws `UsageError` for a name that cannot be one. `application`: knows what is watched; null: nobody does. `endings`: one
 * of them is required; empty: any will do.
 */
export async function chooseTarget(
  option: string,
  file: string,
  application: Pick<Application, 'ask'> | null,
  endings: readonly string[] = [],
): Promise<TargetFile> {
  const target = { path: path.resolve(file), option };
  const isKnown = endings.some((ending) => target.path.toLowerCase().endsWith(ending));
  if (endings.length > 0 && !isKnown) {
    throw new UsageError(
      `${option} takes a name that ends in ${endings.join(' or ')}, not "${file}".`,
    );
  }
  if (await isThere(target.path)) throw new UsageError(takenSentence(target));
  const folder = path.dirname(target.path);
  if (!(await isThere(folder))) throw new UsageError(`There is no folder ${folder} for ${option}.`);
  try {
    await fs.access(folder, constants.W_OK);
  } catch (error) {
    throw new UsageError(unwritableSentence(target, error));
  }
  if (application !== null) await refuseWatched(target, application);
  return target;
}

/** What is saved in a watched folder is a new file there: the next pass would price it. */
export async function refuseWatched(
  { path: file, option }: TargetFile,
  { ask }: Pick<Application, 'ask'>,
): Promise<void> {
  const folders = await ask('folders.list', {});
  if (!folders.ok) return; // without an account nothing is watched
  const place = await realPath(path.dirname(file));
  for (const { path: watched } of folders.value) {
    const root = await realPath(watched).catch(() => watched); // on a disconnected drive
    if (relativeWithin(root, place) !== null) {
      throw new UsageError(
        `${file} lies in the watched folder ${watched}: it would be notarized itself and cost credits. Choose a place that is not watched with ${option}.`,
      );
    }
  }
}

/** Null when it is saved, for its owner alone; else why not, as a sentence. */
export async function saveTarget(
  target: TargetFile,
  content: TargetContent,
): Promise<string | null> {
  let file: fs.FileHandle;
  try {
    file = await fs.open(target.path, 'wx', 0o600);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return takenSentence(target);
    return unwritableSentence(target, error);
  }
  try {
    await file.writeFile(content);
    return null;
  } catch (error) {
    await fs.rm(target.path, { force: true });
    return unwritableSentence(target, error);
  } finally {
    await file.close();
  }
}

/** The same where nothing else was asked for: throws `UnsavedAnswer` when it cannot be saved. */
export async function saveOnly(target: TargetFile, content: TargetContent): Promise<void> {
  const problem = await saveTarget(target, content);
  if (problem !== null) throw new UnsavedAnswer(problem);
}

export function isThere(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

function takenSentence({ path: file, option }: TargetFile): string {
  return `${file} exists already. Choose another name with ${option}.`;
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'your share of its disk is full',
  EROFS: 'its disk can only be read',
  EACCES: 'you may not write there',
  EPERM: 'you may not write there',
  ENAMETOOLONG: 'its name is too long',
  ENOTDIR: 'a part of its path is no folder',
};

/** Throws what is no error of the system. */
function unwritableSentence({ path: file, option }: TargetFile, error: unknown): string {
  const errno = errnoOf(error);
  const reason = REASONS[errno] ?? `code ${errno}`;
  return `${file} cannot be written: ${reason}. Choose another place with ${option}.`;
}

/**
 * An ordinary one, since a pipe or a device may never end. `option`: the one that named it. Null: it is larger than `mostBytes`. Throws `UsageError` when it
 * cannot be read.
 */
export async function readChosenFile(
  option: string,
  file: string,
  mostBytes: number,
): Promise<Buffer | null> {
  try {
    const found = await fs.stat(file);
    if (!found.isFile()) {
      throw new UsageError(`${option} names ${file}, which is not an ordinary file.`);
    }
    return found.size > mostBytes ? null : await fs.readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const errno = errnoOf(error);
    throw new UsageError(
      meansAbsent(errno)
        ? `There is no file ${file} for ${option}. Check the path.`
        : `${file}, named with ${option}, cannot be read. ${unreadableSentence(errno)}`,
    );
  }
}
