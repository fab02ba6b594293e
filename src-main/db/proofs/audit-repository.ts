/**
 * Audits and what they found. Rows are written in batches together with the totals they belong to, so that whatever is
 * read back after a crash agrees with itself. Problems are kept for as long as their audit; rows of proven files only
 * with the latest audit of a folder, because they are almost all of them.
 */
import type Database from 'better-sqlite3';
import {
  AUDIT_VERDICTS,
  type AuditFinding,
  type AuditListForm,
  type AuditRhythm,
  type AuditRow,
  type AuditRun,
  type AuditState,
  type AuditTotals,
  type AuditVerdict,
  isSilent,
  NO_AUDIT_TOTALS,
} from '../../../src-shared/model/proofs/audit.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Folder } from '../files/folder-repository.ts';

/** A stored run: only the engine knows whether it is paused. */
export type KeptAuditState = Exclude<AuditState, 'paused'>;

export interface KeptAuditRun extends Omit<AuditRun, 'id' | 'folderId' | 'state'> {
  readonly id: number;
  readonly folderId: number | null;
  readonly state: KeptAuditState;
}

export interface NewAuditRun {
  readonly root: string;
  readonly folderId: number | null;
  readonly startedBy: AuditRun['startedBy'];
  readonly beganAtMs: number;
}

export interface NewAuditRow extends Omit<AuditRow, 'id'> {
  /** `identityKey` of what was read; null when nothing was. */
  readonly identity: string | null;
  /**
   * What is notarized as this file and what it looked like then, for the next audit of the folder. Of a proven file that
   * is what was read, whatever is said here.
   */
  readonly knownBlake3: string | null;
  readonly knownSha256: string | null;
  readonly knownIdentity: string | null;
}
export type KeptAuditRow = NewAuditRow & { readonly id: number };

export interface AuditRowFilter {
  readonly verdicts?: readonly AuditVerdict[] | undefined;
  /** Part of the path, whatever the case of its ASCII letters. */
  readonly text?: string | undefined;
}

interface RunRow extends Omit<KeptAuditRun, 'totals' | 'hasProvenRows'> {
  readonly totals: string;
  readonly hasProvenRows: 0 | 1;
}
interface Row extends Omit<KeptAuditRow, 'finding'> {
  readonly finding: string;
}
interface Sum {
  readonly verdict: AuditVerdict;
  readonly note: 'silent' | 'moved' | 'deleted' | null;
  readonly files: number;
  readonly bytes: number;
}

const RUN = `id, root, folder_id AS folderId, started_by AS startedBy, state, began_at_ms AS beganAtMs,
  ended_at_ms AS endedAtMs, resumptions, totals, has_proven_rows AS hasProvenRows, list_form AS listForm,
  list_sha256 AS listSha256`;
// What is proven is what is notarized: it stands there once.
const ROW = `id, path, finding, size_bytes AS sizeBytes, blake3, sha256, identity,
  CASE WHEN verdict = 'proven' THEN blake3 ELSE known_blake3 END AS knownBlake3,
  CASE WHEN verdict = 'proven' THEN sha256 ELSE known_sha256 END AS knownSha256,
  CASE WHEN verdict = 'proven' THEN identity ELSE known_identity END AS knownIdentity,
  checked_at_ms AS checkedAtMs`;
const IN_FILTER = String.raw`run_id = @runId AND (@verdicts IS NULL OR verdict IN (SELECT value FROM json_each(@verdicts)))
  AND (@text IS NULL OR path LIKE @text ESCAPE '\')`;

/** Of audits that begin now. */
const LIST_FORM: AuditListForm = 3;

