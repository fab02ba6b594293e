/**
 * The journal of uploads. A job is the intent to notarize one content in one project, written before the first byte
 * leaves; its attempts say how far each got. `nextUpload` decides every change of their state, and `move` stores the
 * result. Rows are never deleted: they answer "what was paid?".
 */
import type Database from 'better-sqlite3';
import type { Received } from '../../../src-shared/model/files/file-view.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import { isoFromMs } from '../../../src-shared/model/text/time.ts';
import { untilChanged } from '../transactions.ts';
import { makeUploadMoves, type StoredOutcome, type UploadClocks } from './upload-moves.ts';

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
  /** `open`: `stateOf` tells whether it waits, is being sent or has released its last bytes. */
  readonly outcome: StoredOutcome;
  readonly recordId: number | null;
  readonly createdAtMs: number;
  readonly endedAtMs: number | null;
  /** What lists had shown when the intent was written: see `ListedFileRepository.wasListedBefore`. */
  readonly baselineSeq: number;
  /** Records of the destination at its last complete reading before the intent; null: there was none. */
  readonly baselineTotal: number | null;
  /** When the wait for its answer was abandoned; null: it was not. */
  readonly unknownSinceMs: number | null;
  /** What came in place of the answer (JSON); null: not known, or it was answered. */
  readonly received: string | null;
  /** The last search of the destination's list, and its result (JSON). */
  readonly lookedAtMs: number | null;
  readonly finding: string | null;
  /** How its record was recognised; null: by its own answer, or no record. */
  readonly recordedBy: Recognition | null;
  /** By the service's clock: that its answer was lost was known at the latest then; null: the service has not told the time since. */
  readonly knownLostAtMs: number | null;
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
  | 'received'
  | 'lookedAtMs'
  | 'finding'
  | 'recordedBy'
  | 'knownLostAtMs'
>;

/** Times of the connection on which a job's last bytes left. */
export interface SendingRow {
  readonly endedAtMs: number | null;
  readonly sendingMs: number | null;
}

const COLUMNS = `id, file_id AS fileId, content_id AS contentId, project_id AS projectId, visibility, name,
  uploaded_iso AS uploadedIso, form, estimated_credits AS estimatedCredits, balance_before AS balanceBefore,
  CASE WHEN given_up_at_ms IS NULL THEN outcome ELSE 'given-up' END AS outcome, record_id AS recordId,
  created_at_ms AS createdAtMs, ended_at_ms AS endedAtMs, baseline_seq AS baselineSeq, baseline_total AS baselineTotal,
  unknown_since_ms AS unknownSinceMs, received, looked_at_ms AS lookedAtMs, finding, recorded_by AS recordedBy,
  known_lost_at_ms AS knownLostAtMs`;
/** A job that may still become a record without further action. */
const LIVE = "outcome IN ('open', 'unknown') AND given_up_at_ms IS NULL";

