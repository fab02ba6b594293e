/** Watched folders, and the one nameless folder that holds hand-picked files. */
import type Database from 'better-sqlite3';
import {
  AUTO_WATCHING,
  type FolderDefaults,
  type FolderRules,
  type FolderTrouble,
  NO_FOLDER_DEFAULTS,
  type WatchMode,
} from '../../../src-shared/model/folders/folder-rules.ts';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { DriveTrouble, TroubledDrive } from '../../../src-shared/model/files/read-trouble.ts';

export interface Folder extends FolderRules {
  readonly id: number;
  readonly kind: 'watched' | 'picked';
  /** Absolute; empty for 'picked', whose directories carry absolute paths. */
  readonly path: string;
  /** Files that existed when it was added are left out. */
  readonly onlyNew: boolean;
  readonly root: { readonly dev: string; readonly ino: string } | null;
  readonly trouble: FolderTrouble | null;
  /** At its last scan directories of it were polled, because the system allowed no more watches. */
  readonly isWatchLimited: boolean;
  /** The longest pause after which a file of it, taken as finished, went on to be written; null: none was seen. */
  readonly pause: { readonly ms: number; readonly seenAtMs: number } | null;
  readonly lastScanAtMs: number | null;
  readonly addedAtMs: number;
  /** Files up to this number came in a large batch: a person approves them. 0: none did. */
  readonly largeBatchUntilId: number;
}

type Flag = 'approveEach' | 'onlyNew' | 'isWatchLimited';
interface Row
  extends
    Omit<Folder, Flag | 'assignment' | 'exclude' | 'watching' | 'root' | 'pause'>,
    Readonly<Record<Flag, 0 | 1>> {
  readonly assignmentId: number;
  readonly exclude: string;
  readonly mode: WatchMode;
  readonly pollSeconds: number;
  readonly dev: string | null;
  readonly ino: string | null;
  readonly pauseMs: number | null;
  readonly pauseSeenAtMs: number | null;
}

const COLUMNS = `id, kind, path, assignment_id AS assignmentId, exclude, settle_seconds AS settleSeconds,
  budget_credits AS budgetCredits, approve_each AS approveEach, watch_mode AS mode, poll_seconds AS pollSeconds,
  only_new AS onlyNew, root_dev AS dev, root_ino AS ino, trouble, is_watch_limited AS isWatchLimited, pause_ms AS pauseMs,
  pause_seen_at_ms AS pauseSeenAtMs, last_scan_at_ms AS lastScanAtMs, added_at_ms AS addedAtMs,
  large_batch_until_id AS largeBatchUntilId`;

