/**
 * The event log, read by window, latest first. Database triggers write it in the transaction of each event. This module
 * only reads, and never changes or drops an entry.
 */
import type Database from 'better-sqlite3';
import {
  folderPathIn,
  makePlaceSearch,
  wordConditions,
  wordValues,
} from '../files/place-search.ts';
import { makePrepareOnce } from '../prepare-once.ts';
import type { ChangeKind, ChangeState } from '../../../src-shared/model/changes/change.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { LogEntry } from '../../../src-shared/model/status/log-entry.ts';

/** An undefined field does not filter. */
export interface LogFilter {
  /** `done`: files that were finished; `files` and `changes`: only those. */
  readonly about?: 'done' | 'files' | 'changes' | undefined;
  /** Everything about one file, by the number of its row. */
  readonly fileId?: number | undefined;
  /** Words, each part of the name or of the file's subfolders, whatever the case of ASCII letters. */
  readonly text?: string | undefined;
  /** From then on. */
  readonly fromMs?: number | undefined;
  /** Before then. */
  readonly toMs?: number | undefined;
  /** Older than the entry of this number. */
  readonly beforeId?: number | undefined;
}

export interface LogWindow {
  readonly total: number;
  readonly entries: readonly LogEntry[];
}

export interface DoneInSpan {
  readonly files: number;
  readonly bytes: number;
}

interface Row {
  readonly id: number;
  readonly atMs: number;
  readonly subject: 'file' | 'change';
  readonly subjectId: number;
  readonly folderId: number | null;
  readonly name: string;
  readonly kind: ChangeKind | null;
  readonly state: string;
  readonly hold: HoldReason | null;
  readonly note: string | null;
  readonly sizeBytes: number | null;
  /** Null: not of a file that is still known. */
  readonly directory: string | null;
  readonly kindOfFolder: 'watched' | 'picked';
  readonly folder: string;
}

const COLUMNS = `id, at_ms AS atMs, subject, subject_id AS subjectId, folder_id AS folderId, name, kind, state, hold, note,
  size_bytes AS sizeBytes`;
/** Worded exactly like the partial index: SQLite uses the index only then. */
const IS_DONE = "subject = 'file' AND state IN ('notarized', 'duplicate')";
/** A second charge is an event of a file that was finished before. */
const IS_FINISHED = `${IS_DONE} AND note IS NULL`;
/** Named, because SQLite would rather start with the subject and then sort all there is. */
const DONE = 'event_log INDEXED BY event_log_done';

export function makeEventLog(db: Database.Database) {
  const prepare = makePrepareOnce<Values>(db);
  const places = makePlaceSearch(db);
  const doneBetween = db.prepare<[fromMs: number, toMs: number], DoneInSpan>(
    `SELECT count(*) AS files, ifnull(sum(size_bytes), 0) AS bytes FROM ${DONE}
     WHERE ${IS_FINISHED} AND at_ms >= ? AND at_ms < ?`,
  );

  return {
    range(filter: LogFilter, first: number, count: number): LogWindow {
      const words = filter.text === undefined ? [] : places.sought(filter.text);
      const where = conditionsOf(filter) + wordConditions(words, 'name', isOfFileIn);
      const values = { ...valuesOf(filter), ...wordValues(words) };
      // Finished files have an index by time, which is also their order; everything else is in the order of its
      // numbers.
      const order = filter.about === 'done' ? 'at_ms DESC, id DESC' : 'id DESC';
      const shown = filter.about === 'done' ? 'atMs DESC, id DESC' : 'id DESC';
      const from = filter.about === 'done' ? DONE : 'event_log';
      const total = prepare<{ total: number }>(
        `SELECT count(*) AS total FROM ${from} WHERE ${where}`,
      ).get(values);
      const rows = prepare<Row>(
        `SELECT e.*, d.path AS directory, o.kind AS kindOfFolder, o.path AS folder
         FROM (SELECT ${COLUMNS} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT @count OFFSET @first) e
         LEFT JOIN file f ON e.subject = 'file' AND f.id = e.subjectId
         LEFT JOIN directory d ON d.id = f.directory_id LEFT JOIN folder o ON o.id = f.folder_id
         ORDER BY e.${shown.replaceAll(', ', ', e.')}`,
      ).all({ ...values, first, count });
      return { total: total?.total ?? 0, entries: rows.map(read) };
    },

    /** How much was finished between each two neighbours of `edgesMs`, which rise. */
    done: (edgesMs: readonly number[]): readonly DoneInSpan[] =>
      edgesMs.slice(1).map((toMs, index) => doneBetween.get(edgesMs[index] ?? 0, toMs) ?? NOTHING),
  };
}

const isOfFileIn = (list: string) =>
  `(subject = 'file' AND subject_id IN (SELECT id FROM file WHERE directory_id IN ${list}))`;
const NOTHING: DoneInSpan = { files: 0, bytes: 0 };
type Values = Readonly<Record<string, string | number | null>>;

function conditionsOf({ about, fileId, fromMs, toMs, beforeId }: LogFilter): string {
  const parts = [
    about === 'done' ? [IS_FINISHED] : [],
    // `+`: the order of the numbers is wanted, not the index by subject.
    about === 'files' ? ["+subject = 'file'"] : [],
    about === 'changes' ? ["subject = 'change'"] : [],
    fileId === undefined ? [] : ["subject = 'file' AND subject_id = @fileId"],
    fromMs === undefined ? [] : ['at_ms >= @fromMs'],
    toMs === undefined ? [] : ['at_ms < @toMs'],
    beforeId === undefined ? [] : ['id < @beforeId'],
  ].flat();
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ');
}

function valuesOf({ fileId, fromMs, toMs, beforeId }: LogFilter): Values {
  return {
    fileId: fileId ?? null,
    fromMs: fromMs ?? null,
    toMs: toMs ?? null,
    beforeId: beforeId ?? null,
  };
}

function read(row: Row): LogEntry {
  const { id, atMs, note, name, kind } = row;
  const subjectId = String(row.subjectId);
  if (kind !== null) {
    const state = row.state as ChangeState['state'];
    return {
      id,
      atMs,
      note,
      subject: { kind: 'change', id: subjectId, name, change: kind, state },
    };
  }
  const { hold, sizeBytes, folderId, directory, kindOfFolder, folder } = row;
  const folderPath =
    directory === null ? null : folderPathIn({ kind: kindOfFolder, path: folder }, directory);
  const file = { name, folderPath, hold, folderId: String(folderId), sizeBytes: sizeBytes ?? 0 };
  const state = row.state as FileState;
  return { id, atMs, note, subject: { kind: 'file', id: subjectId, ...file, state } };
}
