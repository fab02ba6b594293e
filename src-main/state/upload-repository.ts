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

/** An attempt whose bytes a service keeps, so that it can go on. */
export interface ResumableAttempt {
  readonly attemptId: string;
  /** The upload's own address; a secret. */
  readonly resource: string;
  readonly confirmedBytes: number;
  readonly isTailReleased: boolean;
}

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

  const announce = db.prepare('UPDATE upload_attempt SET resource = @resource WHERE id = @id');
  const confirm = db.prepare(
    'UPDATE upload_attempt SET confirmed_bytes = max(confirmed_bytes, @bytes) WHERE id = @id',
  );
  const reopen = db.prepare(
    'UPDATE upload_attempt SET state = @state, ended_at_ms = NULL WHERE id = @id AND resource IS NOT NULL',
  );
  const forgetResource = db.prepare('UPDATE upload_attempt SET resource = NULL WHERE id = ?');
  const forgetResources = db.prepare(
    'UPDATE upload_attempt SET resource = NULL WHERE job_id = ? AND resource IS NOT NULL',
  );
  const resumable = db.prepare<
    [jobId: string],
    { attemptId: string; resource: string; confirmedBytes: number; tailReleased: 0 | 1 }
  >(
    `SELECT id AS attemptId, resource, confirmed_bytes AS confirmedBytes, tail_released AS tailReleased
     FROM upload_attempt WHERE job_id = ? AND resource IS NOT NULL ORDER BY began_at_ms DESC, rowid DESC LIMIT 1`,
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
    /** Ends a job with its open attempts and their resources; an `unknown` one keeps both, for evidence. */
    end(id: string, outcome: JobOutcome, recordId: number | null, atMs: number): void {
      const isOver = outcome !== 'unknown' && outcome !== 'open';
      end.run({ id, outcome, recordId, atMs: isOver ? atMs : null });
      if (!isOver) return;
      endOpenAttempts.run({ jobId: id, atMs });
      forgetResources.run(id);
    },
    beginAttempt(attempt: { id: string; jobId: string; state: string; atMs: number }): void {
      insertAttempt.run(attempt);
    },
    /** An attempt that was stopped goes on at its resource. Throws when it has none. */
    reopenAttempt(id: string, state: string): void {
      if (reopen.run({ id, state }).changes !== 1) throw new Error(`attempt ${id} cannot go on`);
    },
    keepResource(attemptId: string, resource: string): void {
      announce.run({ id: attemptId, resource });
    },
    /** The service holds this much of the form for good; less than before changes nothing. */
    confirmBytes(attemptId: string, bytes: number): void {
      confirm.run({ id: attemptId, bytes });
    },
    forgetResource(attemptId: string): void {
      forgetResource.run(attemptId);
    },
    /** The latest attempt of this job that can go on where it was, if any. */
    resumable(jobId: string): ResumableAttempt | null {
      const found = resumable.get(jobId);
      if (found === undefined) return null;
      const { tailReleased, ...attempt } = found;
      return { ...attempt, isTailReleased: tailReleased === 1 };
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