export function makeFolderRepository(db: Database.Database, assignments: AssignmentRepository) {
  const query = (where: string) =>
    db.prepare<unknown[], Row>(
      `SELECT ${COLUMNS} FROM folder WHERE removed_at_ms IS NULL AND ${where}`,
    );
  const select = query('id = ?');
  const selectWatched = query("kind = 'watched' ORDER BY id");
  const selectPicked = query("kind = 'picked'");
  const insert = db.prepare(
    `INSERT INTO folder (kind, path, assignment_id, exclude, settle_seconds, budget_credits, approve_each,
       watch_mode, poll_seconds, added_at_ms)
     VALUES (@kind, @path, @assignmentId, @exclude, @settleSeconds, @budgetCredits, @approveEach,
       @watchMode, @pollSeconds, @addedAtMs)`,
  );
  const updateRules = db.prepare(
    `UPDATE folder SET exclude = @exclude, settle_seconds = @settleSeconds, budget_credits = @budgetCredits,
       approve_each = @approveEach, watch_mode = @watchMode, poll_seconds = @pollSeconds
     WHERE id = @id`,
  );
  const updateRoot = db.prepare(
    'UPDATE folder SET root_dev = @dev, root_ino = @ino WHERE id = @id',
  );
  const updatePath = db.prepare(
    'UPDATE folder SET path = @path, root_dev = NULL, root_ino = NULL, trouble = NULL WHERE id = @id',
  );
  const updateTrouble = db.prepare('UPDATE folder SET trouble = @trouble WHERE id = @id');
  const updateScanned = db.prepare('UPDATE folder SET last_scan_at_ms = @atMs WHERE id = @id');
  const updateOnlyNew = db.prepare('UPDATE folder SET only_new = @onlyNew WHERE id = @id');
  const updateWatchLimited = db.prepare('UPDATE folder SET is_watch_limited = ? WHERE id = ?');
  const updatePause = db.prepare(
    'UPDATE folder SET pause_ms = @ms, pause_seen_at_ms = @seenAtMs WHERE id = @id',
  );
  const raiseLargeBatch = db.prepare(
    'UPDATE folder SET large_batch_until_id = (SELECT max(id) FROM file WHERE folder_id = @id) WHERE id = @id',
  );
  const markRemoved = db.prepare('UPDATE folder SET removed_at_ms = @atMs WHERE id = @id');
  const markWatched = db.prepare(
    'UPDATE folder SET removed_at_ms = NULL, added_at_ms = @atMs WHERE id = @id',
  );

  const read = ({
    assignmentId,
    exclude,
    mode,
    pollSeconds,
    dev,
    ino,
    pauseMs,
    pauseSeenAtMs,
    ...row
  }: Row): Folder => ({
    ...row,
    pause: pauseMs === null ? null : { ms: pauseMs, seenAtMs: pauseSeenAtMs ?? 0 },
    assignment: assignments.get(assignmentId),
    exclude: JSON.parse(exclude) as string[],
    approveEach: row.approveEach === 1,
    watching: { mode, pollSeconds },
    onlyNew: row.onlyNew === 1,
    root: dev === null || ino === null ? null : { dev, ino },
    isWatchLimited: row.isWatchLimited === 1,
  });

  const add = (kind: Folder['kind'], path: string, rules: FolderRules, addedAtMs: number): number =>
    Number(
      insert.run({
        kind,
        path,
        assignmentId: assignments.add(rules.assignment),
        ...columnsOf(rules),
        addedAtMs,
      }).lastInsertRowid,
    );

  const known = rememberUntilChanged(db, (id) => {
    const row = select.get(id);
    return row === undefined ? null : read(row);
  });

  const watched = (): readonly Folder[] => selectWatched.all().map(read);
  return {
    /** Null when there is no such folder, or it was removed. */
    get: known,
    watched,
    /** A watched one, by its number or by its absolute path. */
    named(asked: string): Folder | null {
      if (!/^\d+$/.test(asked)) return watched().find(({ path }) => path === asked) ?? null;
      const folder = known(Number(asked));
      return folder?.kind === 'watched' ? folder : null;
    },
    add(path: string, rules: FolderRules, addedAtMs: number): number {
      return db.transaction(() => add('watched', path, rules, addedAtMs))();
    },
    /**
     * Stores a folder for new files only, not watched yet: `open` starts that, once its existing files are noted. If
     * that never happens, the folder counts as never added.
     */
    addClosed(path: string, rules: FolderRules, addedAtMs: number): number {
      return db.transaction(() => {
        const id = add('watched', path, rules, addedAtMs);
        updateOnlyNew.run({ id, onlyNew: 1 });
        markRemoved.run({ id, atMs: addedAtMs });
        return id;
      })();
    },
    open(id: number, atMs: number): void {
      markWatched.run({ id, atMs });
    },
    /** From now on its older files are wanted too. */
    wantAll(id: number): void {
      updateOnlyNew.run({ id, onlyNew: 0 });
    },
    /** The folder of hand-picked files; null until the first one. */
    picked(): Folder | null {
      const row = selectPicked.get();
      return row === undefined ? null : read(row);
    },
    /** Creates it. Its own assignment is never used: every hand-picked file has one. */
    addPicked(placeholder: Assignment, addedAtMs: number): Folder {
      const assignment = { ...placeholder, labels: '' };
      const limits = { settleSeconds: null, budgetCredits: null, approveEach: false };
      const rules = { assignment, exclude: [], ...limits, watching: AUTO_WATCHING };
      const made = select.get(add('picked', '', rules, addedAtMs));
      if (made === undefined) throw new Error('the folder of hand-picked files was not kept');
      return read(made);
    },
    changeRules(id: number, rules: FolderRules): void {
      db.transaction(() => {
        const row = select.get(id);
        if (row === undefined) throw new Error(`no folder ${id}`);
        assignments.replace(row.assignmentId, rules.assignment);
        updateRules.run({ id, ...columnsOf(rules) });
      })();
    },
    setRoot(id: number, root: { readonly dev: string; readonly ino: string }): void {
      updateRoot.run({ id, ...root });
    },
    /** It lies there now. What its root is, the next scan sees. */
    relocate(id: number, path: string): void {
      updatePath.run({ id, path });
    },
    setTrouble(id: number, trouble: FolderTrouble | null): void {
      updateTrouble.run({ id, trouble });
    },
    /** A file of it that had been taken went on to be written after this pause. */
    showedPause(id: number, pause: { readonly ms: number; readonly seenAtMs: number }): void {
      updatePause.run({ id, ...pause });
    },
    setWatchLimited(id: number, isLimited: boolean): void {
      updateWatchLimited.run(isLimited ? 1 : 0, id);
    },
    /** All files that it has now came in a large batch, or before it. */
    noteLargeBatch(id: number): void {
      raiseLargeBatch.run({ id });
    },
    scanned(id: number, atMs: number): void {
      updateScanned.run({ id, atMs });
    },
    /** Stops watching. Rows of its files stay, so that notarized files are not forgotten. */
    remove(id: number, atMs: number): void {
      markRemoved.run({ id, atMs });
    },
  };
}

