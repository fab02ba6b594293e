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
import { isDeepStrictEqual } from 'node:util';
import { inodeKey, isRenamed } from '../../platform/disk/file-identity.ts';
import type { ApprovalKind, Passes } from '../../../src-shared/model/money/spend-limits.ts';

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

interface Choice {
  readonly file: FileRow;
  /** Where it would have gone, which decides its price. */
  readonly assignment: Assignment;
  readonly given: ReadonlySet<ApprovalKind>;
  readonly passes: Passes;
  readonly isStopped: boolean;
}

type SeenFile = Pick<FileRow, 'folderId' | 'identity' | 'contentId'>;

/** In memory; of more, the oldest ask again. */
const MOST_CHOICES = 10_000;

export type VanishedChoices = ReturnType<typeof makeVanishedChoices>;

/**
 * What a person chose for files whose name vanished before anything was sent: approvals, or that an upload was stopped. The
 * same file under another name, with the same bytes for the same destination and price, takes it over; it may be read later,
 * so it is kept for as long as the program runs.
 */
export function makeVanishedChoices(
  { approvals, queueChoices }: Pick<State, 'approvals' | 'queueChoices'>,
  nowMs: () => number,
  assignmentOf: (file: FileRow) => Assignment,
) {
  /** By inode. */
  const choices = new Map<string, Choice>();

  function chosenFor(file: SeenFile): Choice | null {
    const inode = choices.size === 0 ? null : inodeKey(file.identity);
    const choice = inode === null ? undefined : choices.get(inode);
    const isIt =
      choice !== undefined &&
      choice.file.folderId === file.folderId &&
      choice.file.contentId === file.contentId &&
      isRenamed(choice.file.identity, file.identity);
    return isIt ? choice : null;
  }

  function mayHave({ assignment }: Choice, heir: FileRow): boolean {
    return isDeepStrictEqual(assignment, assignmentOf(heir));
  }

  function give({ file: { contentId }, given, passes, isStopped }: Choice, to: FileRow): void {
    if (contentId === null) return;
    for (const what of given) {
      const approval = { fileId: to.id, what, contentId, givenAtMs: nowMs() };
      approvals.give(what === 'budget' ? { ...approval, passes } : approval);
    }
    if (isStopped) queueChoices.stop(to.id, contentId);
  }

  return {
    /**
     * Its name is gone, and nothing of it was sent. `heirs`: rows that are the same file under another name. Returns the one for
     * which something is chosen now.
     */
    vanished(file: FileRow, heirs: readonly FileRow[]): FileRow | null {
      const { id, contentId, identity } = file;
      const inode = inodeKey(identity);
      if (contentId === null || inode === null) return null;
      const given = approvals.of(id, contentId);
      const isStopped = queueChoices.of(id).stoppedContentId === contentId;
      if (given.size === 0 && !isStopped) return null;
      const passes = approvals.passes(id, contentId);
      const choice = { file, assignment: assignmentOf(file), given, passes, isStopped };
      const heir = heirs.find((each) => mayHave(choice, each));
      if (heir !== undefined) {
        give(choice, heir);
        return heir;
      }
      const [oldest] = choices.keys();
      if (choices.size === MOST_CHOICES && oldest !== undefined) choices.delete(oldest);
      choices.set(inode, choice);
      return null;
    },

    /**
     * Forgets approvals that were kept: of these files under their former names, or all (null). Returns how many. What was
     * stopped stays stopped.
     */
    takeBack(rows: readonly FileRow[] | null): number {
      const keys = rows?.map(({ identity }) => inodeKey(identity)) ?? [...choices.keys()];
      let takenBack = 0;
      for (const key of new Set(keys)) {
        const choice = key === null ? undefined : choices.get(key);
        if (key === null || choice === undefined || choice.given.size === 0) continue;
        takenBack += 1;
        if (choice.isStopped) choices.set(key, { ...choice, given: new Set() });
        else choices.delete(key);
      }
      return takenBack;
    },

    /** Whether something was chosen for a file, which has no row yet, under a former name. */
    isChosen: (file: SeenFile): boolean => chosenFor(file) !== null,

    /** A file was read: what was chosen for it under a former name holds under this one. */
    takeOver(file: FileRow): void {
      const choice = chosenFor(file);
      if (choice === null) return;
      if (mayHave(choice, file)) give(choice, file);
      choices.delete(inodeKey(file.identity) ?? '');
    },
  };
}
