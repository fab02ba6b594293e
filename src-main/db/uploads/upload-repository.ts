/**
 * The journal of uploads. A job is the intent to notarize one content in one project, written before the first byte
 * leaves; its attempts say how far each try came. Rows are never deleted: they are the answer to "what was paid?".
 */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

/**
 * `unknown`: sent to the end, answer lost; only evidence or a person ends it. `given-up`: a person ended it and sent the
 * content again; it counts as spent. `dropped`: nothing was recorded.
 */
export type JobOutcome = 'open' | 'unknown' | 'given-up' | 'recorded' | 'refused' | 'dropped';

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
  /** What lists had shown when the intent was written: see `ListedFileRepository.wasListedBefore`. */
  readonly baselineSeq: number;
  /** Records of the place at its last whole reading before the intent; null: there was none. */
  readonly baselineTotal: number | null;
  /** When its answer was given up; null: it was not. */
  readonly unknownSinceMs: number | null;
  /** The last look at the place's list, and what it found (JSON). */
  readonly lookedAtMs: number | null;
  readonly finding: string | null;
  /** What its record was recognised by; null: its own answer, or no record. */
  readonly recordedBy: Recognition | null;
}

export type Recognition = 'uploaded' | 'file-hash';

/** The baseline is taken from the database when the job is added. */
export type NewUploadJob = Omit<
  UploadJobRow,
  | 'outcome'
  | 'recordId'
  | 'endedAtMs'
  | 'baselineSeq'
  | 'baselineTotal'
  | 'unknownSinceMs'
  | 'lookedAtMs'
  | 'finding'
  | 'recordedBy'
>;

/** Times of the connection on which a job's last bytes left. */
export interface SendingRow {
  readonly endedAtMs: number | null;
  readonly sendingMs: number | null;
}

/** An attempt whose bytes a service keeps, so that it can go on. */
export interface ResumableAttempt {
  readonly attemptId: string;
  /** The upload's own address; a secret. */
  readonly resource: string;
  readonly confirmedBytes: number;
  readonly isTailReleased: boolean;
}

const COLUMNS = `id, file_id AS fileId, content_id AS contentId, project_id AS projectId, visibility, name,
  uploaded_iso AS uploadedIso, form, estimated_credits AS estimatedCredits, balance_before AS balanceBefore,
  CASE WHEN given_up_at_ms IS NULL THEN outcome ELSE 'given-up' END AS outcome, record_id AS recordId,
  created_at_ms AS createdAtMs, ended_at_ms AS endedAtMs, baseline_seq AS baselineSeq, baseline_total AS baselineTotal,
  unknown_since_ms AS unknownSinceMs, looked_at_ms AS lookedAtMs, finding, recorded_by AS recordedBy`;
/** A job that may still become a record by itself. */
const LIVE = "outcome IN ('open', 'unknown') AND given_up_at_ms IS NULL";