function columnsOf({ exclude, approveEach, watching, ...rules }: FolderRules) {
  return {
    exclude: JSON.stringify(exclude),
    settleSeconds: rules.settleSeconds,
    budgetCredits: rules.budgetCredits,
    approveEach: approveEach ? 1 : 0,
    watchMode: watching.mode,
    pollSeconds: watching.pollSeconds,
  };
}

/**
 * A folder is read several times for each of its files, and changes a few times a day. The cache keeps it until one of
 * its rows is written. While a transaction that wrote one may still be rolled back, nothing is cached.
 */
function rememberUntilChanged(
  db: Database.Database,
  readFolder: (id: number) => Folder | null,
): (id: number) => Folder | null {
  const known = new Map<number, Folder | null>();
  let isOpen = false;
  db.function('forget_folders', () => {
    known.clear();
    isOpen = db.inTransaction;
    return null;
  });
  for (const change of ['INSERT ON folder', 'UPDATE ON folder', 'UPDATE ON assignment']) {
    const name = `forget_at_${change.toLowerCase().replaceAll(' ', '_')}`;
    db.exec(`CREATE TEMP TRIGGER ${name} AFTER ${change} BEGIN SELECT forget_folders(); END`);
  }
  return (id) => {
    isOpen &&= db.inTransaction;
    if (isOpen) return readFolder(id);
    const kept = known.get(id);
    if (kept !== undefined) return kept;
    const folder = readFolder(id);
    known.set(id, folder);
    return folder;
  };
}

interface DefaultRow {
  readonly settleSeconds: number | null;
  readonly exclude: string;
  readonly mode: WatchMode;
  readonly pollSeconds: number;
}

/** A person's defaults for new folders. One row, which survives restarts. */
export function makeFolderDefaultRepository(db: Database.Database) {
  const select = db.prepare<[], DefaultRow>(
    `SELECT settle_seconds AS settleSeconds, exclude, watch_mode AS mode, poll_seconds AS pollSeconds
     FROM folder_default`,
  );
  const upsert = db.prepare(
    `INSERT OR REPLACE INTO folder_default (id, settle_seconds, exclude, watch_mode, poll_seconds)
     VALUES (1, @settleSeconds, @exclude, @mode, @pollSeconds)`,
  );

  return {
    get(): FolderDefaults {
      const row = select.get();
      if (row === undefined) return NO_FOLDER_DEFAULTS;
      const { settleSeconds, mode, pollSeconds } = row;
      const exclude = JSON.parse(row.exclude) as string[];
      return { settleSeconds, exclude, watching: { mode, pollSeconds } };
    },
    set({ settleSeconds, exclude, watching }: FolderDefaults): void {
      upsert.run({ settleSeconds, exclude: JSON.stringify(exclude), ...watching });
    },
  };
}

