/**
 * The event log, read by window, latest first, and its lines: History as a story. Database triggers write both in the
 * transaction of each event. This module reads them, says which events a move was, and never drops an entry.
 */
import type Database from 'better-sqlite3';
import {
  folderPathIn,
  makePlaceSearch,
  type SoughtWord,
  wordConditions,
  wordValues,
} from '../files/place-search.ts';
import { makePrepareOnce } from '../transactions.ts';
import type { ChangeKind, ChangeState } from '../../../src-shared/model/changes/change.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { LogEntry } from '../../../src-shared/model/status/log-entry.ts';
import {
  type Happening,
  WHOLE_HAPPENINGS,
  type WholeHappening,
  type HistoryLine,
  moveBetween,
  type NamedPlace,
  readMovedFrom,
  writeMovedFrom,
} from '../../../src-shared/model/status/history-line.ts';
import { lastPart } from '../../../src-shared/model/files/folder-path.ts';
import { HOUR_MS } from '../../../src-shared/model/text/time.ts';
import type { FileRow } from '../files/file-repository.ts';

/** An undefined field does not filter. */
export interface LogFilter {
  /** `done`: files that were finished; `files` and `changes`: only those. */
  readonly about?: 'done' | 'files' | 'changes' | undefined;
  /** Everything about one file, by the number of its row. */
  readonly fileId?: number | undefined;
  /** What one line of the story tells. */
  readonly lineId?: number | undefined;
  /** Words, each part of the name or of the file's subfolders, whatever the case of ASCII letters. */
  readonly text?: string | undefined;
  /** From then on. */
  readonly fromMs?: number | undefined;
  /** Before then. */
  readonly toMs?: number | undefined;
  /** Older than the entry of this number. */
  readonly beforeId?: number | undefined;
}

/** An undefined field does not filter. */
export interface LineFilter extends Pick<LogFilter, 'about' | 'text' | 'fromMs' | 'toMs'> {
  /** Those of them that are there. */
  readonly lineIds?: readonly number[] | undefined;
}

export interface LineWindow {
  readonly total: number;
  readonly lines: readonly HistoryLine[];
}

export interface LogWindow {
  readonly total: number;
  readonly entries: readonly LogEntry[];
}

export interface DoneInSpan {
  readonly files: number;
  readonly bytes: number;
}

