/** Which files a run or a query covers, and how many there are in each state. */
import {
  type FileState,
  type HoldReason,
  FILE_STATES,
} from '../../../src-shared/model/files/file-state.ts';
import type Database from 'better-sqlite3';

/** Which files a run covers. */
export interface FileScope {
  readonly folderId?: number | undefined;
  readonly fileIds?: readonly number[] | undefined;
}

export const ALL_FILES: FileScope = {};

export interface FileFilter extends FileScope {
  readonly projectId?: string | undefined;
  readonly states?: readonly FileState[] | undefined;
}

export interface FileCount {
  readonly folderId: number;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  readonly files: number;
  readonly bytes: number;
}

/** Ready files of one folder whose content has an approval. */
export interface ApprovedCount extends Pick<FileCount, 'folderId' | 'files' | 'bytes'> {
  /** Of their own assignment; null: they have that of their folder. */
  readonly projectId: string | null;
}

export function scopeParameters({ folderId, fileIds }: FileScope) {
  const ids = fileIds === undefined ? null : JSON.stringify(fileIds);
  return [folderId ?? null, folderId ?? null, ids, ids] as const;
}

/** States in which files wait for a stage; the index `file_in_line` names the same. */
export type LineState = Extract<FileState, 'discovered' | 'settling' | 'checking'>;

/** Of a new file until it is sent, also of one that cannot be read or sent for now. */
export const UNSENT_STATES = [
  'discovered',
  'settling',
  'hashing',
  'checking',
  'ready',
  'held',
  'failed',
  'unreadable',
] as const satisfies readonly FileState[];

const NOT_THERE: ReadonlySet<FileState> = new Set(['ignored', 'missing', 'remote_only', 'deleted']);
const THERE = JSON.stringify(FILE_STATES.filter((state) => !NOT_THERE.has(state)));

export interface ProjectFileCount extends FileCount {
  readonly projectId: string;
}

export interface LatestFile {
  readonly name: string;
  readonly savedAtMs: number;
}

/** Counts that the counters of folders and states do not have, and the latest file of a folder. Read-only. */
export function makeFileCountRepository(db: Database.Database) {
  const selectOwn = db.prepare<[], ProjectFileCount>(
    `SELECT a.project_id AS projectId, f.folder_id AS folderId, f.state, f.hold, count(*) AS files,
       sum(f.size_bytes) AS bytes
     FROM file f JOIN assignment a ON a.id = f.assignment_id
     WHERE f.assignment_id IS NOT NULL GROUP BY 1, 2, 3, 4`,
  );
  // One seek for each state: no list of files is read for it.
  const selectLatest = db.prepare<[states: string, folderId: number], LatestFile>(
    `SELECT name, unchanged_since_ms AS savedAtMs FROM file WHERE id = (
       SELECT max((SELECT max(id) FROM file WHERE folder_id = o.id AND state = s.value))
       FROM json_each(?) s CROSS JOIN (SELECT ? AS id) o)`,
  );
  return {
    /** Of files with an assignment of their own, by its project: those added by hand, and some of watched folders. */
    withOwnAssignment: (): readonly ProjectFileCount[] => selectOwn.all(),
    /** The file that came last, of those that are there and wanted; null: there is none. */
    latestIn: (folderId: number): LatestFile | null => selectLatest.get(THERE, folderId) ?? null,
  };
}
