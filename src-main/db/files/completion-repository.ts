/** Citations that were filled in for several files at once: what each had before, so that it can be taken back. */
import type Database from 'better-sqlite3';

export interface CompletedFile {
  readonly fileId: number;
  /** Its own instructions before; null: those of its folder. */
  readonly before: number | null;
  /** Its own instructions since. */
  readonly after: number;
}

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
export type CompletionRepository = ReturnType<typeof makeCompletionRepository>;
