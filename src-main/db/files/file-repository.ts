/**
 * The rows of watched and hand-picked files. A row shows the bytes its path holds now; a proof is a record it refers
 * to. Every change of state goes through `move`, which refuses an illegal one.
 */
import type Database from 'better-sqlite3';
import type { AgreedResults } from '../../../src-shared/model/money/upload-offer.ts';
import {
  canMove,
  FILE_STATES,
  type FileState,
  type HoldReason,
  mayCarry,
} from '../../../src-shared/model/files/file-state.ts';
import {
  ALL_FILES,
  type FileCount,
  type FileFilter,
  type FileScope,
  type LineState,
  scopeParameters,
  UNSENT_STATES,
} from './file-scope.ts';
import { makeFileInsertion, type NewFile } from './insert-files.ts';
import { untilChanged } from '../transactions.ts';

export interface FileRow {
  readonly id: number;
  readonly folderId: number;
  readonly directoryId: number;
  /** Relative to the folder, '' for the folder itself; absolute for a file that was picked by hand. */
  readonly directoryPath: string;
  readonly name: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  readonly message: string | null;
  readonly sizeBytes: number;
  /** `identityKey` of the bytes last seen. */
  readonly identity: string;
  readonly unchangedSinceMs: number;
  readonly dueAtMs: number | null;
  readonly contentId: number | null;
  readonly recordId: number | null;
  readonly assignmentId: number | null;
  readonly approvedContentId: number | null;
  readonly isPicked: boolean;
  readonly changedAtMs: number;
}

/** What may be written along with a move. */
export type FilePatch = Partial<
  Pick<
    FileRow,
    | 'hold'
    | 'message'
    | 'sizeBytes'
    | 'identity'
    | 'unchangedSinceMs'
    | 'dueAtMs'
    | 'contentId'
    | 'recordId'
    | 'assignmentId'
    | 'approvedContentId'
    | 'isPicked'
  >
>;

type Row = Omit<FileRow, 'isPicked'> & { readonly isPicked: number };

const COLUMNS = `f.id, f.folder_id AS folderId, f.directory_id AS directoryId, d.path AS directoryPath, f.name, f.state,
  f.hold, f.message, f.size_bytes AS sizeBytes, f.identity, f.unchanged_since_ms AS unchangedSinceMs,
  f.due_at_ms AS dueAtMs, f.content_id AS contentId, f.record_id AS recordId, f.assignment_id AS assignmentId,
  f.approved_content_id AS approvedContentId, f.is_picked AS isPicked, f.changed_at_ms AS changedAtMs`;
const FROM = 'FROM file f JOIN directory d ON d.id = f.directory_id';
/** What a name is searched with. Where files were added by hand, their directories are no names that anybody gave. */
const NAMED_WITH_PLACE =
  "CASE WHEN o.kind = 'watched' AND d.path <> '' THEN d.path || '/' || f.name ELSE f.name END";
/** As the index of migration 270 has it. */
const IN_LINE = "(f.state = 'discovered' OR f.state = 'settling' OR f.state = 'checking')";

/** As the index `file_by_inode` has it. */
const INODE =
  "substr(f.identity, 1, instr(f.identity, ':') + instr(substr(f.identity, instr(f.identity, ':') + 1), ':') - 1)";

const UNSENT = JSON.stringify(UNSENT_STATES);