interface LineRow extends Omit<HistoryLine, 'what' | 'latest' | 'isAtMost'> {
  readonly what: string;
  readonly isAtMost: 0 | 1;
  readonly latestId: number | null;
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

/** A watched folder that was pointed to another path. */
interface FolderMove {
  /** Of the latest entry by then. */
  readonly lastId: number;
  readonly from: string;
  readonly to: string;
}

const COLUMNS = `id, at_ms AS atMs, subject, subject_id AS subjectId, folder_id AS folderId, name, kind, state, hold, note,
  size_bytes AS sizeBytes`;
/** Of no file. */
const OF_NO_FILE = ['reserve', 'month-limit', 'folder-budget', ...WHOLE_HAPPENINGS]
  .map((what) => `'${what}'`)
  .join(', ');
/** Of lines that no entry made. */
const WITHOUT_ENTRIES = `('folder-moved', 'approved', 'approval-withdrawn', ${OF_NO_FILE})`;
/** Worded exactly like the partial index: SQLite uses the index only then. */
const IS_DONE = "subject = 'file' AND state IN ('notarized', 'duplicate')";
/** A second charge, a new name, or a return is an event of a file that was finished before. */
const FINISHED = "('notarized', 'copied', 'duplicate')";
const IS_FINISHED = `${IS_DONE} AND what IN ${FINISHED}`;
/** Named, because SQLite would rather start with the subject and then sort all there is. */
const DONE = 'event_log INDEXED BY event_log_done';

/** So long what happens in one way is one story, and a file that is missed and found elsewhere was moved. */
const SAME_STORY_MS = HOUR_MS; // as the triggers of migration 500 have it

const LINE_COLUMNS = `l.id, l.what, l.began_at_ms AS beganAtMs, l.at_ms AS atMs, l.files, l.credits, l.is_at_most AS isAtMost,
  l.from_place AS "from", l.to_place AS "to"`;

/** That it has other bytes now is the news, wherever it lies: the certificate is not of these. */
const CHANGED = { what: 'changed', from: null, to: null };

export function makeEventLog(db: Database.Database, nowMs: () => number) {
  const prepare = makePrepareOnce<Values>(db);
  const places = makePlaceSearch(db);
  const doneBetween = db.prepare<[fromMs: number, toMs: number], DoneInSpan>(
    `SELECT count(*) AS files, ifnull(sum(size_bytes), 0) AS bytes FROM ${DONE}
     WHERE ${IS_FINISHED} AND at_ms >= ? AND at_ms < ?`,
  );

  const selectFolder = db.prepare<[id: number], { kind: 'watched' | 'picked'; path: string }>(
    'SELECT kind, path FROM folder WHERE id = ?',
  );
  const selectLatest = db.prepare<[fileId: number], { id: number; state: string; atMs: number }>(
    `SELECT id, state, at_ms AS atMs FROM event_log
     WHERE subject = 'file' AND subject_id = ? ORDER BY id DESC LIMIT 1`,
  );
  /** What the scan saw of the same bytes right before. */
  const untell = db.prepare(
    `UPDATE event_log SET what = NULL, credits = NULL WHERE subject = 'file' AND subject_id IN (@goneId, @fileId)
       AND id <> @id AND content_id IS @contentId AND at_ms >= @fromMs
       AND what IN ('missing', 'copied', 'duplicate', 'restored', 'changed')`,
  );
  const hasBeenCopy = db
    .prepare<{ fileId: number; fromMs: number }, number>(
      `SELECT 1 FROM event_log WHERE subject = 'file' AND subject_id = @fileId AND state = 'duplicate' AND at_ms < @fromMs
     LIMIT 1`,
    )
    .pluck();
  const tell = db.prepare(
    `UPDATE event_log SET note = @note, from_place = @from, to_place = @to, credits = NULL, is_at_most = 0, what = @what
     WHERE id = @id`,
  );
  const hasBeenNotarized = db
    .prepare<{ goneId: number; contentId: number | null }, number>(
      `SELECT 1 FROM event_log WHERE subject = 'file' AND subject_id = @goneId AND content_id IS @contentId
       AND state IN ('notarized', 'duplicate') LIMIT 1`,
    )
    .pluck();
  /** Of the upload that made this record. */
  const selectCharge = db.prepare<[recordId: number], { credits: number; isAtMost: 0 | 1 }>(
    `SELECT credits, is_at_most AS isAtMost FROM paid_upload WHERE record_id = ?
     ORDER BY created_at_ms DESC LIMIT 1`,
  );
  const tellPaid = db.prepare(
    `UPDATE event_log SET credits = @credits, is_at_most = @isAtMost, what = 'notarized' WHERE id = @id`,
  );
  const selectRecordContent = db
    .prepare<[recordId: number], number>('SELECT content_id FROM record WHERE id = ?')
    .pluck();
  /**
   * The row is about to go, its history is that of the file. What the scan saw of it before is told by neither; in a line that
   * tells the other already, the file would count once and be told twice.
   */
  const inherit = db.prepare(
    `UPDATE event_log SET subject_id = @fileId WHERE subject = 'file' AND subject_id = @goneId
       AND (what IS NOT NULL OR state NOT IN ('missing', 'duplicate', 'changed'))
       AND NOT EXISTS (SELECT 1 FROM event_log o
         WHERE o.subject = 'file' AND o.subject_id = @fileId AND o.line_id = event_log.line_id)`,
  );
  const insertEntry = db.prepare(
    `INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, size_bytes, content_id)
     VALUES (@atMs, 'file', @id, @folderId, @name, @state, @sizeBytes, @contentId)`,
  );
  const insertMoved = db.prepare(
    `INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, note, size_bytes, content_id, from_place, to_place)
     SELECT @atMs, 'file', id, folder_id, name, state,
       json_object('movedFrom', json_object('folderPath', @fromPath, 'name', name)), size_bytes, content_id, @from, @to
     FROM file WHERE directory_id = @directoryId AND record_id IS NOT NULL AND state <> 'duplicate'`,
  );
  const insertFolderMoved = db.prepare(
    `INSERT INTO event_line (what, from_place, to_place, last_id, began_at_ms, at_ms, files, credits, is_at_most)
     SELECT 'folder-moved', @from, @to, (SELECT ifnull(max(id), 0) FROM event_log), @atMs, @atMs,
       ifnull((SELECT sum(files) FROM file_count WHERE folder_id = @folderId), 0), 0, 0`,
  );
  const insertDecision = db.prepare(
    `INSERT INTO event_line (what, from_place, to_place, last_id, began_at_ms, at_ms, files, credits, is_at_most)
     VALUES (@what, @from, @to, (SELECT ifnull(max(id), 0) FROM event_log), @atMs, @atMs, @files, @credits, 1)`,
  );
  const isLatestAway = `id = (SELECT max(id) FROM event_line WHERE what = 'service-away')`;
  const continueAway = db.prepare(
    `UPDATE event_line SET to_place = NULL, at_ms = @atMs, files = files + (to_place IS NOT NULL),
       last_id = (SELECT ifnull(max(id), 0) FROM event_log)
     WHERE ${isLatestAway} AND began_at_ms BETWEEN @fromMs AND @atMs`,
  );
  const endAway = db.prepare(
    `UPDATE event_line SET to_place = 'back', at_ms = max(at_ms, @atMs),
       last_id = (SELECT ifnull(max(id), 0) FROM event_log)
     WHERE ${isLatestAway} AND to_place IS NULL`,
  );
  const entriesOf = db.prepare<[ids: string], Row>(
    `SELECT e.*, d.path AS directory, o.kind AS kindOfFolder, o.path AS folder
     FROM (SELECT ${COLUMNS} FROM event_log WHERE id IN (SELECT value FROM json_each(?))) e ${PLACES}`,
  );

  /** How its file was moved next. */
  const selectNextMove = db.prepare<[fileId: number, id: number], { id: number; note: string }>(
    `SELECT id, note FROM event_log WHERE subject = 'file' AND subject_id = ? AND id > ?
       AND substr(note, 1, 13) = '{"movedFrom":' ORDER BY id LIMIT 1`,
  );
  const selectFolderMoves = db.prepare<[], FolderMove>(
    `SELECT last_id AS lastId, from_place AS "from", to_place AS "to" FROM event_line
     WHERE what = 'folder-moved' ORDER BY id DESC`,
  );

  /** Entries as they were written: each file at the place that it had then, however it was moved since. */
  function readAll(rows: readonly Row[]): readonly LogEntry[] {
    const moves = selectFolderMoves.all();
    return rows.map((row) => read(row, row.kind === null ? placeThen(row, moves) : null));
  }

  /** Null: the file is not known any more. */
  function placeThen(row: Row, moves: readonly FolderMove[]): string | null {
    const next = selectNextMove.get(row.subjectId, row.id);
    const left = readMovedFrom(next?.note ?? null);
    if (left === null || next === undefined) {
      const { directory, kindOfFolder: kind, folder } = row;
      if (directory === null) return null;
      return folderPathIn({ kind, path: pathAt(folder, row.id, moves) }, directory);
    }
    const folder = row.folderId === null ? undefined : selectFolder.get(row.folderId);
    if (folder?.kind !== 'watched') return left.folderPath;
    // Its folder may have had another name still, which is the first part of what is told of it.
    const [by, then] = [next.id, row.id].map((id) => lastPart(pathAt(folder.path, id, moves)));
    const [first, ...rest] = left.folderPath.split('/');
    return first === by && then !== undefined ? [then, ...rest].join('/') : left.folderPath;
  }

  /** Where a row lies, for a person. */
  function placeOf({
    folderId,
    directoryPath,
    name,
  }: Pick<FileRow, 'folderId' | 'directoryPath' | 'name'>): NamedPlace {
    const folder = selectFolder.get(folderId);
    if (folder === undefined) throw new Error(`no folder ${folderId}`);
    return { folderPath: folderPathIn(folder, directoryPath), name };
  }

  return {
    /** The lines of the story, that with the latest entry first. */
    lines(filter: LineFilter, first: number, count: number): LineWindow {
      const words = filter.text === undefined ? [] : places.sought(filter.text);
      const where = lineConditionsOf(filter) + entryConditions(words);
      const ids = filter.lineIds === undefined ? null : JSON.stringify(filter.lineIds);
      const values = { ...valuesOf(filter), ids, ...wordValues(words) };
      const total = prepare<{ total: number }>(
        `SELECT count(*) AS total FROM event_line l WHERE ${where}`,
      ).get(values);
      const rows = prepare<LineRow>(
        `SELECT ${LINE_COLUMNS}, CASE WHEN l.what NOT IN ${WITHOUT_ENTRIES} THEN l.last_id END AS latestId,
           CASE WHEN l.what = 'copied' AND l.files = 1 THEN (
             SELECT r.name FROM event_log e JOIN file f ON f.id = e.subject_id JOIN record r ON r.id = f.record_id
             WHERE e.id = l.last_id) END AS original
         FROM event_line l WHERE ${where} ORDER BY l.last_id DESC, l.id DESC LIMIT @count OFFSET @first`,
      ).all({ ...values, first, count });
      const latest = new Map(
        readAll(entriesOf.all(JSON.stringify(rows.flatMap(({ latestId }) => latestId ?? [])))).map(
          (entry) => [entry.id, entry] as const,
        ),
      );
      return { total: total?.total ?? 0, lines: rows.map((row) => readLine(row, latest)) };
    },

    /**
     * `file` is what `gone` was, whose row is about to go: it was renamed or moved, or had been a copy of it for long. Part of the
     * transaction in which `file` came to show the record.
     */
    tellMove(gone: FileRow, file: FileRow): void {
      const latest = selectLatest.get(file.id);
      const isNew = latest?.state === file.state && latest.atMs === file.changedAtMs;
      const id = isNew
        ? latest.id
        : Number(insertEntry.run({ ...file, atMs: nowMs() }).lastInsertRowid);
      const fromMs = nowMs() - SAME_STORY_MS;
      const [from, to] = [placeOf(gone), placeOf(file)];
      const wasCopy = hasBeenCopy.get({ fileId: file.id, fromMs }) !== undefined;
      const told = wasCopy ? { what: 'left-to-copy', from: null, to: null } : moveBetween(from, to);
      const { contentId, recordId } = file;
      untell.run({ goneId: gone.id, fileId: file.id, id, contentId, fromMs });
      const isProven = file.state === 'notarized' && recordId !== null;
      const isNews = isProven && hasBeenNotarized.get({ goneId: gone.id, contentId }) === undefined;
      // It got its name while it was sent: its proof is the news, and what that cost.
      const paid = isNews ? selectCharge.get(recordId) : undefined;
      const isOther = recordId !== null && selectRecordContent.get(recordId) !== contentId;
      if (paid !== undefined) tellPaid.run({ id, ...paid });
      else tell.run({ id, note: writeMovedFrom(from), ...(isOther ? CHANGED : told) });
      inherit.run({ goneId: gone.id, fileId: file.id });
    },

    /** A directory lies elsewhere in its folder. Told of its files that show a record, as by `tellMove`. */
    tellDirectoryMoved(folderId: number, directoryId: number, from: string, to: string): void {
      const [one, other] = [from, to].map((directoryPath) =>
        placeOf({ folderId, directoryPath, name: '' }),
      ) as [NamedPlace, NamedPlace];
      const told = moveBetween(one, other);
      insertMoved.run({
        directoryId,
        atMs: nowMs(),
        fromPath: one.folderPath,
        from: told.from,
        to: told.to,
      });
    },

    /** Both places are paths of a watched folder. */
    tellFolderMoved(folderId: number, from: string, to: string): void {
      insertFolderMoved.run({ folderId, from, to, atMs: nowMs() });
    },

    /** Files that a person approved together, or took back, and what they cost at most. None: nothing is told. */
    tellDecided(what: 'approved' | 'approval-withdrawn', files: number, credits: number): void {
      if (files === 0) return;
      insertDecision.run({ what, from: null, to: null, atMs: nowMs(), files, credits });
    },

    /** `from`, `to`: as in a `HistoryLine`. */
    tellLimit(
      what: 'reserve' | 'month-limit' | 'folder-budget',
      from: string | null,
      to: number | null,
    ): void {
      const value = to === null ? null : String(to);
      insertDecision.run({ what, from, to: value, atMs: nowMs(), files: 0, credits: 0 });
    },

    tellDone(what: WholeHappening): void {
      insertDecision.run({ what, from: null, to: null, atMs: nowMs(), files: 0, credits: 0 });
    },

    /** The service could not be reached. One that follows within an hour of the begin of another is told with it. */
    tellAway(): void {
      const atMs = nowMs();
      if (continueAway.run({ atMs, fromMs: atMs - HOUR_MS }).changes > 0) return;
      insertDecision.run({
        what: 'service-away',
        from: null,
        to: null,
        atMs,
        files: 1,
        credits: 0,
      });
    },

    tellBack(): void {
      endAway.run({ atMs: nowMs() });
    },

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
         FROM (SELECT ${COLUMNS} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT @count OFFSET @first) e ${PLACES}
         ORDER BY e.${shown.replaceAll(', ', ', e.')}`,
      ).all({ ...values, first, count });
      return { total: total?.total ?? 0, entries: readAll(rows) };
    },

    /** How much was finished between each two neighbours of `edgesMs`, which rise. */
    done: (edgesMs: readonly number[]): readonly DoneInSpan[] =>
      edgesMs.slice(1).map((toMs, index) => doneBetween.get(edgesMs[index] ?? 0, toMs) ?? NOTHING),
  };
}

const PLACES = `LEFT JOIN file f ON e.subject = 'file' AND f.id = e.subjectId
  LEFT JOIN directory d ON d.id = f.directory_id LEFT JOIN folder o ON o.id = f.folder_id`;

const isOfFileIn = (list: string) =>
  `(subject = 'file' AND subject_id IN (SELECT id FROM file WHERE directory_id IN ${list}))`;
const NOTHING: DoneInSpan = { files: 0, bytes: 0 };
type Values = Readonly<Record<string, string | number | null>>;

/** Lines that have an entry with all words. */
function entryConditions(words: readonly SoughtWord[]): string {
  if (words.length === 0) return '';
  const fits = wordConditions(words, 'name', isOfFileIn);
  return ` AND l.id IN (SELECT line_id FROM event_log WHERE line_id IS NOT NULL${fits})`;
}

function lineConditionsOf({ about, fromMs, toMs, lineIds }: LineFilter): string {
  const parts = [
    about === 'done' ? [`l.what IN ${FINISHED}`] : [],
    about === 'files' ? [`l.what NOT LIKE 'change/%' AND l.what NOT IN (${OF_NO_FILE})`] : [],
    about === 'changes' ? ["l.what LIKE 'change/%'"] : [],
    lineIds === undefined ? [] : ['l.id IN (SELECT value FROM json_each(@ids))'],
    fromMs === undefined ? [] : ['l.at_ms >= @fromMs'],
    toMs === undefined ? [] : ['l.began_at_ms < @toMs'],
  ].flat();
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ');
}

function conditionsOf({ about, fileId, lineId, fromMs, toMs, beforeId }: LogFilter): string {
  const parts = [
    about === 'done' ? [IS_FINISHED] : [],
    // `+`: the order of the numbers is wanted, not the index by subject.
    about === 'files' ? ["+subject = 'file'"] : [],
    about === 'changes' ? ["subject = 'change'"] : [],
    fileId === undefined ? [] : ["subject = 'file' AND subject_id = @fileId"],
    lineId === undefined ? [] : ['line_id = @lineId'],
    fromMs === undefined ? [] : ['at_ms >= @fromMs'],
    toMs === undefined ? [] : ['at_ms < @toMs'],
    beforeId === undefined ? [] : ['id < @beforeId'],
  ].flat();
  return parts.length === 0 ? 'TRUE' : parts.join(' AND ');
}

function valuesOf({ fileId, lineId, fromMs, toMs, beforeId }: LogFilter): Values {
  return {
    fileId: fileId ?? null,
    lineId: lineId ?? null,
    fromMs: fromMs ?? null,
    toMs: toMs ?? null,
    beforeId: beforeId ?? null,
  };
}

/** `latest`: the latest entries of these lines. */
function readLine(row: LineRow, latest: ReadonlyMap<number, LogEntry>): HistoryLine {
  const { latestId, what, isAtMost, ...line } = row;
  const [happening = ''] = what.split('/');
  return {
    ...line,
    what: happening as Happening,
    isAtMost: isAtMost === 1,
    latest: latestId === null ? null : (latest.get(latestId) ?? null),
  };
}

/** The path that a watched folder had when this entry was written. */
function pathAt(path: string, id: number, moves: readonly FolderMove[]): string {
  return moves.reduce(
    (now, { lastId, from, to }) => (to === now && lastId >= id ? from : now),
    path,
  );
}

function read(row: Row, folderPath: string | null): LogEntry {
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
  const { hold, sizeBytes, folderId } = row;
  const file = { name, folderPath, hold, folderId: String(folderId), sizeBytes: sizeBytes ?? 0 };
  const state = row.state as FileState;
  return { id, atMs, note, subject: { kind: 'file', id: subjectId, ...file, state } };
}