/** What tells one drive from another in watched folders. */
export interface Drive {
  /** Changes when it is mounted again. */
  readonly dev: string;
  /** What identifies its file system for good; null: the system does not tell. */
  readonly volume: string | null;
  /** Identity of its topmost directory, by which it differs from another one with its number; null: not needed. */
  readonly top: string | null;
}

export interface FolderDrive extends Drive {
  /** Where it is mounted, relative to the folder; '' is the drive that the folder itself is on. */
  readonly path: string;
  /** Its files are left as they were; null: it is there. */
  readonly trouble: DriveTrouble | null;
}

/** Which drive was where at the last scan that found its files. */
export function makeFolderDriveRepository(db: Database.Database) {
  const select = db.prepare<[folderId: number], FolderDrive>(
    'SELECT path, dev, volume, top, trouble FROM folder_drive WHERE folder_id = ? ORDER BY path',
  );
  const selectTroubled = db.prepare<[folderId: number], TroubledDrive>(
    `SELECT path, trouble FROM folder_drive
     WHERE folder_id = ? AND path <> '' AND trouble IS NOT NULL ORDER BY path`,
  );
  const insert = db.prepare(
    `INSERT OR REPLACE INTO folder_drive (folder_id, path, dev, volume, top, trouble)
     VALUES (@folderId, @path, @dev, @volume, @top, @trouble)`,
  );
  const erase = db.prepare('DELETE FROM folder_drive WHERE folder_id = ? AND path = ?');

  return {
    of: (folderId: number): readonly FolderDrive[] => select.all(folderId),
    /** Drives below the folder itself that are not there. */
    troubled: (folderId: number): readonly TroubledDrive[] => selectTroubled.all(folderId),
    keep(folderId: number, drive: FolderDrive): void {
      insert.run({ folderId, ...drive });
    },
    forget(folderId: number, path: string): void {
      erase.run(folderId, path);
    },
  };
}

const ASSIGNMENT_COLUMNS = `project_id AS projectId, visibility, file_type AS fileType, labels,
  procedure_description AS procedureDescription, link_to_procedure AS linkToProcedure,
  primary_data AS primaryData, check_policy AS checkPolicy`;

/** Assignments: where and how a folder's files, or a single hand-picked file, are to be notarized. */
export function makeAssignmentRepository(db: Database.Database) {
  const select = db.prepare<[id: number], Assignment>(
    `SELECT ${ASSIGNMENT_COLUMNS} FROM assignment WHERE id = ?`,
  );
  const values = `@projectId, @visibility, @fileType, @labels, @procedureDescription, @linkToProcedure,
    @primaryData, @checkPolicy`;
  const insert = db.prepare(
    `INSERT INTO assignment (project_id, visibility, file_type, labels, procedure_description, link_to_procedure,
       primary_data, check_policy) VALUES (${values})`,
  );
  const update = db.prepare(
    `UPDATE assignment SET (project_id, visibility, file_type, labels, procedure_description, link_to_procedure,
       primary_data, check_policy) = (${values}) WHERE id = @id`,
  );

  const adopt = db.prepare('UPDATE assignment SET project_id = ? WHERE project_id = ?');

  return {
    /** Throws when there is none: assignments are only reached through rows that refer to them. */
    get(id: number): Assignment {
      const row = select.get(id);
      if (row === undefined) throw new Error(`no assignment ${id}`);
      return row;
    },
    add(assignment: Assignment): number {
      return Number(insert.run(assignment).lastInsertRowid);
    },
    replace(id: number, assignment: Assignment): void {
      update.run({ ...assignment, id });
    },
    /** A project has received its id: files meant for its stand-in now go there. */
    adoptProject(standInId: string, projectId: string): void {
      adopt.run(projectId, standInId);
    },
  };
}
export type AssignmentRepository = ReturnType<typeof makeAssignmentRepository>;
