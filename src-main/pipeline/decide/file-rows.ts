/** Adds and changes rows of files and announces it: location on disk, destination, and what is known about the file. */
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FilePatch, FileRow } from '../../db/files/file-repository.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { NewFile } from '../../db/files/insert-files.ts';
import type { State } from '../../db/state.ts';
import { placeIn } from '../../platform/place.ts';
import type { Announce, SyncEvent } from '../common/ports.ts';
import { isOnItsWay } from './plan-path.ts';

/** Where new files lie. */
export interface NewDirectory {
  readonly folder: Folder;
  readonly directoryId: number;
  readonly directoryPath: string;
}

/** Of a new row: what the disk shows of the file, and what was decided. */
export type NewRow = Pick<FileRow, 'state' | 'identity' | 'sizeBytes' | 'unchangedSinceMs'> &
  Pick<FilePatch, 'dueAtMs' | 'message'>;

export type FileRows = ReturnType<typeof makeFileRows>;

export function makeFileRows(state: State, announce: Announce, postponed: PostponedChecks) {
  const { files, folders, assignments } = state;

  function move(file: FileRow, to: FileState, patch: FilePatch = {}): FileRow {
    const moved = files.move(file, to, { ...withoutBorrowedRecord(file, to), ...patch });
    postponed.moved(moved);
    tellPlace(moved);
    return moved;
  }

  /** Where a row stands and lies now. */
  function tellPlace(file: FileRow): void {
    const { id, state: at, hold } = file;
    tell({ kind: 'moved', fileId: id, path: pathOf(file), state: at, hold });
  }

  /** Returns its number. */
  function add(
    { folder, directoryId, directoryPath, name }: NewDirectory & { readonly name: string },
    { state: to, identity, sizeBytes, unchangedSinceMs, dueAtMs = null, message = null }: NewRow,
  ): number {
    const isPicked = folder.kind === 'picked';
    const own = { name, state: to, sizeBytes, identity, unchangedSinceMs, dueAtMs, message };
    const fileId = files.add({ folderId: folder.id, directoryId, isPicked, ...own });
    const path = pathOf({ folderId: folder.id, directoryPath, name });
    tell({ kind: 'moved', fileId, path, state: to, hold: null });
    return fileId;
  }

  function addAll(added: readonly NewFile[]): void {
    const firstId = files.addAll(added);
    for (let first = 0, end = 0; first < added.length; first = end) {
      const to = added[first]?.state ?? 'discovered';
      while (added[end]?.state === to) end += 1;
      tell({ kind: 'added', firstId: firstId + first, files: end - first, state: to });
    }
  }

  /** A change is announced once it is durable. */
  function tell(event: SyncEvent): void {
    state.afterCommit(() => announce(event));
  }

  /** The absolute path of a row. */
  function pathOf(file: Pick<FileRow, 'folderId' | 'directoryPath' | 'name'>): string {
    const folder = folders.get(file.folderId);
    const parts = [folder?.path ?? '', file.directoryPath, file.name];
    return parts
      .filter((part, index) => part !== '' || (index === 0 && folder?.kind === 'watched'))
      .join('/');
  }

  /** Where the row's file is read: its path, which leads out of no watched folder. */
  function placeOf(file: FileRow): string {
    const folder = folders.get(file.folderId);
    if (folder?.kind !== 'watched') return pathOf(file);
    const { directoryPath, name } = file;
    return placeIn(folder.path, directoryPath === '' ? name : `${directoryPath}/${name}`);
  }

  function assignmentOf(file: FileRow): Assignment {
    if (file.assignmentId !== null) return assignments.get(file.assignmentId);
    const folder = folders.get(file.folderId);
    if (folder === null) throw new Error(`file ${file.id} belongs to no active folder`);
    return folder.assignment;
  }

  return { add, addAll, move, tellPlace, pathOf, placeOf, assignmentOf };
}

/** A copy refers to another path's record. Once it is checked anew, it has no record until it is decided again. */
function withoutBorrowedRecord(file: FileRow, to: FileState): FilePatch {
  return file.state === 'duplicate' && to !== 'duplicate' ? { recordId: null } : {};
}

export type PostponedChecks = ReturnType<typeof makePostponedChecks>;

/**
 * Files whose path shows something other than their row while their upload is under way, which alone decides about
 * them. As soon as it has ended, the disk counts again: they are checked once more.
 */
export function makePostponedChecks() {
  const waiting = new Set<number>();
  let due: FileRow[] = [];
  return {
    postpone: (fileId: number) => void waiting.add(fileId),
    moved(row: FileRow) {
      if (!isOnItsWay(row) && waiting.delete(row.id)) due.push(row);
    },
    /** Those whose upload has ended since the last call. */
    takeDue(): readonly FileRow[] {
      const taken = due;
      due = [];
      return taken;
    },
  };
}