export function makeFileRepository(db: Database.Database, nowMs: () => number) {
  const many = (where: string) => db.prepare<unknown[], Row>(`SELECT ${COLUMNS} ${FROM} ${where}`);
  const byId = many('WHERE f.id = +?');
  const byIds = many('WHERE f.id IN (SELECT value FROM json_each(?))');
  const byDirectory = many('WHERE f.directory_id = +? AND f.name > +? ORDER BY f.name LIMIT +?');
  const byName = many('WHERE f.directory_id = +? AND f.name = +?');
  const active = 'JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL';
  const among = 'AND f.state IN (SELECT value FROM json_each(?))';
  const byContent = many(`${active} WHERE f.content_id = +? ${among} ORDER BY f.id`);
  const byRecord = many(`${active} WHERE f.record_id = +? ${among} ORDER BY f.id LIMIT +?`);
  const byInodes = db.prepare<[inodes: string], Row>(
    `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN file f ON ${INODE} = j.value AND f.record_id IS NOT NULL
       CROSS JOIN directory d ON d.id = f.directory_id
     WHERE f.state <> 'duplicate'`,
  );
  const anyShowing = db.prepare<[], number>(
    'SELECT 1 FROM file WHERE record_id IS NOT NULL LIMIT 1',
  );
  const recordedOf = db.prepare<[string], { readonly files: number }>(
    `SELECT count(*) AS files FROM json_each(?) j JOIN file f ON f.id = j.value
     JOIN record r ON r.id = f.record_id WHERE r.file_id IS NOT NULL`,
  );
  const resultsOf = db.prepare<[string], Record<keyof AgreedResults, number | null>>(
    `SELECT sum(isRecorded) AS recorded, sum(f.state = 'duplicate' AND f.record_id IS NULL) AS thereAlready,
       sum(isRecorded AND c.platform_asked_at_ms IS NOT NULL AND c.platform_exists IS NULL) AS unanswered
     FROM (SELECT *, state IN ('recording', 'notarized', 'record_error') AS isRecorded
       FROM json_each(?) j CROSS JOIN file ON file.id = j.value) f
       LEFT JOIN content c ON c.id = f.content_id`,
  );
  const copyInPlace = many(
    `${active} JOIN assignment a ON a.id = ifnull(f.assignment_id, o.assignment_id)
     JOIN record r ON r.id = f.record_id AND r.project_id = a.project_id AND r.visibility = a.visibility
     WHERE f.record_id = +? AND f.state = 'duplicate' ORDER BY f.id LIMIT 1`,
  );
  const inRun = `o.removed_at_ms IS NULL AND o.trouble IS NULL
       AND (? IS NULL OR f.folder_id = +?) AND (? IS NULL OR f.id IN (SELECT value FROM json_each(?)))`;
  // `+?`: SQLite plans a statement anew at each binding of a bare parameter that it compares with a partial index or
  // uses as a LIMIT. The stages ask at every turn, and planning takes six times as long as answering. CROSS JOIN keeps
  // SQLite from starting with the folders, which would sort all of a folder's files for each check.
  const inLine = db.prepare<unknown[], Row>(
    `SELECT ${COLUMNS} FROM file f CROSS JOIN directory d ON d.id = f.directory_id
       CROSS JOIN folder o ON o.id = f.folder_id
     WHERE f.state = +? AND ${IN_LINE} AND f.id > +?
       AND (f.due_at_ms IS NULL OR f.due_at_ms <= +? OR f.unchanged_since_ms > ?) AND ${inRun}
     ORDER BY f.id LIMIT +?`,
  );
  const anyInLine = db.prepare<[state: LineState], number>(
    `SELECT 1 FROM file f WHERE f.state = +? AND ${IN_LINE} LIMIT 1`,
  );
  const remember = untilChanged(db);
  const isAny = (state: LineState) => remember(() => anyInLine.get(state) !== undefined);
  const isInLine: Readonly<Record<LineState, () => boolean>> = {
    discovered: isAny('discovered'),
    settling: isAny('settling'),
    checking: isAny('checking'),
  };
  const nextDue = db.prepare<unknown[], { dueAtMs: number | null }>(
    `SELECT f.due_at_ms AS dueAtMs FROM file f CROSS JOIN folder o ON o.id = f.folder_id
     WHERE f.state = +? AND f.due_at_ms > +? AND ${inRun}
       AND f.id NOT IN (SELECT value FROM json_each(?))
     ORDER BY f.due_at_ms LIMIT 1`,
  );
  const inState = db.prepare<unknown[], Row>(
    `SELECT ${COLUMNS} FROM file f CROSS JOIN directory d ON d.id = f.directory_id
     WHERE f.folder_id = ? AND f.state = +? AND f.id > ? ORDER BY f.id LIMIT +?`,
  );
  const selectUnseen = db
    .prepare<{ folderId: number; afterId: number; unsent: string; limit: number }, number>(
      `SELECT count(*) FROM (SELECT 1 FROM file f
     WHERE f.folder_id = @folderId AND f.state IN (SELECT value FROM json_each(@unsent)) AND f.id > @afterId
       AND f.record_id IS NULL
       AND NOT EXISTS (SELECT 1 FROM approval a WHERE a.file_id = f.id AND a.content_id = f.content_id)
     LIMIT +@limit)`,
    )
    .pluck();
  const add = makeFileInsertion(db, nowMs);
  const update = db.prepare(
    `UPDATE file SET state = @state, hold = @hold, message = @message, size_bytes = @sizeBytes, identity = @identity,
       unchanged_since_ms = @unchangedSinceMs, due_at_ms = @dueAtMs, content_id = @contentId, record_id = @recordId,
       assignment_id = @assignmentId, approved_content_id = @approvedContentId, is_picked = @isPicked,
       changed_at_ms = @changedAtMs,
       fingerprinted_at_ms = CASE WHEN @contentId IS content_id THEN fingerprinted_at_ms
         WHEN @contentId IS NULL THEN NULL ELSE @changedAtMs END
     WHERE id = +@id AND state = +@from`,
  );
  const selectFingerprinted = db.prepare<[id: number], { atMs: number | null }>(
    'SELECT fingerprinted_at_ms AS atMs FROM file WHERE id = +?',
  );
  const selectPlaces = db.prepare<[ids: string], { folderId: number; projectId: string }>(
    `SELECT DISTINCT f.folder_id AS folderId, a.project_id AS projectId
     FROM json_each(?) asked CROSS JOIN file f ON f.id = asked.value
       JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL
       JOIN assignment a ON a.id = ifnull(f.assignment_id, o.assignment_id)`,
  );
  const names = db.prepare<[afterId: number, count: number], { id: number; name: string }>(
    `SELECT f.id, ${NAMED_WITH_PLACE} AS name FROM file f CROSS JOIN directory d ON d.id = f.directory_id
     CROSS JOIN folder o ON o.id = f.folder_id WHERE f.id > +? ORDER BY f.id LIMIT +?`,
  );
  const latest = db.prepare<[], { id: number }>(
    "SELECT seq AS id FROM sqlite_sequence WHERE name = 'file'",
  );
  const erase = db.prepare('DELETE FROM file WHERE id = +?');
  const selectDirectory = db.prepare<[folderId: number, path: string], { id: number }>(
    'SELECT id FROM directory WHERE folder_id = +? AND path = +?',
  );
  const updateDirectory = db.prepare('UPDATE directory SET path = ? WHERE id = ?');
  const insertDirectory = db.prepare('INSERT INTO directory (folder_id, path) VALUES (?, ?)');
  const selectDirectories = db.prepare<[folderId: number], { id: number; path: string }>(
    `SELECT id, path FROM directory d WHERE folder_id = +?
       AND EXISTS (SELECT 1 FROM file WHERE directory_id = d.id)`,
  );
  const selectCounts = db.prepare<[], FileCount>(
    `SELECT folder_id AS folderId, state, nullif(hold, '') AS hold, files, bytes FROM file_count
     WHERE files > 0 ORDER BY folder_id, state, hold`,
  );
  const list = many(
    `JOIN folder o ON o.id = f.folder_id
     LEFT JOIN assignment a ON a.id = ifnull(f.assignment_id, o.assignment_id)
     WHERE f.id > ? AND o.removed_at_ms IS NULL
       AND (? IS NULL OR f.folder_id = +?) AND (? IS NULL OR f.id IN (SELECT value FROM json_each(?)))
       AND (? IS NULL OR a.project_id = +?)
       AND f.state IN (SELECT value FROM json_each(?))
     ORDER BY f.id LIMIT +?`,
  );

  return {
    get: (id: number): FileRow | null => one(byId.get(id)),
    getAll: (ids: readonly number[]): readonly FileRow[] =>
      byIds.all(JSON.stringify(ids)).map(read),
    /** When the bytes that a row shows were fingerprinted; null: never, or unknown. */
    fingerprintedAtMs: (id: number): number | null => selectFingerprinted.get(id)?.atMs ?? null,
    /** The highest number that was ever given to a row; null: none was. */
    latestId: (): number | null => latest.get()?.id ?? null,
    /** Names of rows with a number above this one, by their number, each behind its subfolders. */
    namesAfter: (afterId: number, count: number) => names.all(afterId, count),
    /** By name; those after `afterName`, at most `limit`: -1 for all. */
    inDirectory: (directoryId: number, afterName = '', limit = -1): readonly FileRow[] =>
      byDirectory.all(directoryId, afterName, limit).map(read),
    named: (directoryId: number, name: string): FileRow | null =>
      one(byName.get(directoryId, name)),
    /** Each folder and project that rows of active folders belong to, once. */
    placesOf: (ids: readonly number[]) => selectPlaces.all(JSON.stringify(ids)),
    /** By path; reads only, creates no directory. */
    find(folderId: number, directoryPath: string, name: string): FileRow | null {
      const directory = selectDirectory.get(folderId, directoryPath);
      return directory === undefined ? null : one(byName.get(directory.id, name));
    },
    /** Rows of active folders that hold this content, in one of these states. */
    withContent: (
      contentId: number,
      states: readonly FileState[] = FILE_STATES,
    ): readonly FileRow[] => byContent.all(contentId, JSON.stringify(states)).map(read),
    /** Rows of active folders that refer to this record, in one of these states; `limit` -1 for all. */
    withRecord: (
      recordId: number,
      states: readonly FileState[] = FILE_STATES,
      limit = -1,
    ): readonly FileRow[] => byRecord.all(recordId, JSON.stringify(states), limit).map(read),
    /** Rows that show a record of their own, and were last seen with one of these inodes (`inodeKey`). */
    withInodes: (inodes: readonly (string | null)[]): readonly FileRow[] =>
      anyShowing.get() === undefined ? [] : byInodes.all(JSON.stringify(inodes)).map(read),
    /** How many of these rows have a record that the service knows. */
    recordedOf: (fileIds: readonly number[]): number =>
      recordedOf.get(JSON.stringify(fileIds))?.files ?? 0,
    /** What has come of these rows; those that wait count nowhere. */
    resultsOf(fileIds: readonly number[]): AgreedResults {
      const sums = resultsOf.get(JSON.stringify(fileIds));
      const { recorded = 0, thereAlready = 0, unanswered = 0 } = sums ?? {};
      return {
        recorded: recorded ?? 0,
        thereAlready: thereAlready ?? 0,
        unanswered: unanswered ?? 0,
      };
    },
    /** A copy that could show this record itself, because it belongs where the record is. */
    copyInPlaceOf: (recordId: number): FileRow | null => one(copyInPlace.get(recordId)),

    /**
     * Rows of active folders that wait for a stage and are due, oldest first. A start of waiting in the future dates
     * from before the clock went back: such a row is due now. `afterId`: only those behind this row.
     */
    due: (
      state: LineState,
      limit: number,
      scope: FileScope = ALL_FILES,
      afterId = 0,
    ): readonly FileRow[] =>
      isInLine[state]()
        ? inLine.all(state, afterId, nowMs(), nowMs(), ...scopeParameters(scope), limit).map(read)
        : [],

    /** When the next row in this state that is not due yet will be, `except` these; null when there is none. */
    nextDueMs(
      state: LineState,
      scope: FileScope = ALL_FILES,
      except: readonly number[] = [],
    ): number | null {
      if (!isInLine[state]()) return null;
      const asked = [state, nowMs(), ...scopeParameters(scope), JSON.stringify(except)];
      return nextDue.get(...asked)?.dueAtMs ?? null;
    },

    /** Rows after `afterId`, for reading a long list in pages. */
    list(filter: FileFilter, afterId: number, limit: number): readonly FileRow[] {
      const states = JSON.stringify(filter.states ?? FILE_STATES);
      const project = filter.projectId ?? null;
      const scope = scopeParameters(filter);
      return list.all(afterId, ...scope, project, project, states, limit).map(read);
    },

    counts: (): readonly FileCount[] => selectCounts.all(),
    /** Files of a folder after `afterId` that nobody sent or approved, whatever they wait for; counted up to `limit`. */
    countUnseen: (folderId: number, afterId: number, limit: number): number =>
      selectUnseen.get({ folderId, afterId, unsent: UNSENT, limit }) ?? 0,
    /** Rows of one folder in one state after `afterId`: the cost depends on them alone. */
    inState: (
      folderId: number,
      state: FileState,
      afterId: number,
      limit: number,
    ): readonly FileRow[] => inState.all(folderId, state, afterId, limit).map(read),

    /** Whether it ever had a row. */
    knowsDirectory: (folderId: number, path: string): boolean =>
      selectDirectory.get(folderId, path) !== undefined,

    /** The number of a directory, created when first needed. */
    directory(folderId: number, path: string): number {
      const known = selectDirectory.get(folderId, path);
      return known?.id ?? Number(insertDirectory.run(folderId, path).lastInsertRowid);
    },
    /** It lies elsewhere in its folder, where none was known, and its rows with it. */
    moveDirectory(directoryId: number, path: string): void {
      updateDirectory.run(path, directoryId);
    },
    /** Directories that hold rows. */
    directories: (folderId: number) => selectDirectories.all(folderId),

    add: (file: NewFile): number => add([file]),
    /** At least one. Returns the number of the first; the others follow in their order. */
    addAll: add,

    /**
     * Moves a row. Hold and message are cleared unless the patch names them. Returns the updated row. Throws on an
     * illegal move, and when the row is gone or has moved on since `file` was read: both are bugs, and the transaction
     * around them must not commit.
     */
    move(file: FileRow, to: FileState, patch: FilePatch = {}): FileRow {
      if (file.state !== to && !canMove(file.state, to)) {
        throw new Error(`illegal move of file ${file.id}: ${file.state} to ${to}`);
      }
      const moved: FileRow = {
        ...file,
        hold: null,
        message: null,
        dueAtMs: null,
        ...patch,
        state: to,
        changedAtMs: nowMs(),
      };
      if (!mayCarry(to, moved.hold)) {
        throw new Error(`file ${file.id}: state ${to} with hold ${moved.hold}`);
      }
      const { changes } = update.run({
        ...moved,
        isPicked: moved.isPicked ? 1 : 0,
        from: file.state,
      });
      if (changes !== 1) throw new Error(`file ${file.id} is not ${file.state} any more`);
      return moved;
    },

    /** Deletes a row. Proofs are not lost: records are kept separately. */
    forget(file: FileRow): void {
      erase.run(file.id);
    },
  };
}

function read(row: Row): FileRow {
  return { ...row, isPicked: row.isPicked === 1 };
}

function one(row: Row | undefined): FileRow | null {
  return row === undefined ? null : read(row);
}