export function makeUploadRepository(db: Database.Database, clocks: UploadClocks) {
  const query = (where: string) =>
    db.prepare<unknown[], UploadJobRow>(`SELECT ${COLUMNS} FROM upload_job ${where}`);
  const byId = query('WHERE id = +?');
  const live = query(`WHERE content_id = +? AND project_id = +? AND visibility = +? AND ${LIVE}`);
  const ofContent = query(
    'WHERE content_id = +? AND project_id = +? AND visibility = +? ORDER BY created_at_ms',
  );
  const recordedSince = query("WHERE uploaded_iso >= ? AND +outcome = 'recorded'");
  const withOutcome = query(
    'WHERE outcome = +? AND given_up_at_ms IS NULL ORDER BY created_at_ms, id', // planned once: see file-repository.ts
  );
  const reusedId = db.prepare<unknown[], { fileId: string; fileName: string | null }>(
    `SELECT j.reused_file_id AS fileId, r.name AS fileName FROM upload_job j
     LEFT JOIN record r ON r.project_id = j.project_id AND r.visibility = j.visibility AND r.file_id = j.reused_file_id
     WHERE j.content_id = +? AND j.project_id = +? AND j.visibility = +? AND j.reused_file_id IS NOT NULL
     ORDER BY j.created_at_ms DESC LIMIT 1`, // planned once: see file-repository.ts
  );
  const ofRecord = query('WHERE record_id = +? ORDER BY created_at_ms DESC LIMIT 1');
  const latestOfFile = query('WHERE file_id = +? ORDER BY created_at_ms DESC LIMIT 1');
  const sentAs = query('WHERE uploaded_iso = ?');
  const insert = db.prepare(
    `INSERT INTO upload_job (id, file_id, folder_id, content_id, project_id, visibility, name, uploaded_iso, form,
       estimated_credits, balance_before, outcome, created_at_ms, baseline_seq, baseline_total)
     VALUES (@id, @fileId, (SELECT folder_id FROM file WHERE id = +@fileId), @contentId, @projectId, @visibility,
       @name, @uploadedIso, @form, @estimatedCredits, @balanceBefore, 'open', @createdAtMs,
       (SELECT ifnull(max(seq), 0) FROM listed_file),
       (SELECT total_records FROM place_reading WHERE project_id = +@projectId AND visibility = +@visibility))`,
  );
  const lostAhead = db.prepare(
    `UPDATE upload_job SET unknown_since_ms = @nowMs, looked_at_ms = NULL
     WHERE outcome = 'unknown' AND unknown_since_ms > @nowMs`,
  );
  const endedAhead = db.prepare(
    'UPDATE upload_attempt SET disconnected_at_ms = @nowMs WHERE tail_released = 1 AND disconnected_at_ms > @nowMs',
  );
  const noteLook = db.prepare(
    'UPDATE upload_job SET looked_at_ms = @atMs, finding = @finding WHERE id = @id',
  );
  const noteKnownLost = db.prepare(
    'UPDATE upload_job SET known_lost_at_ms = @atMs WHERE id = +@id',
  );
  const noteReceived = db.prepare('UPDATE upload_job SET received = @received WHERE id = +@id');
  const attemptStates = db.prepare<[jobId: string], { state: string }>(
    'SELECT state FROM upload_attempt WHERE job_id = +? ORDER BY began_at_ms, rowid',
  );
  const resent = db.prepare<
    [contentId: number, projectId: string, visibility: string],
    { n: number }
  >(
    `SELECT count(*) AS n FROM upload_job
     WHERE content_id = +? AND project_id = +? AND visibility = +?
       AND (sent_again_at_ms IS NOT NULL OR given_up_by = 'evidence')`, // the latter: until there was the former
  );
  const sending = db.prepare<[jobId: string], SendingRow>(
    `SELECT max(disconnected_at_ms) AS endedAtMs, max(released_at_ms - connected_at_ms) AS sendingMs
     FROM upload_attempt WHERE job_id = +? AND tail_released = 1`,
  );
  const unknown = untilChanged(db)(() => withOutcome.all('unknown'));

  return {
    ...makeUploadMoves(db, clocks),
    get: (id: string): UploadJobRow | null => byId.get(id) ?? null,
    /** The job in progress or unresolved for this content at this destination, if any. */
    live: (contentId: number, projectId: string, visibility: Visibility): UploadJobRow | null =>
      live.get(contentId, projectId, visibility) ?? null,
    /** Every job for this content at this destination, oldest first. */
    ofContent: (
      contentId: number,
      projectId: string,
      visibility: Visibility,
    ): readonly UploadJobRow[] => ofContent.all(contentId, projectId, visibility),
    /** Recorded uploads that were dated from then on. */
    recordedSince: (fromMs: number): readonly UploadJobRow[] =>
      recordedSince.all(isoFromMs(fromMs)),
    /** The id that the service gave to an upload of this content although another content has it; null: none. */
    reusedId: (contentId: number, projectId: string, visibility: Visibility) =>
      reusedId.get(contentId, projectId, visibility) ?? null,
    withOutcome: (outcome: StoredOutcome): readonly UploadJobRow[] =>
      outcome === 'unknown' ? unknown() : withOutcome.all(outcome),
    latestOfFile: (fileId: number): UploadJobRow | null => latestOfFile.get(fileId) ?? null,
    /** The job whose record this is; null for a record that was not uploaded from here. */
    ofRecord: (recordId: number): UploadJobRow | null => ofRecord.get(recordId) ?? null,
    /** The job with this `uploaded` time, which no other has. */
    sentAs: (iso: string): UploadJobRow | null => sentAs.get(iso) ?? null,
    /** Call it in the transaction that decides to upload: the lists shown until then are the job's baseline. */
    add(job: NewUploadJob): void {
      insert.run(job);
    },
    /** What its own address answered, where its form had got no such answer. */
    noteReceived(id: string, received: Received): void {
      noteReceived.run({ id, received: JSON.stringify(received) });
    },
    /** See `knownLostAtMs`. */
    noteKnownLost(id: string, atMs: number): void {
      noteKnownLost.run({ id, atMs });
    },
    /** Stores the result of a search for a job whose answer was lost. */
    noteLook(id: string, look: { readonly atMs: number; readonly finding: string }): void {
      noteLook.run({ id, ...look });
    },
    /**
     * Answers lost at a future time, because the clock went back while the program was away, count as lost just now. Never
     * later in a program, which counts their waits by the steady clock (NotedTimes): it would take them for over.
     */
    bringBackLosses(at: number): void {
      lostAhead.run({ nowMs: at });
      endedAhead.run({ nowMs: at });
    },
    /** What each attempt's journal last said (JSON), oldest first. */
    attemptStates: (jobId: string): readonly string[] =>
      attemptStates.all(jobId).map(({ state }) => state),
    /** Whether this content was sent again to this destination by evidence, without a person. */
    wasSentAgain: ({ contentId, projectId, visibility }: UploadJobRow): boolean =>
      resent.get(contentId, projectId, visibility)?.n !== 0,
    /** When the connection of the released attempts ended, and how long it took until the release; null: not noted. */
    sending: (jobId: string): SendingRow =>
      sending.get(jobId) ?? { endedAtMs: null, sendingMs: null },
  };
}

/**
 * What services keep of unfinished uploads: which files can continue, and addresses of uploads that never will. The
 * database notes those addresses when a job is dropped. Each is a secret and is deleted as soon as the service was
 * notified.
 */
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
