/**
 * What a person decided about the uploads of single files: which go before or behind all others, and which are not sent
 * at all. A wish belongs to the row of a path and goes with it.
 */
import type Database from 'better-sqlite3';
import type { UploadPriority } from '../../src-shared/model/transfer-rules.ts';

export interface UploadWish {
  readonly priority: UploadPriority;
  /** These bytes are not sent until a person says so; null: nothing was stopped. */
  readonly stoppedContentId: number | null;
}

interface Row {
  readonly fileId: number;
  readonly priority: 'first' | 'last' | null;
  readonly stoppedContentId: number | null;
}

const NO_WISH: UploadWish = { priority: 'normal', stoppedContentId: null };

export function makeUploadWishRepository(db: Database.Database) {
  const columns = 'file_id AS fileId, priority, stopped_content_id AS stoppedContentId';
  const select = db.prepare<[fileId: number], Row>(
    `SELECT ${columns} FROM upload_wish WHERE file_id = ?`,
  );
  const selectAll = db.prepare<[], Row>(`SELECT ${columns} FROM upload_wish`);
  const upsert = db.prepare(
    `INSERT INTO upload_wish (file_id, priority, stopped_content_id)
     VALUES (@fileId, @priority, @stoppedContentId)
     ON CONFLICT (file_id) DO UPDATE SET priority = excluded.priority,
       stopped_content_id = excluded.stopped_content_id`,
  );
  const forget = db.prepare('DELETE FROM upload_wish WHERE file_id = ?');

  const of = (fileId: number): UploadWish => read(select.get(fileId));

  function keep(fileId: number, change: Partial<UploadWish>): void {
    const { priority, stoppedContentId } = { ...of(fileId), ...change };
    if (priority === 'normal' && stoppedContentId === null) forget.run(fileId);
    else
      upsert.run({ fileId, priority: priority === 'normal' ? null : priority, stoppedContentId });
  }

  return {
    of,
    /** Files about which a person wished something, by row number. */
    all: (): ReadonlyMap<number, UploadWish> =>
      new Map(selectAll.all().map((row) => [row.fileId, read(row)])),
    setPriority: (fileId: number, priority: UploadPriority): void => keep(fileId, { priority }),
    /** Null takes it back. */
    stop: (fileId: number, contentId: number | null): void =>
      keep(fileId, { stoppedContentId: contentId }),
    forget(fileId: number): void {
      forget.run(fileId);
    },
  };
}
export type UploadWishRepository = ReturnType<typeof makeUploadWishRepository>;

function read(row: Row | undefined): UploadWish {
  if (row === undefined) return NO_WISH;
  return { priority: row.priority ?? 'normal', stoppedContentId: row.stoppedContentId };
}
