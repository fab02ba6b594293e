/** What the service's lists showed: which files were known at what time, and what a complete reading found. */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

export interface ListedDestination {
  readonly projectId: string;
  readonly visibility: Visibility;
}

/** A reading that reached the list's end. */
export interface CompleteListing {
  readonly begunAtMs: number;
  readonly totalRecords: number;
  /** Every live file of this account in it is in the ledger. */
  readonly isAccounted: boolean;
}

export function makeListedFileRepository(db: Database.Database) {
  const insertListed = db.prepare(
    'INSERT OR IGNORE INTO listed_file (project_id, visibility, file_id) VALUES (?, ?, ?)',
  );
  const sequence = db.prepare<unknown[], { seq: number }>(
    'SELECT seq FROM listed_file WHERE project_id = ? AND visibility = ? AND file_id = ?',
  );
  const upsertReading = db.prepare(
    `INSERT INTO place_reading (project_id, visibility, begun_at_ms, total_records, is_accounted)
     VALUES (@projectId, @visibility, @begunAtMs, @totalRecords, @isAccounted)
     ON CONFLICT DO UPDATE SET begun_at_ms = @begunAtMs, total_records = @totalRecords, is_accounted = @isAccounted`,
  );
  const accounted = db.prepare<unknown[], { n: number }>(
    'SELECT count(*) AS n FROM place_reading WHERE project_id = ? AND visibility = ? AND is_accounted = 1',
  );
  const anyAccounted = db.prepare('SELECT 1 FROM place_reading WHERE is_accounted = 1 LIMIT 1');
  const unaccounted = db.prepare<[], ListedDestination>(
    `SELECT DISTINCT a.project_id AS projectId, a.visibility FROM folder o
       JOIN assignment a ON a.id = o.assignment_id
     WHERE o.kind = 'watched' AND o.removed_at_ms IS NULL AND NOT EXISTS (
       SELECT 1 FROM place_reading p
       WHERE p.project_id = a.project_id AND p.visibility = a.visibility AND p.is_accounted = 1)
     ORDER BY 1, 2`,
  );
  const forgetAccounts = db.prepare('UPDATE place_reading SET is_accounted = 0');

  return {
    /** Remembers ids that a list showed; known ones keep their position in the order. */
    noteListed({ projectId, visibility }: ListedDestination, fileIds: Iterable<string>): void {
      for (const fileId of fileIds) insertListed.run(projectId, visibility, fileId);
    },
    /** True when a list had shown this file before the job was stored. */
    wasListedBefore(
      job: ListedDestination & { readonly baselineSeq: number },
      fileId: string,
    ): boolean {
      const listed = sequence.get(job.projectId, job.visibility, fileId);
      return listed !== undefined && listed.seq <= job.baselineSeq;
    },
    /** True when any list has ever shown this file. */
    wasListed: ({ projectId, visibility }: ListedDestination, fileId: string): boolean =>
      sequence.get(projectId, visibility, fileId) !== undefined,
    noteCompleteListing(place: ListedDestination, reading: CompleteListing): void {
      upsertReading.run({ ...place, ...reading, isAccounted: reading.isAccounted ? 1 : 0 });
    },
    isAccounted: ({ projectId, visibility }: ListedDestination): boolean =>
      (accounted.get(projectId, visibility)?.n ?? 0) > 0,
    hasAccounted: (): boolean => anyAccounted.get() !== undefined,
    /** Destinations of watched folders where a past charge may be unknown here. */
    unaccounted: (): readonly ListedDestination[] => unaccounted.all(),
    /** After a lost or older database. */
    forgetAccounts(): void {
      forgetAccounts.run();
    },
  };
}
