/**
 * What services keep of unfinished uploads: which files can continue, and addresses of uploads that never will. The
 * database notes those addresses when a job is dropped (migration 040). Each is a secret and is deleted as soon as the
 * service was notified.
 */
import type Database from 'better-sqlite3';

export function makeUnfinishedUploadRepository(db: Database.Database) {
  const select = db.prepare<[], { resource: string }>(
    'SELECT resource FROM abandoned_upload ORDER BY abandoned_at_ms, resource',
  );
  const forget = db.prepare('DELETE FROM abandoned_upload WHERE resource = ?');
  // A job whose file has other bytes by now, or is gone, cannot continue at its address: that belongs to another form.
  const stale = db.prepare<[], { id: string }>(
    `SELECT j.id FROM upload_job j LEFT JOIN file f ON f.id = j.file_id
     WHERE j.outcome = 'open' AND (f.id IS NULL OR f.content_id <> j.content_id AND f.state <> 'uploading')
       AND EXISTS (SELECT 1 FROM upload_attempt WHERE job_id = j.id AND resource IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM upload_attempt WHERE job_id = j.id AND tail_released = 1)`,
  );
  const begun = db.prepare<[], { fileId: number }>(
    `SELECT DISTINCT j.file_id AS fileId FROM upload_job j JOIN upload_attempt a ON a.job_id = j.id
     WHERE j.outcome = 'open' AND a.resource IS NOT NULL`,
  );

  return {
    /** Files whose upload can continue. */
    begunFileIds: (): ReadonlySet<number> => new Set(begun.all().map(({ fileId }) => fileId)),
    /** Addresses that nobody will continue, oldest first. */
    abandoned: (): readonly string[] => select.all().map(({ resource }) => resource),
    forget(resource: string): void {
      forget.run(resource);
    },
    /** Open jobs that hold an address and can never use it again. */
    staleJobs: (): readonly string[] => stale.all().map(({ id }) => id),
  };
}