export function makeAuditRepository(db: Database.Database) {
  const runs = (where: string) =>
    db.prepare<unknown[], RunRow>(`SELECT ${RUN} FROM audit_run ${where}`);
  const rows = (where: string) =>
    db.prepare<unknown[], Row>(`SELECT ${ROW} FROM audit_row ${where}`);
  const byId = runs('WHERE id = ?');
  const latest = runs('ORDER BY id DESC LIMIT ?');
  const latestOf = runs('WHERE root = ? ORDER BY id DESC LIMIT ?');
  const latestComplete = runs("WHERE root = ? AND state = 'complete' ORDER BY id DESC LIMIT 1");
  const openRuns = runs("WHERE state = 'running' ORDER BY id");
  const insertRun = db.prepare(
    `INSERT INTO audit_run (root, folder_id, started_by, state, began_at_ms, totals, list_form)
     VALUES (@root, @folderId, @startedBy, 'running', @beganAtMs, @totals, ${LIST_FORM})`,
  );
  const updateRun = db.prepare(
    'UPDATE audit_run SET state = @state, ended_at_ms = @endedAtMs, totals = @totals WHERE id = @id',
  );
  const resumeRun = db.prepare(
    `UPDATE audit_run SET state = 'running', ended_at_ms = NULL, resumptions = resumptions + 1, totals = @totals
     WHERE id = @id`,
  );
  const insertRow = db.prepare(
    `INSERT INTO audit_row (run_id, path, verdict, note, weight, finding, size_bytes, blake3, sha256, identity,
       known_blake3, known_sha256, known_identity, checked_at_ms)
     VALUES (@runId, @path, @verdict, @note, @weight, @finding, @sizeBytes, @blake3, @sha256, @identity,
       @knownBlake3, @knownSha256, @knownIdentity, @checkedAtMs)`,
  );
  const rowAt = rows('WHERE run_id = ? AND path = ?');
  const withSha256 = rows('WHERE run_id = ? AND sha256 = ? ORDER BY path LIMIT 1');
  const withBlake3 = rows('WHERE run_id = ? AND blake3 = ? ORDER BY path LIMIT 1'); // rare, so it has no index
  const after = rows('WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?');
  const deleteRow = db.prepare('DELETE FROM audit_row WHERE id = ?');
  const deleteUnread = db.prepare('DELETE FROM audit_row WHERE run_id = ? AND sha256 IS NULL');
  const sums = db.prepare<[runId: number], Sum>(
    `SELECT verdict, note, count(*) AS files, ifnull(sum(size_bytes), 0) AS bytes FROM audit_row
     WHERE run_id = ? GROUP BY verdict, note`,
  );
  const window = db.prepare<[Readonly<Record<string, unknown>>], Row>(
    `SELECT ${ROW} FROM audit_row WHERE ${IN_FILTER} ORDER BY weight, path LIMIT @count OFFSET @first`,
  );
  const counted = db.prepare<[Readonly<Record<string, unknown>>], { total: number }>(
    `SELECT count(*) AS total FROM audit_row WHERE ${IN_FILTER}`,
  );
  const prunable = db.prepare<[keptPerRoot: number], { id: number }>(
    `SELECT id FROM (SELECT id, root, state, row_number() OVER (PARTITION BY root ORDER BY id DESC) AS place
       FROM audit_run) r
     WHERE place > ? AND state <> 'running'
       AND id IS NOT (SELECT max(id) FROM audit_run WHERE root = r.root AND state = 'complete')
     ORDER BY id LIMIT 1`,
  );
  // The latest finished audit keeps them, because the next one compares with it. So does a newer one, finished or not.
  const withOldProven = runs(
    `r WHERE has_proven_rows = 1 AND state <> 'running' AND EXISTS (
       SELECT 1 FROM audit_run WHERE root = r.root AND id > r.id AND state = 'complete') ORDER BY id LIMIT 1`,
  );
  const markBare = db.prepare(
    'UPDATE audit_run SET has_proven_rows = 0, list_sha256 = @listSha256 WHERE id = @id',
  );
  // In the index rows of proven files are the last.
  const bareWithRows = db.prepare<[weight: number], { id: number }>(
    `SELECT id FROM audit_run r WHERE has_proven_rows = 0
       AND (SELECT max(weight) FROM audit_row WHERE run_id = r.id) = ? ORDER BY id LIMIT 1`,
  );
  const deleteProven = db.prepare(
    `DELETE FROM audit_row WHERE id IN (
       SELECT id FROM audit_row WHERE run_id = ? AND verdict = 'proven' LIMIT ?)`,
  );
  const deleteRows = db.prepare(
    'DELETE FROM audit_row WHERE id IN (SELECT id FROM audit_row WHERE run_id = ? LIMIT ?)',
  );
  const lastLook = db.prepare<[runId: number], { atMs: number | null }>(
    'SELECT max(checked_at_ms) AS atMs FROM audit_row WHERE run_id = ?',
  );
  const deleteRun = db.prepare('DELETE FROM audit_run WHERE id = ?');

  return {
    run: (id: number): KeptAuditRun | null => oneRun(byId.get(id)),
    /** The latest first; of one folder, or of all for null. */
    runs: (root: string | null, most: number): readonly KeptAuditRun[] =>
      (root === null ? latest.all(most) : latestOf.all(root, most)).map(readRun),
    latestComplete: (root: string): KeptAuditRun | null => oneRun(latestComplete.get(root)),
    /** Runs without a stored end. */
    open: (): readonly KeptAuditRun[] => openRuns.all().map(readRun),

    begin(run: NewAuditRun): number {
      const totals = JSON.stringify(NO_AUDIT_TOTALS);
      return Number(insertRun.run({ ...run, totals }).lastInsertRowid);
    },
    /**
     * Resumes a run. What was read stays; results without reading are checked again. Returns the totals of what stays.
     */
    resume(id: number): AuditTotals {
      deleteUnread.run(id);
      const totals = totalsOf(sums.all(id));
      resumeRun.run({ id, totals: JSON.stringify(totals) });
      return totals;
    },
    /** Adds rows, and updates the run's totals. */
    keep(
      id: number,
      found: readonly NewAuditRow[],
      run: Pick<KeptAuditRun, 'state' | 'endedAtMs' | 'totals'>,
    ): void {
      for (const { finding, ...row } of found) {
        const { verdict } = finding;
        const kept = { runId: id, ...row, verdict, note: noteOf(finding) };
        insertRow.run({ ...kept, weight: weightOf(finding), finding: JSON.stringify(finding) });
      }
      const { state, endedAtMs } = run;
      updateRun.run({ id, state, endedAtMs, totals: JSON.stringify(run.totals) });
    },
    /** When the run last checked something; null: never. */
    lastLookMs: (runId: number): number | null => lastLook.get(runId)?.atMs ?? null,
    rowAt: (runId: number, path: string): KeptAuditRow | null => oneRow(rowAt.get(runId, path)),
    dropRow: (id: number): void => void deleteRow.run(id),
    /** A file of this run whose bytes have these digests. */
    withContent: (
      runId: number,
      { blake3, sha256 }: { readonly blake3: string | null; readonly sha256: string | null },
    ): KeptAuditRow | null =>
      oneRow(sha256 === null ? withBlake3.get(runId, blake3) : withSha256.get(runId, sha256)),
    /** In the order in which they were written, for reading all of them in pages. */
    rowsAfter: (runId: number, afterId: number, most: number): readonly KeptAuditRow[] =>
      after.all(runId, afterId, most).map(readRow),
    /** Problems first, silent changes before all others, then by path. */
    range(runId: number, filter: AuditRowFilter, first: number, count: number) {
      const { verdicts, text } = filter;
      const values = {
        runId,
        verdicts: verdicts === undefined ? null : JSON.stringify(verdicts),
        text: text === undefined ? null : `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
      };
      return {
        total: counted.get(values)?.total ?? 0,
        rows: window.all({ ...values, first, count }).map(readRow),
      };
    },

    /** A finished audit whose rows of proven files are not needed any more; null: there is none. */
    withOldProvenRows: (): KeptAuditRun | null => oneRun(withOldProven.get()),
    /** From now on its rows of proven files do not count; `prune` deletes them. `listSha256`: see `AuditRun`. */
    giveUpProvenRows(id: number, listSha256: string): void {
      markBare.run({ id, listSha256 });
    },
    /**
     * Deletes old data: complete audits beyond the `keptPerRoot` latest of a folder, but never its latest finished one,
     * and rows that were given up. At most `most` rows at a time; false once nothing is left to do.
     */
    prune(keptPerRoot: number, most: number): boolean {
      const old = prunable.get(keptPerRoot)?.id;
      if (old !== undefined) {
        if (deleteRows.run(old, most).changes === 0) deleteRun.run(old);
        return true;
      }
      const bare = bareWithRows.get(AUDIT_VERDICTS.indexOf('proven'))?.id;
      if (bare === undefined) return false;
      deleteProven.run(bare, most);
      return true;
    },
  };
}

function noteOf(finding: AuditFinding): Sum['note'] {
  if (isSilent(finding)) return 'silent';
  if (finding.verdict === 'missing' && finding.foundAt !== null) return 'moved';
  return finding.verdict === 'proven' && finding.isDeleted ? 'deleted' : null;
}

function weightOf(finding: AuditFinding): number {
  return isSilent(finding) ? -1 : AUDIT_VERDICTS.indexOf(finding.verdict);
}

function totalsOf(found: readonly Sum[]): AuditTotals {
  const verdicts = { ...NO_AUDIT_TOTALS.verdicts };
  const noted = { silent: 0, moved: 0, deleted: 0 };
  let bytes = 0;
  for (const sum of found) {
    verdicts[sum.verdict] += sum.files;
    bytes += sum.bytes;
    if (sum.note !== null) noted[sum.note] += sum.files;
  }
  return { ...NO_AUDIT_TOTALS, ...noted, verdicts, bytes };
}

function readRun(row: RunRow): KeptAuditRun {
  const totals = JSON.parse(row.totals) as AuditTotals;
  return { ...row, totals, hasProvenRows: row.hasProvenRows === 1 };
}

function oneRun(row: RunRow | undefined): KeptAuditRun | null {
  return row === undefined ? null : readRun(row);
}

function readRow(row: Row): KeptAuditRow {
  return { ...row, finding: JSON.parse(row.finding) as AuditFinding };
}

function oneRow(row: Row | undefined): KeptAuditRow | null {
  return row === undefined ? null : readRow(row);
}

export interface KeptRhythm {
  /** Absolute path; '' for all watched folders. */
  readonly root: string;
  readonly rhythm: AuditRhythm;
  /** Since when it holds: the first audit is due a period later. */
  readonly sinceMs: number;
}

/** How often folders are audited automatically, and which fixity alerts nobody has reviewed yet. */
export function makeFixityRepository(db: Database.Database) {
  const selectRhythms = db.prepare<[], KeptRhythm>(
    'SELECT root, rhythm, since_ms AS sinceMs FROM audit_rhythm ORDER BY root',
  );
  const upsertRhythm = db.prepare(
    `INSERT INTO audit_rhythm (root, rhythm, since_ms) VALUES (@root, @rhythm, @sinceMs)
     ON CONFLICT (root) DO UPDATE SET rhythm = excluded.rhythm, since_ms = excluded.since_ms`,
  );
  const deleteRhythm = db.prepare('DELETE FROM audit_rhythm WHERE root = ?');
  const upsertSilent = db.prepare(
    `INSERT INTO silent_change (path, run_id, sha256) VALUES (@path, @runId, @sha256)
     ON CONFLICT (path) DO UPDATE SET run_id = excluded.run_id, sha256 = excluded.sha256,
       is_acknowledged = CASE WHEN sha256 = excluded.sha256 THEN is_acknowledged ELSE 0 END`,
  );
  const deleteSilent = db.prepare('DELETE FROM silent_change WHERE path = ?');
  const selectSilent = db.prepare<[path: string], { sha256: string }>(
    'SELECT sha256 FROM silent_change WHERE path = ?',
  );
  const acknowledge = db.prepare('UPDATE silent_change SET is_acknowledged = 1 WHERE run_id <= ?');
  const news = db.prepare<[], { files: number; runId: number | null }>(
    'SELECT count(*) AS files, max(run_id) AS runId FROM silent_change WHERE is_acknowledged = 0',
  );

  return {
    rhythms: (): readonly KeptRhythm[] => selectRhythms.all(),
    setRhythm: (kept: KeptRhythm): void => void upsertRhythm.run(kept),
    dropRhythm: (root: string): void => void deleteRhythm.run(root),
    /** `path`: absolute. Finding the same bytes again is no news if somebody has reviewed them. */
    noteSilent: (path: string, runId: number, sha256: string): void =>
      void upsertSilent.run({ path, runId, sha256 }),
    forgetSilent: (path: string): void => void deleteSilent.run(path),
    /** SHA-256 of the bytes that an audit found at this path and nothing else shows; null: none. */
    silentAt: (path: string): string | null => selectSilent.get(path)?.sha256 ?? null,
    /** A person has reviewed the findings up to this run. */
    acknowledge: (runId: number): void => void acknowledge.run(runId),
    /** Unreviewed findings, and the latest run with any of them; null without any. */
    silentNews(): { readonly files: number; readonly runId: number } | null {
      const { files = 0, runId = null } = news.get() ?? {};
      return runId === null ? null : { files, runId };
    },
  };
}

export interface ExpectedFile {
  readonly fileId: number;
  /** Relative to its folder; of hand-picked files absolute. */
  readonly directoryPath: string;
  readonly name: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  readonly message: string | null;
  /** The record that the row shows. */
  readonly recordId: number | null;
  /** Of the bytes that the row shows; null: not fingerprinted. */
  readonly contentId: number | null;
  /** The content that is notarized here; null: none. */
  readonly provenContentId: number | null;
  /** `identityKey` of the file when it had that content; null: not known. */
  readonly provenIdentity: string | null;
}

/** The part of a folder that an audit covers: everything in its `directoryPath` and below; '' for all. */
export interface FolderPart {
  readonly folderId: number;
  readonly directoryPath: string;
}

type PlacedFolder = Pick<Folder, 'id' | 'kind' | 'path'>;

const PROOFS = "('notarized', 'duplicate', 'recording', 'record_error', 'deleting', 'deleted')";
// While a row is in a state of proof, it shows the notarized bytes itself. Later `proven_look` remembers them; without
// it, the record gives at least the content.
const COLUMNS = `f.id AS fileId, d.path AS directoryPath, f.name, f.state, f.hold, f.message,
  f.record_id AS recordId, f.content_id AS contentId,
  CASE WHEN f.state IN ${PROOFS} THEN f.content_id ELSE ifnull(l.content_id, r.content_id) END AS provenContentId,
  CASE WHEN f.state IN ${PROOFS} THEN f.identity
    WHEN l.content_id IS NOT NULL THEN l.identity
    WHEN f.content_id = r.content_id THEN f.identity END AS provenIdentity`;
const JOINS =
  'LEFT JOIN proven_look l ON l.file_id = f.id LEFT JOIN record r ON r.id = f.record_id';

/**
 * What the ledger expects on disk: for each path, the content that was last known to be notarized there and what the
 * file looked like then. Folders that are no longer watched count too: what was proven in them stays proven. It only
 * reads.
 */
export function makeExpectedFileRepository(db: Database.Database) {
  const placed = db.prepare<[], PlacedFolder>(
    'SELECT id, kind, path FROM folder ORDER BY removed_at_ms IS NOT NULL, id DESC',
  );
  const named = db.prepare<[name: string, folderId: number, directoryPath: string], ExpectedFile>(
    `SELECT ${COLUMNS} FROM directory d JOIN file f ON f.directory_id = d.id AND f.name = ? ${JOINS}
     WHERE d.folder_id = ? AND d.path = ?`,
  );
  const directories = db.prepare<[part: FolderPart], { id: number }>(
    `SELECT id FROM directory WHERE folder_id = @folderId AND (@directoryPath = '' OR path = @directoryPath
       OR substr(path, 1, length(@directoryPath) + 1) = @directoryPath || '/') ORDER BY path`,
  );
  const inDirectory = db.prepare<unknown[], ExpectedFile>(
    `SELECT ${COLUMNS} FROM file f JOIN directory d ON d.id = f.directory_id ${JOINS}
     WHERE f.directory_id = ? AND f.id > ? AND f.state <> 'remote_only'
       AND (f.state IN ${PROOFS} OR f.record_id IS NOT NULL OR l.file_id IS NOT NULL)
     ORDER BY f.id LIMIT ?`,
  );

  const foreign = db.prepare<[], { found: 0 | 1 }>(
    'SELECT EXISTS (SELECT 1 FROM metadata_document WHERE has_record = 0) AS found',
  );

  return {
    /** A fingerprint from the service is here whose content this computer never held. */
    hasForeignDocuments: (): boolean => foreign.get()?.found === 1,
    /** Every folder that ever existed: watched ones first, then the latest first. */
    folders: (): readonly PlacedFolder[] => placed.all(),
    /** What is known of a path; null: nothing. */
    find: (folderId: number, directoryPath: string, name: string): ExpectedFile | null =>
      named.get(name, folderId, directoryPath) ?? null,
    /** Everything that should exist, except files that a person declared gone, in pages. */
    *under(part: FolderPart): Generator<ExpectedFile> {
      for (const { id } of directories.all(part)) {
        let last = 0;
        for (;;) {
          const page = inDirectory.all(id, last, PAGE);
          yield* page;
          if (page.length < PAGE) break;
          last = page.at(-1)?.fileId ?? last;
        }
      }
    },
  };
}

const PAGE = 1_000;
