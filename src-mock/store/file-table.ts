/** Files of both kinds. A row is never removed: a deletion is a second chain record beside the first. */
import type { FileType } from '../../src-shared/service/files.ts';
import type { PageRequest } from '../http/paging.ts';
import type { Connection } from './database.ts';

export type Visibility = 'public' | 'private';

export interface StoredFile {
  readonly id: string;
  readonly projectId: string;
  readonly ownerId: string;
  readonly visibility: Visibility;
  readonly name: string;
  readonly label: string;
  readonly type: FileType;
  readonly mediaType: string;
  readonly sizeBytes: number;
  readonly linkToProcedure: string | null;
  readonly procedureDescription: string | null;
  readonly primaryData: string | null;
  readonly uploaded: string;
  readonly downloadCount: number;
  readonly sha256: string;
  /** Names algorithm and encoding of the FileHash, such as `sha256, hex`. */
  readonly hashMethod: string;
  /** Key of the content in its store. */
  readonly objectKey: string;
  readonly metadataCid: string;
  readonly uploadRecord: number;
  readonly deletionRecord: number | null;
}

export type NewFile = Omit<StoredFile, 'downloadCount' | 'deletionRecord'>;

const COLUMNS = `id, project_id AS projectId, owner_id AS ownerId, visibility, name, label, type,
  media_type AS mediaType, size_bytes AS sizeBytes, link_to_procedure AS linkToProcedure,
  procedure_description AS procedureDescription, primary_data AS primaryData, uploaded,
  download_count AS downloadCount, sha256, hash_method AS hashMethod, object_key AS objectKey,
  metadata_cid AS metadataCid, upload_record AS uploadRecord, deletion_record AS deletionRecord`;

export function makeFileTable(db: Connection) {
  const insert = db.prepare<[NewFile]>(
    `INSERT INTO file (id, project_id, owner_id, visibility, name, label, type, media_type, size_bytes,
       link_to_procedure, procedure_description, primary_data, uploaded, sha256, hash_method, object_key,
       metadata_cid, upload_record)
     VALUES (@id, @projectId, @ownerId, @visibility, @name, @label, @type, @mediaType, @sizeBytes,
       @linkToProcedure, @procedureDescription, @primaryData, @uploaded, @sha256, @hashMethod, @objectKey,
       @metadataCid, @uploadRecord)`,
  );
  const byId = db.prepare<[string], StoredFile>(`SELECT ${COLUMNS} FROM file WHERE id = ?`);
  const page = db.prepare<[string, Visibility, number, number], StoredFile>(
    `SELECT ${COLUMNS} FROM file WHERE project_id = ? AND visibility = ?
     ORDER BY sequence DESC LIMIT ? OFFSET ?`,
  );
  const count = db.prepare<[string, Visibility], { total: number }>(
    'SELECT count(*) AS total FROM file WHERE project_id = ? AND visibility = ?',
  );
  const byContent = db.prepare<[string], StoredFile>(
    `SELECT ${COLUMNS} FROM file WHERE sha256 = ? ORDER BY sequence`,
  );
  const deleted = db.prepare<[], StoredFile>(
    `SELECT ${COLUMNS} FROM file WHERE deletion_record IS NOT NULL`,
  );
  const setDeletion = db.prepare<[number, string]>(
    'UPDATE file SET deletion_record = ? WHERE id = ?',
  );
  const countDownload = db.prepare<[string]>(
    'UPDATE file SET download_count = download_count + 1 WHERE id = ?',
  );

  return {
    insert: (file: NewFile): void => void insert.run(file),
    find: (id: string): StoredFile | null => byId.get(id) ?? null,
    /** Newest upload first; equal times stay in the order of arrival. */
    page: (
      projectId: string,
      visibility: Visibility,
      { start, limit }: PageRequest,
    ): readonly StoredFile[] => page.all(projectId, visibility, limit, start),
    count: (projectId: string, visibility: Visibility): number =>
      count.get(projectId, visibility)?.total ?? 0,
    /** Every file with that content, oldest first, deleted ones included. */
    withContent: (sha256: string): readonly StoredFile[] => byContent.all(sha256),
    /** Files whose deletion has been asked for. */
    deleted: (): readonly StoredFile[] => deleted.all(),
    markDeleted: (id: string, deletionRecord: number): void =>
      void setDeletion.run(deletionRecord, id),
    countDownload: (id: string): void => void countDownload.run(id),
  };
}
