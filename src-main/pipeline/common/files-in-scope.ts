/**
 * The files a run may act on. While a folder is missing or was found empty, its files are paused: they are not offered,
 * not sent, and given no other reason to wait, until the drive is back.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileScope } from '../../db/files/file-scope.ts';
import type { State } from '../../db/state.ts';
import { eachIn } from './rows-in-state.ts';

/** Like `eachIn`, without the files of missing folders. */
export function* eachInScope(
  state: State,
  states: readonly FileState[],
  scope: FileScope,
  afterId = 0,
): Generator<FileRow> {
  const away = missingFolders(state);
  for (const file of eachIn(state, states, scope, afterId)) {
    if (!away.has(file.folderId)) yield file;
  }
}

/** Numbers of the folders in which nothing can be done now. */
export function missingFolders(state: State): ReadonlySet<number> {
  const away = state.folders.watched().filter(({ trouble }) => trouble !== null);
  return new Set(away.map(({ id }) => id));
}