export function makeUploadRepository(db: Database.Database, nowMs: () => number) {
  const query = (where: string) =>
    db.prepare<unknown[], UploadJobRow>(`SELECT ${COLUMNS} FROM upload_job ${where}`);
  const byId = query('WHERE id = ?');
  const live = query(`WHERE content_id = ? AND project_id = ? AND visibility = ? AND ${LIVE}`);
  const withOutcome = query(
    'WHERE outcome = +? AND given_up_at_ms IS NULL ORDER BY created_at_ms, id', // planned once: see file-repository.ts
  );
  const ofRecord = query('WHERE record_id = ? ORDER BY created_at_ms DESC LIMIT 1');
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
       estimated_credits, balance_before, outcome, created_at_ms, baseline_seq, baseline_total)
     VALUES (@id, @fileId, (SELECT folder_id FROM file WHERE id = @fileId), @contentId, @projectId, @visibility,
       @name, @uploadedIso, @form, @estimatedCredits, @balanceBefore, 'open', @createdAtMs,
       (SELECT ifnull(max(seq), 0) FROM listed_file),
       (SELECT total_records FROM place_reading WHERE project_id = @projectId AND visibility = @visibility))`,
  );
  const end = db.prepare(
    'UPDATE upload_job SET outcome = @outcome, record_id = @recordId, ended_at_ms = @atMs WHERE id = @id',
  );
  const becomeUnknown = db.prepare(
    'UPDATE upload_job SET unknown_since_ms = ifnull(unknown_since_ms, @atMs) WHERE id = @id',
  );
  const lostAhead = db.prepare(
    `UPDATE upload_job SET unknown_since_ms = @nowMs, looked_at_ms = NULL
     WHERE outcome = 'unknown' AND unknown_since_ms > @nowMs`,
  );
  const endedAhead = db.prepare(
    'UPDATE upload_attempt SET disconnected_at_ms = @nowMs WHERE tail_released = 1 AND disconnected_at_ms > @nowMs',
  );
  const recognise = db.prepare('UPDATE upload_job SET recorded_by = @by WHERE id = @id');
  const noteLook = db.prepare(
    'UPDATE upload_job SET looked_at_ms = @atMs, finding = @finding WHERE id = @id',
  );
  const giveUp = db.prepare(
    "UPDATE upload_job SET given_up_at_ms = @atMs WHERE id = @id AND outcome = 'unknown' AND given_up_at_ms IS NULL",
  );
  const insertAttempt = db.prepare(
    `INSERT INTO upload_attempt (id, job_id, state, began_at_ms, connected_at_ms)
     VALUES (@id, @jobId, @state, @atMs, @atMs)`,
  );
  const release = db.prepare(
    `UPDATE upload_attempt SET tail_released = 1, state = @state, released_at_ms = @atMs
     WHERE id = @id AND ended_at_ms IS NULL`,
  );
  const noteAttempt = db.prepare(
    'UPDATE upload_attempt SET state = @state, disconnected_at_ms = @atMs WHERE id = @id',
  );
  const endAttempt = db.prepare(
    'UPDATE upload_attempt SET state = @state, ended_at_ms = @atMs, disconnected_at_ms = @atMs WHERE id = @id',
  );
  const attemptStates = db.prepare<[jobId: string], { state: string }>(
    'SELECT state FROM upload_attempt WHERE job_id = ? ORDER BY began_at_ms, rowid',
  );
  const sending = db.prepare<[jobId: string], SendingRow>(
    `SELECT max(disconnected_at_ms) AS endedAtMs, max(released_at_ms - connected_at_ms) AS sendingMs
     FROM upload_attempt WHERE job_id = ? AND tail_released = 1`,
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
    `UPDATE upload_attempt SET state = @state, ended_at_ms = NULL,
       connected_at_ms = CASE tail_released WHEN 1 THEN connected_at_ms ELSE @atMs END
     WHERE id = @id AND resource IS NOT NULL`,
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
    /** The job whose record this is; null for a record that was not uploaded from here. */
    ofRecord: (recordId: number): UploadJobRow | null => ofRecord.get(recordId) ?? null,
    latestUploadedIso: (): string | null => latest.get()?.iso ?? null,
    /** Credits that jobs since then have, or may have, cost. */
    spentSince: (sinceMs: number): number => spent.get(sinceMs)?.credits ?? 0,
    /** Credits that files of this folder have, or may have, cost; also those that are gone or renamed by now. */
    spentIn: (folderId: number): number => spentIn.get(folderId)?.credits ?? 0,
    /** Call it in the transaction that decides to upload: what lists have shown by then is the job's baseline. */
    add(job: NewUploadJob): void {
      insert.run(job);
    },
    /** Ends a job with its open attempts and their resources; an `unknown` one keeps both, for evidence. */
    end(
      id: string,
      outcome: Exclude<JobOutcome, 'given-up'>,
      recordId: number | null,
      atMs: number,
    ): void {
      if (outcome === 'unknown') becomeUnknown.run({ id, atMs });
      const isOver = outcome !== 'unknown' && outcome !== 'open';
      end.run({ id, outcome, recordId, atMs: isOver ? atMs : null });
      if (!isOver) return;
      endOpenAttempts.run({ jobId: id, atMs });
      forgetResources.run(id);
    },
    /** Says what the record of an ended job was recognised by. */
    recognise(id: string, by: Recognition): void {
      recognise.run({ id, by });
    },
    /** Keeps what a look at the list found for a job whose answer was lost. */
    noteLook(id: string, look: { readonly atMs: number; readonly finding: string }): void {
      noteLook.run({ id, ...look });
    },
    /** A person sends the content again. The job and its attempts stay as they are. Throws unless it was `unknown`. */
    giveUp(id: string, atMs: number): void {
      if (giveUp.run({ id, atMs }).changes !== 1) throw new Error(`job ${id} is not unknown`);
      endOpenAttempts.run({ jobId: id, atMs });
      forgetResources.run(id);
    },
    /** Answers that were lost in a time that has not come, because the clock went back, were lost just now. */
    bringBackLosses(at: number): void {
      lostAhead.run({ nowMs: at });
      endedAhead.run({ nowMs: at });
    },
    /** What each attempt's journal last said (JSON), oldest first. */
    attemptStates: (jobId: string): readonly string[] =>
      attemptStates.all(jobId).map(({ state }) => state),
    /** When the connection of the released attempts ended, and how long it took until the release; null: not noted. */
    sending: (jobId: string): SendingRow =>
      sending.get(jobId) ?? { endedAtMs: null, sendingMs: null },
    beginAttempt(attempt: { id: string; jobId: string; state: string; atMs: number }): void {
      insertAttempt.run(attempt);
    },
    /** An attempt that was stopped goes on at its resource. Throws when it has none. */
    reopenAttempt(id: string, state: string): void {
      if (reopen.run({ id, state, atMs: nowMs() }).changes !== 1)
        throw new Error(`attempt ${id} cannot go on`);
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
      if (release.run({ id: attemptId, state, atMs: nowMs() }).changes !== 1) {
        throw new Error(`attempt ${attemptId} is not open`);
      }
    },
    /** Keeps an attempt's outcome without ending it: see the transfer room's journal. */
    noteAttempt(id: string, state: string): void {
      noteAttempt.run({ id, state, atMs: nowMs() });
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
