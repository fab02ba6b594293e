/**
 * Stores new files whose bytes were read beforehand, all of a directory with a few statements: what the database does
 * for each statement is most of a first scan. Every method is part of the caller's transaction.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FilePatch, FileRow } from '../../db/files/file-repository.ts';
import type { NewFile } from '../../db/files/insert-files.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import type { SyncEvent } from '../common/ports.ts';
import type { ContentDestinations, Destination, FoundContent } from './route-content.ts';

/** Where new files lie. */
export interface NewDirectory {
  readonly folder: Folder;
  readonly directoryId: number;
  readonly directoryPath: string;
}

interface NewPlace extends NewDirectory {
  readonly name: string;
}

/** What the disk shows of it. */
export type NewFacts = Pick<FileRow, 'identity' | 'sizeBytes' | 'unchangedSinceMs'>;

/** A new row. */
interface Added extends Pick<FilePatch, 'dueAtMs' | 'message'> {
  readonly place: NewPlace;
  readonly facts: NewFacts;
  readonly state: FileState;
}

/** A new file whose bytes were read. */
export interface ReadFile extends Pick<FileRow, 'name' | 'identity' | 'sizeBytes'> {
  /** Of exactly the bytes with this identity. */
  readonly contentId: number;
}

export type NewFiles = ReturnType<typeof makeNewFiles>;

/** No row has this number: nothing was logged about it yet. */
const NO_ROW = 0;
/** States that are not logged: nobody would be notified of the steps that lead there. */
const UNTOLD: ReadonlySet<FileState> = new Set(['ready', 'checking']);

export function makeNewFiles(ports: {
  readonly state: Pick<State, 'files' | 'contents' | 'agreedFiles'>;
  readonly nowMs: () => number;
  readonly tell: (event: SyncEvent) => void;
  readonly destinations: Pick<ContentDestinations, 'destinationOf' | 'destinationsOfNew'>;
  /** Decides a new row whose content was just found. */
  readonly decide: (file: FileRow, found: FoundContent) => FileRow;
}) {
  const { nowMs, tell, destinations, decide } = ports;
  const { files, contents, agreedFiles } = ports.state;

  /** Returns its number. */
  function add({ place, facts, state, dueAtMs = null, message = null }: Added): number {
    const fileId = files.add({
      ...rowAt(place),
      name: place.name,
      state,
      ...facts,
      dueAtMs,
      message,
    });
    tell({ kind: 'moved', fileId, path: pathOf(place), state, hold: null });
    return fileId;
  }

  /** Files of one directory that have no row yet. They stood still when they were read. */
  function storeRead(directory: NewDirectory, read: readonly ReadFile[]): void {
    const known = contents.knownAmong(read.map(({ contentId }) => contentId));
    const isAnyAgreed = agreedFiles.hasAny(directory.folder.id);
    const unchangedSinceMs = nowMs();
    const { folderId, directoryId, isPicked } = rowAt(directory);
    const draft = (file: ReadFile) => draftOf(directory, file, unchangedSinceMs);
    const together: NewFile[] = [];
    let destinationOfNew: ReturnType<ContentDestinations['destinationsOfNew']> | null = null;
    for (const file of read) {
      const { name, identity, sizeBytes, contentId } = file;
      let destination: Destination | null;
      if (known.has(contentId)) destination = destinations.destinationOf(draft(file));
      else {
        destinationOfNew ??= destinations.destinationsOfNew(draft(file));
        destination = destinationOfNew({
          id: contentId,
          sizeBytes,
          platform: null,
          isDoubted: false,
        });
      }
      const isAgreed = isAnyAgreed && agreedFiles.of({ ...directory, name }) !== null; // its approval needs a row
      if (destination !== null && UNTOLD.has(destination.to) && !isAgreed) {
        const { dueAtMs = null, message = null, assignmentId = null } = destination.patch;
        together.push({
          folderId,
          directoryId,
          name,
          state: destination.to,
          sizeBytes,
          identity,
          unchangedSinceMs,
          dueAtMs,
          message,
          isPicked,
          contentId,
          assignmentId,
        });
        continue;
      }
      const facts = { identity, sizeBytes, unchangedSinceMs };
      const row = files.get(add({ place: { ...directory, name }, facts, state: 'discovered' }));
      if (row !== null) decide(row, { contentId, identity, sizeBytes });
      destinationOfNew = null; // another row may have left its record to this one
    }
    if (together.length > 0) addAll(together);
  }

  function addAll(rows: readonly NewFile[]): void {
    const firstId = files.addAll(rows);
    for (let first = 0, end = 0; first < rows.length; first = end) {
      const state = rows[first]?.state ?? 'discovered';
      while (rows[end]?.state === state) end += 1;
      tell({ kind: 'added', firstId: firstId + first, files: end - first, state });
    }
  }

  return { add, storeRead };
}

function rowAt({ folder, directoryId }: NewDirectory) {
  return { folderId: folder.id, directoryId, isPicked: folder.kind === 'picked' };
}

function pathOf({ folder, directoryPath, name }: NewPlace): string {
  return [folder.path, directoryPath, name].filter((part) => part !== '').join('/');
}

/** The row of a file that has none yet. */
function draftOf(
  { folder, directoryId, directoryPath }: NewDirectory,
  { name, identity, sizeBytes, contentId }: ReadFile,
  unchangedSinceMs: number,
): FileRow {
  return {
    id: NO_ROW,
    folderId: folder.id,
    directoryId,
    directoryPath,
    name,
    state: 'discovered',
    hold: null,
    message: null,
    sizeBytes,
    identity,
    unchangedSinceMs,
    dueAtMs: null,
    contentId,
    recordId: null,
    assignmentId: null,
    approvedContentId: null,
    isPicked: folder.kind === 'picked',
    changedAtMs: unchangedSinceMs,
  };
}
