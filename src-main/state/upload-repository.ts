/**
 * The journal of uploads. A job is the intent to notarize one content in one project, written before the first byte
 * leaves; its attempts say how far each try came. Rows are never deleted: they are the answer to "what was paid?".
 */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../src-shared/model/price.ts';

/** `unknown`: sent to the end, answer lost; only evidence or a person ends it. `dropped`: nothing was recorded. */
export type JobOutcome = 'open' | 'unknown' | 'recorded' | 'refused' | 'dropped';

export interface UploadJobRow {
  readonly id: string;
  readonly fileId: number;
  readonly contentId: number;
  readonly projectId: string;
  readonly visibility: Visibility;
  readonly name: string;
  readonly uploadedIso: string;
  /** JSON: the frozen representation. */
  readonly form: string;
  readonly estimatedCredits: number;
  readonly balanceBefore: number | null;
  readonly outcome: JobOutcome;
  readonly recordId: number | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
}

export type NewUploadJob = Omit<UploadJobRow, 'outcome' | 'recordId' | 'endedAtMs'>;

const COLUMNS = `id, file_id AS fileId, content_id AS contentId, project_id AS projectId, visibility, name,
  uploaded_iso AS uploadedIso, form, estimated_credits AS estimatedCredits, balance_before AS balanceBefore, outcome,
  record_id AS recordId, created_at_ms AS createdAtMs, ended_at_ms AS endedAtMs`;

export function makeUploadRepository(db: Database.Database) {
  const query = (where: string) =>
    db.prepare<unknown[], UploadJobRow>(`SELECT ${COLUMNS} FROM upload_job ${where}`);
  const byId = query('WHERE id = ?');
  const live = query(
    "WHERE content_id = ? AND project_id = ? AND visibility = ? AND outcome IN ('open', 'unknown')",
  );
  const withOutcome = query('WHERE outcome = ? ORDER BY created_at_ms, id');
  const latestOfFile = query('WHERE file_id = ? ORDER BY created_at_ms DESC LIMIT 1');
  const latest = db.prepare<[], { iso: string | null }>(
    'SELECT max(uploaded_iso) AS iso FROM upload_job',
  );
  const spent = db.prepare<[sinceMs: number], { credits: number }>(
    `SELECT ifnull(sum(estimated_credits), 0) AS credits FROM upload_job
     WHERE created_at_ms >= ? AND outcome IN ('recorded', 'unknown')`,
  );
  const spentIn = db.prepare<[folderId: number], { credits: number }>(
    `SELECT ifnull(sum(estimated_credits), 0) AS credits FROM upload_job j
     WHERE folder_id = ? AND (outcome IN ('recorded', 'unknown') OR outcome = 'open' AND EXISTS (
       SELECT 1 FROM upload_attempt WHERE job_id = j.id AND ended_at_ms IS NULL))`,
  );
  const insert = db.prepare(
    `INSERT INTO upload_job (id, file_id, folder_id, content_id, project_id, visibility, name, uploaded_iso, form,
       estimated_credits, balance_before, outcome, created_at_ms)
     VALUES (@id, @fileId, (SELECT folder_id FROM file WHERE id = @fileId), @contentId, @projectId, @visibility,
       @name, @uploadedIso, @form, @estimatedCredits, @balanceBefore, 'open', @createdAtMs)`,
  );
  const end = db.prepare(
    'UPDATE upload_job SET outcome = @outcome, record_id = @recordId, ended_at_ms = @atMs WHERE id = @id',
  );
  const insertAttempt = db.prepare(
    'INSERT INTO upload_attempt (id, job_id, state, began_at_ms) VALUES (@id, @jobId, @state, @atMs)',
  );
  const release = db.prepare(
    'UPDATE upload_attempt SET tail_released = 1, state = @state WHERE id = @id AND ended_at_ms IS NULL',
  );
  const noteAttempt = db.prepare('UPDATE upload_attempt SET state = @state WHERE id = @id');
  const endAttempt = db.prepare(
    'UPDATE upload_attempt SET state = @state, ended_at_ms = @atMs WHERE id = @id',
  );
  const released = db.prepare<[jobId: string], { n: number }>(
    'SELECT count(*) AS n FROM upload_attempt WHERE job_id = ? AND tail_released = 1 AND ended_at_ms IS NULL',
  );
  const endOpenAttempts = db.prepare(
    'UPDATE upload_attempt SET ended_at_ms = @atMs WHERE job_id = @jobId AND ended_at_ms IS NULL',
  );

  return {
    get: (id: string): UploadJobRow | null => byId.get(id) ?? null,
    /** The job that is under way or unsettled for this content in this place, if any. */
    live: (contentId: number, projectId: string, visibility: Visibility): UploadJobRow | null =>
      live.get(contentId, projectId, visibility) ?? null,
    withOutcome: (outcome: JobOutcome): readonly UploadJobRow[] => withOutcome.all(outcome),
    latestOfFile: (fileId: number): UploadJobRow | null => latestOfFile.get(fileId) ?? null,
    latestUploadedIso: (): string | null => latest.get()?.iso ?? null,
    /** Credits that jobs since then have, or may have, cost. */
    spentSince: (sinceMs: number): number => spent.get(sinceMs)?.credits ?? 0,
    /** Credits that files of this folder have, or may have, cost; also those that are gone or renamed by now. */
    spentIn: (folderId: number): number => spentIn.get(folderId)?.credits ?? 0,
    add(job: NewUploadJob): void {
      insert.run(job);
    },
    /** Ends a job, and whatever attempts of it are still open; an `unknown` one stays open for evidence. */
    end(id: string, outcome: JobOutcome, recordId: number | null, atMs: number): void {
      const isOver = outcome !== 'unknown' && outcome !== 'open';
      end.run({ id, outcome, recordId, atMs: isOver ? atMs : null });
      if (isOver) endOpenAttempts.run({ jobId: id, atMs });
    },
    beginAttempt(attempt: { id: string; jobId: string; state: string; atMs: number }): void {
      insertAttempt.run(attempt);
    },
    /** The durable fact behind the commit gate. Throws unless exactly this open attempt took it. */
    releaseTail(attemptId: string, state: string): void {
      if (release.run({ id: attemptId, state }).changes !== 1) {
        throw new Error(`attempt ${attemptId} is not open`);
      }
    },
    /** Keeps an attempt's outcome without ending it: see the transfer room's journal. */
    noteAttempt(id: string, state: string): void {
      noteAttempt.run({ id, state });
    },
    endAttempt(id: string, state: string, atMs: number): void {
      endAttempt.run({ id, state, atMs });
    },
    /** True when an attempt of this job let its last bytes go and nobody knows what became of them. */
    hasReleasedTail: (jobId: string): boolean => (released.get(jobId)?.n ?? 0) > 0,
    endOpenAttempts(jobId: string, atMs: number): void {
      endOpenAttempts.run({ jobId, atMs });
    },
  };
}
export type UploadRepository = ReturnType<typeof makeUploadRepository>;
