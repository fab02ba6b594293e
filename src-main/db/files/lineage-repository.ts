/**
 * Rows of active folders for provenance: what they cite, and which record they refer to. It decides nothing and changes
 * nothing.
 */
import type Database from 'better-sqlite3';
import * as z from 'zod/mini';
import type { Assignment } from '../../../src-shared/model/files/assignment.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import { type FileHere, showsRecord } from '../../../src-shared/model/lineage/lineage.ts';
import { localFileId } from '../../../src-shared/model/changes/local-id.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import type { CitationRule } from '../../../src-shared/model/lineage/complete-provenance.ts';
import type { FileRow } from './file-repository.ts';

interface Row extends Omit<Assignment, 'checkPolicy'> {
  readonly id: number;
  readonly name: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  /** Null: not of a ready file. */
  readonly isApproved: 0 | 1 | null;
  readonly fileId: string | null;
  readonly recordProjectId: string | null;
  readonly recordVisibility: Visibility | null;
}

/** A row with its location. */
export type PlacedFile = FileHere & Place;
type PlacedRow = Row & Place;
type Place = Pick<FileRow, 'folderId' | 'directoryPath' | 'sizeBytes'>;

const COLUMNS = `f.id, f.name, f.state, f.hold, a.project_id AS projectId, a.visibility, a.file_type AS fileType, a.labels,
  a.procedure_description AS procedureDescription, a.link_to_procedure AS linkToProcedure,
  a.primary_data AS primaryData, r.file_id AS fileId, r.project_id AS recordProjectId,
  r.visibility AS recordVisibility, f.folder_id AS folderId, d.path AS directoryPath, f.size_bytes AS sizeBytes,
  iif(f.state = 'ready', (o.budget_credits IS NOT NULL AND o.approve_each = 0 AND f.id > o.large_batch_until_id) OR EXISTS (
    SELECT 1 FROM approval p WHERE p.file_id = f.id AND p.content_id = f.content_id), NULL) AS isApproved`;
const FROM = `FROM file f JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL
  JOIN directory d ON d.id = f.directory_id
  JOIN assignment a ON a.id = ifnull(f.assignment_id, o.assignment_id)
  LEFT JOIN record r ON r.id = f.record_id`;

export function makeLineageRepository(db: Database.Database) {
  const query = (where: string) =>
    db.prepare<unknown[], PlacedRow>(`SELECT ${COLUMNS} ${FROM} WHERE ${where} ORDER BY f.id`);
  const inProject = query(
    `(a.project_id = @projectId AND a.file_type = 'secondary')
     OR r.project_id = @projectId`,
  );
  const byId = query('f.id IN (SELECT value FROM json_each(@ids))');
  const citable = query(
    `(a.project_id = @projectId OR r.project_id = @projectId) AND f.state NOT IN ('ignored', 'unreadable')`,
  );
  const awaiting = db.prepare<[cited: string, alsoCited: string], { id: number }>(
    `SELECT f.id FROM file f JOIN assignment a ON a.id = f.assignment_id
     WHERE f.hold = 'primary_pending' AND f.state = 'held'
       AND (instr(',' || a.primary_data || ',', ?) > 0 OR instr(',' || a.link_to_procedure || ',', ?) > 0)`,
  );
  const changes = db.prepare<[], { count: number }>('SELECT total_changes() AS count');

  return {
    /** Rows that belong to a project and cite, or show a record in it. */
    inProject: (projectId: string): readonly PlacedFile[] => inProject.all({ projectId }).map(read),
    withIds: (ids: readonly number[]): readonly PlacedFile[] =>
      ids.length === 0 ? [] : byId.all({ ids: JSON.stringify(ids) }).map(read),
    /** Rows that files of a project could cite. */
    citableIn: (projectId: string): readonly PlacedFile[] => citable.all({ projectId }).map(read),
    /** Rows that are held until this one is recorded. */
    awaiting(fileId: number): readonly number[] {
      const cited = `,${localFileId(fileId)},`;
      return awaiting.all(cited, cited).map(({ id }) => id);
    },
    /** Grows with every write: while it stays the same, everything that was read is still true. */
    changeCount: (): number => changes.get()?.count ?? 0,
  };
}

