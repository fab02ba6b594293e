/** Changes rows of files and announces it: location on disk, destination, and what is known about the file. */
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FilePatch, FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import { placeIn } from '../../platform/place.ts';
import type { Announce, SyncEvent } from '../common/ports.ts';

export type FileRows = ReturnType<typeof makeFileRows>;

export function makeFileRows(state: State, announce: Announce) {
  const { files, folders, assignments } = state;

  function move(file: FileRow, to: FileState, patch: FilePatch = {}): FileRow {
    const moved = files.move(file, to, { ...withoutBorrowedRecord(file, to), ...patch });
    const { hold } = moved;
    tell({ kind: 'moved', fileId: file.id, path: pathOf(moved), state: to, hold });
    return moved;
  }

  /** A change is announced once it is durable. */
  function tell(event: SyncEvent): void {
    state.afterCommit(() => announce(event));
  }

  /** The absolute path of a row. */
  function pathOf(file: FileRow): string {
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

  return { move, tell, pathOf, placeOf, assignmentOf };
}

/** A copy refers to another path's record. Once it is checked anew, it has no record until it is decided again. */
function withoutBorrowedRecord(file: FileRow, to: FileState): FilePatch {
  return file.state === 'duplicate' && to !== 'duplicate' ? { recordId: null } : {};
}
