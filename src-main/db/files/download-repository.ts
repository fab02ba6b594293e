/** Unfinished downloads. A finished one is a file like any other and leaves no row. */
import type Database from 'better-sqlite3';

export interface KeptDownload {
  readonly id: number;
  readonly projectId: string;
  /** The service's id. */
  readonly fileId: string;
  /** The file's name in the folder, once it is complete. */
  readonly name: string;
  readonly folder: string;
  /** Of the partial file in the folder. */
  readonly partName: string;
  /** Identifies the content of the partial file; null: unknown. */
  readonly validator: string | null;
  readonly totalBytes: number | null;
  readonly createdAtMs: number;
}

const COLUMNS = `id, project_id AS projectId, file_id AS fileId, name, folder, part_name AS partName, validator,
  total_bytes AS totalBytes, created_at_ms AS createdAtMs`;

export function makeDownloadRepository(db: Database.Database) {
  const selectAll = db.prepare<[], KeptDownload>(`SELECT ${COLUMNS} FROM download ORDER BY id`);
  const select = db.prepare<[projectId: string, fileId: string, folder: string], KeptDownload>(
    `SELECT ${COLUMNS} FROM download WHERE project_id = ? AND file_id = ? AND folder = ?`,
  );
  const insert = db.prepare(
    `INSERT INTO download (project_id, file_id, name, folder, part_name, validator, total_bytes, created_at_ms)
     VALUES (@projectId, @fileId, @name, @folder, @partName, @validator, @totalBytes, @createdAtMs)`,
  );
  const updateContent = db.prepare(
    'UPDATE download SET validator = @validator, total_bytes = @totalBytes WHERE id = @id',
  );
  const updateName = db.prepare('UPDATE download SET name = @name WHERE id = @id');
  const remove = db.prepare('DELETE FROM download WHERE id = ?');

  return {
    /** The oldest first. */
    all: (): readonly KeptDownload[] => selectAll.all(),
    find: (projectId: string, fileId: string, folder: string): KeptDownload | null =>
      select.get(projectId, fileId, folder) ?? null,
    add(download: Omit<KeptDownload, 'id'>): KeptDownload {
      return { ...download, id: Number(insert.run(download).lastInsertRowid) };
    },
    rename: (id: number, name: string): void => void updateName.run({ id, name }),
    /** Sets the content to which all bytes from now on belong. */
    setContent(id: number, content: Pick<KeptDownload, 'validator' | 'totalBytes'>): void {
      updateContent.run({ id, ...content });
    },
    remove: (id: number): void => void remove.run(id),
  };
}