/** A row that shows its record has the record's destination, whatever its folder says by now. */
function read({
  id,
  recordProjectId,
  recordVisibility,
  isApproved,
  ...row
}: PlacedRow): PlacedFile {
  const isRecord = showsRecord(row);
  return {
    ...row,
    ...(isApproved === null ? {} : { isApproved: isApproved === 1 }),
    localFileId: String(id),
    projectId: (isRecord ? recordProjectId : null) ?? row.projectId,
    visibility: (isRecord ? recordVisibility : null) ?? row.visibility,
  };
}

export interface KeptRule {
  readonly id: number;
  readonly folderId: number;
  readonly rule: CitationRule;
}

type RuleRow = Omit<KeptRule, 'rule'> & { readonly rule: string };

const Rule = z.object({
  pattern: z.string(),
  primaries: z.array(z.string()),
  procedures: z.array(z.string()),
  description: z.string(),
  labels: z.string(),
});

/** How the secondary files of a folder find their primary files automatically. */
export function makeCitationRuleRepository(db: Database.Database) {
  const all = db.prepare<[], RuleRow>(
    `SELECT r.id, r.folder_id AS folderId, r.rule FROM citation_rule r
     JOIN folder o ON o.id = r.folder_id AND o.removed_at_ms IS NULL ORDER BY r.id`,
  );
  const insert = db.prepare<[folderId: number, rule: string]>(
    'INSERT INTO citation_rule (folder_id, rule) VALUES (?, ?)',
  );
  const erase = db.prepare<[id: number]>('DELETE FROM citation_rule WHERE id = ?');

  return {
    /** Of active folders. */
    all: (): readonly KeptRule[] => all.all().map(readRule),
    /** A rule that the folder has already is kept once. */
    keep(folderId: number, rule: CitationRule): number {
      const text = JSON.stringify(Rule.parse(rule));
      const known = all.all().find((row) => row.folderId === folderId && row.rule === text);
      return known?.id ?? Number(insert.run(folderId, text).lastInsertRowid);
    },
    /** Returns whether there was one. */
    forget: (id: number): boolean => erase.run(id).changes > 0,
  };
}

function readRule({ id, folderId, rule }: RuleRow): KeptRule {
  return { id, folderId, rule: Rule.parse(JSON.parse(rule)) };
}

export interface CompletedFile {
  readonly fileId: number;
  /** Its own assignment before; null: its folder's. */
  readonly before: number | null;
  /** Its own assignment since. */
  readonly after: number;
}

/** Citations that were filled in for several files at once: what each had before, so that it can be undone. */
export function makeCompletionRepository(db: Database.Database) {
  const insert = db.prepare<[madeAtMs: number]>('INSERT INTO completion (made_at_ms) VALUES (?)');
  const insertFile = db.prepare<[{ id: number } & CompletedFile]>(
    `INSERT INTO completed_file (completion_id, file_id, assignment_id_before, assignment_id)
     VALUES (@id, @fileId, @before, @after)`,
  );
  const select = db.prepare<[id: number], CompletedFile>(
    `SELECT file_id AS fileId, assignment_id_before AS before, assignment_id AS after
     FROM completed_file WHERE completion_id = ? ORDER BY file_id`,
  );
  const eraseFiles = db.prepare<[id: number]>('DELETE FROM completed_file WHERE completion_id = ?');
  const erase = db.prepare<[id: number]>('DELETE FROM completion WHERE id = ?');

  return {
    begin: (madeAtMs: number): number => Number(insert.run(madeAtMs).lastInsertRowid),
    note(id: number, file: CompletedFile): void {
      insertFile.run({ id, ...file });
    },
    filesOf: (id: number): readonly CompletedFile[] => select.all(id),
    forget(id: number): void {
      eraseFiles.run(id);
      erase.run(id);
    },
  };
}
