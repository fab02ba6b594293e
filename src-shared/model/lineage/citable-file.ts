/** Files that another file can cite: on the service, or on this computer and still to be recorded. Pure. */
import type { FileState, HoldReason } from '../files/file-state.ts';
import { showsRecord, type FileHere } from './lineage.ts';
import { localFileId } from '../changes/local-id.ts';
import { stateOfWord, type PlatformRecord } from '../files/platform-file.ts';
import type { Visibility } from '../money/price.ts';

export interface CitableFile {
  /** The id used in a citation: the service's, or a local one. */
  readonly id: string;
  readonly name: string;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly fileType: string;
  /** Separated by commas. */
  readonly labels: string;
  /** Null for an undocumented value of the service. */
  readonly state: FileState | null;
  readonly hold: HoldReason | null;
  /** Of a `ready` file. */
  readonly isApproved?: boolean;
  readonly status: string | null;
  /** The folder of its copy on this computer; null when none is known. */
  readonly place: string | null;
}

/** A row of this computer, with its location. */
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

/**
 * Each file once: those that the service lists, with the location of their copy, and the rows that it does not know
 * yet.
 */
export function citableFiles(
  projectId: string,
  records: readonly PlatformRecord[],
  here: readonly CitableHere[],
): readonly CitableFile[] {
  const placeAt = new Map<string, string>();
  const waiting: CitableFile[] = [];
  const listed = new Set(records.map(keyOf));
  for (const row of here) {
    const key = keyOf({ ...row, fileId: row.fileId ?? '' });
    if (showsRecord(row) && listed.has(key)) placeAt.set(key, row.place);
    else if (!NOT_CITED.has(row.state)) waiting.push(citableRow(row));
  }
  const recorded = records.map((record) =>
    citableRecord(projectId, record, placeAt.get(keyOf(record)) ?? null),
  );
  return [...recorded.filter(({ state }) => state === null || !NOT_CITED.has(state)), ...waiting];
}

/** A file of the service, whatever has become of it. */
export function citableRecord(
  projectId: string,
  { fileId: id, name, visibility, fileType, labels, status }: PlatformRecord,
  place: string | null,
): CitableFile {
  const state = stateOfWord(status);
  return { id, name, projectId, visibility, fileType, labels, state, hold: null, status, place };
}

/** A row, by the id of its record or by its local id. */
export function citableRow(row: CitableHere): CitableFile {
  const { name, projectId, visibility, fileType, labels, state, hold, isApproved, place } = row;
  const approval = isApproved === undefined ? {} : { isApproved };
  const id = (showsRecord(row) ? row.fileId : null) ?? localFileId(row.localFileId);
  const destination = { id, name, projectId, visibility, fileType, labels };
  return { ...destination, state, hold, ...approval, status: null, place };
}

function keyOf({ visibility, fileId }: { visibility: Visibility; fileId: string }): string {
  return `${visibility}:${fileId}`;
}

/** Files whose name, labels, id or project contain every word of the text, ignoring case. */
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
