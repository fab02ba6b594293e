/**
 * What a person approved: one hold of one content under one path. An approval for bytes that are not there any more
 * means nothing, and none ever spends anything by itself.
 */
import type Database from 'better-sqlite3';
import type { ApprovalKind } from '../../../src-shared/model/money/spend-limits.ts';

export function makeApprovalRepository(db: Database.Database) {
  const select = db.prepare<[fileId: number, contentId: number], { what: ApprovalKind }>(
    'SELECT what FROM approval WHERE file_id = ? AND content_id = ?',
  );
  // CROSS JOIN: approvals are fewer than files that wait for one.
  const selectReady = db.prepare<[], { id: number }>(
    `SELECT DISTINCT f.id FROM approval a CROSS JOIN file f ON f.id = a.file_id AND f.content_id = a.content_id
     WHERE f.state = 'ready' ORDER BY f.id`,
  );
  const upsert = db.prepare(
    `INSERT INTO approval (file_id, what, content_id, given_at_ms) VALUES (@fileId, @what, @contentId, @givenAtMs)
     ON CONFLICT DO UPDATE SET content_id = excluded.content_id, given_at_ms = excluded.given_at_ms`,
  );

  return {
    of: (fileId: number, contentId: number): ReadonlySet<ApprovalKind> =>
      new Set(select.all(fileId, contentId).map(({ what }) => what)),
    /** Files that are ready and of whose content something was approved. */
    readyFileIds: (): readonly number[] => selectReady.all().map(({ id }) => id),
    /** Replaces what was approved under this path for another content. */
    give(approval: {
      readonly fileId: number;
      readonly what: ApprovalKind;
      readonly contentId: number;
      readonly givenAtMs: number;
    }): void {
      upsert.run(approval);
    },
  };
}
export type ApprovalRepository = ReturnType<typeof makeApprovalRepository>;
