/** Files that another file can cite: on the service, or on this computer and still to be recorded. Pure. */
import type { FileState } from './file-state.ts';
import { showsRecord, type FileHere } from './lineage.ts';
import { localFileId } from './local-id.ts';
import { stateOfWord, type PlatformRecord } from './platform-file.ts';
import type { Visibility } from './price.ts';

export interface CitableFile {
  /** What a citation says: the service's id, or a stand-in of this computer. */
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly fileType: string;
  /** Separated by commas. */
  readonly labels: string;
  /** Null for a word of the service that is not documented. */
  readonly state: FileState | null;
  readonly status: string | null;
  /** Folder that its copy on this computer lies in; null when none is known. */
  readonly place: string | null;
}

/** A row of this computer, with where it lies. */
export interface CitableHere extends FileHere {
  readonly place: string;
}

/** Nobody should begin to cite these. */
const NOT_CITED: ReadonlySet<FileState> = new Set([
  'deleted',
  'deleting',
  'record_error',
  'ignored',
  'missing',
  'remote_only',
  'unreadable',
  'duplicate',
]);

/** Each file once: what the service lists, with where its copy lies, and the rows that it does not know yet. */
export function citableFiles(
  projectId: string,
  records: readonly PlatformRecord[],
  here: readonly CitableHere[],
): readonly CitableFile[] {
  const placeAt = new Map<string, string>();
  const waiting: CitableFile[] = [];
  const listed = new Set(records.map(keyOf));
  for (const row of here) {
    const isRecord = showsRecord(row);
    if (isRecord && listed.has(keyOf({ ...row, fileId: row.fileId ?? '' }))) {
      placeAt.set(keyOf({ ...row, fileId: row.fileId ?? '' }), row.place);
    } else if (!NOT_CITED.has(row.state)) {
      const { name, visibility, fileType, labels, state, place } = row;
      const id = (isRecord ? row.fileId : null) ?? localFileId(row.localFileId);
      const facts = { name, visibility, fileType, labels, state, place, status: null };
      waiting.push({ ...facts, id, projectId: row.projectId });
    }
  }
  const recorded = records.flatMap((record): readonly CitableFile[] => {
    const { fileId: id, name, visibility, fileType, labels, status } = record;
    const state = stateOfWord(status);
    if (state !== null && NOT_CITED.has(state)) return [];
    const place = placeAt.get(keyOf(record)) ?? null;
    return [{ id, name, projectId, visibility, fileType, labels, state, status, place }];
  });
  return [...recorded, ...waiting];
}

function keyOf({ visibility, fileId }: { visibility: Visibility; fileId: string }): string {
  return `${visibility}:${fileId}`;
}

/** Those that have every word of the text in their name, labels, id or project, whatever the case. */
export function findCitable(
  files: readonly CitableFile[],
  text: string,
  projectName: (projectId: string) => string,
): readonly CitableFile[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return files;
  return files.filter(({ name, labels, id, projectId }) => {
    const said = [name, labels, id, projectName(projectId)].join('\n').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}
