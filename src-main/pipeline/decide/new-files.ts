/**
 * Stores new files whose bytes were read beforehand, all of a directory with a few statements: what the database does
 * for each statement is most of a first scan. Every method is part of the caller's transaction.
 */
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FilePatch, FileRow, NewFile } from '../../db/files/file-repository.ts';
import type { Folder } from '../../db/files/folder-repository.ts';
import type { State } from '../../db/state.ts';
import type { SyncEvent } from '../common/ports.ts';
import type { ContentDestinations, FoundContent } from './route-content.ts';

/** Where a new file lies. */
export interface NewPlace {
  readonly folder: Folder;
  readonly directoryId: number;
  readonly directoryPath: string;
  readonly name: string;
}

/** What the disk shows of it. */
export type NewFacts = Pick<FileRow, 'identity' | 'sizeBytes' | 'unchangedSinceMs'>;

/** A new row. */
export interface Added extends Pick<
  FilePatch,
  'dueAtMs' | 'message' | 'contentId' | 'assignmentId'
> {
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
  readonly tell: (...events: readonly SyncEvent[]) => void;
  readonly destinations: Pick<ContentDestinations, 'destinationOf' | 'destinationsOfNew'>;
  /** Decides a new row whose content was just found. */
  readonly decide: (file: FileRow, found: FoundContent) => FileRow;
}) {
  const { nowMs, tell, destinations, decide } = ports;
  const { files, contents, agreedFiles } = ports.state;

  /** Returns the number of the first. */
  function add(...added: readonly Added[]): number {
    const firstId = files.addAll(added.map(rowOf));
    const moved = ({ place, state }: Added, index: number) =>
      ({ kind: 'moved', fileId: firstId + index, path: pathOf(place), state, hold: null }) as const;
    tell(...added.map(moved));
    return firstId;
  }

  /** Files of one directory that have no row yet. They stood still when they were read. */
  function storeRead(directory: Omit<NewPlace, 'name'>, read: readonly ReadFile[]): void {
    const known = contents.knownAmong(read.map(({ contentId }) => contentId));
    const isAnyAgreed = agreedFiles.hasAny(directory.folder.id);
    const unchangedSinceMs = nowMs();
    const together: Added[] = [];
    let ofNew: ReturnType<ContentDestinations['destinationsOfNew']> | null = null;
    for (const { name, identity, sizeBytes, contentId } of read) {
      const place = { ...directory, name };
      const facts = { identity, sizeBytes, unchangedSinceMs };
      const draft = draftOf(place, facts, contentId);
      const destination = known.has(contentId)
        ? destinations.destinationOf(draft)
        : (ofNew ??= destinations.destinationsOfNew(draft))(draft, {
            id: contentId,
            sizeBytes,
            platform: null,
          });
      const isAgreed = isAnyAgreed && agreedFiles.of(draft) !== null; // its approval needs a row
      if (destination !== null && UNTOLD.has(destination.to) && !isAgreed) {
        together.push({ place, facts, state: destination.to, ...destination.patch, contentId });
        continue;
      }
      const row = files.get(add({ place, facts, state: 'discovered' }));
      if (row !== null) decide(row, { contentId, identity, sizeBytes });
      ofNew = null; // another row may have left its record to this one
    }
    if (together.length > 0) add(...together);
  }

  return { add, storeRead };
}

function rowOf({ place, facts, state, ...patch }: Added): NewFile {
  const { folder, directoryId, name } = place;
  const { dueAtMs = null, message = null, contentId = null, assignmentId = null } = patch;
  const isPicked = folder.kind === 'picked';
  const own = { dueAtMs, message, contentId, assignmentId, isPicked };
  return { folderId: folder.id, directoryId, name, state, ...facts, ...own };
}

function pathOf({ folder, directoryPath, name }: NewPlace): string {
  return [folder.path, directoryPath, name].filter((part) => part !== '').join('/');
}

/** The row of a file that has none yet. */
function draftOf(place: NewPlace, facts: NewFacts, contentId: number): FileRow {
  const { folder, directoryId, directoryPath, name } = place;
  return {
    id: NO_ROW,
    folderId: folder.id,
    directoryId,
    directoryPath,
    name,
    state: 'discovered',
    hold: null,
    message: null,
    ...facts,
    dueAtMs: null,
    contentId,
    recordId: null,
    assignmentId: null,
    approvedContentId: null,
    isPicked: folder.kind === 'picked',
    changedAtMs: facts.unchangedSinceMs,
  };
}
