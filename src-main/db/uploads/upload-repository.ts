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
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  mayBeStopped,
  nextUpload,
  type UploadEvent,
  type UploadPart,
  type UploadState,
} from '../../../src-shared/model/files/upload-state.ts';

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
    "UPDATE upload_job SET known_lost_at_ms = @atMs WHERE outcome = 'unknown' AND known_lost_at_ms IS NULL",
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
    /** See `knownLostAtMs`: of all whose answers are lost, as soon as the service shows its time. */
    noteKnownLost(atMs: number): void {
      noteKnownLost.run({ atMs });
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

// Every change of an upload's state: loads it from the rows of the job and its attempts, asks `nextUpload`, and stores the
// result. No other code writes these columns.

/** The column `upload_job.outcome`, with abandoned uploads marked; `open` is everything before an end. */
type StoredOutcome =
  | 'open'
  | Exclude<UploadState['state'], 'waiting' | 'sending' | 'tail-released'>;

export interface ResumableUpload extends UploadPart {
  /** The form may have left completely: only its answer may be missing. */
  readonly isTailReleased: boolean;
}

/** Null: no attempt is open, or the service keeps nothing of it. */
interface StoredState {
  readonly outcome: StoredOutcome;
  readonly attemptId: string | null;
  readonly tailReleased: 0 | 1 | null;
  readonly partAttemptId: string | null;
  readonly resource: string | null;
  readonly confirmedBytes: number | null;
}

/** A moment of this computer's clock by the clock of the service, which dates charges. */
export type ToBookMs = (ownMs: number) => number;

interface UploadClocks {
  /** By this the waits for lost answers count. */
  readonly nowMs: () => number;
  /** The same moment by the clock that dates charges. */
  readonly toBookMs: ToBookMs;
  /** By the service's clock; null: it is not known. */
  readonly shownNowMs: () => number | null;
}

function makeUploadMoves(db: Database.Database, { nowMs, toBookMs, shownNowMs }: UploadClocks) {
  const select = db.prepare<[id: string], StoredState>(
    `SELECT CASE WHEN j.given_up_at_ms IS NULL THEN j.outcome ELSE 'given-up' END AS outcome,
       a.id AS attemptId, a.tail_released AS tailReleased,
       p.id AS partAttemptId, p.resource, p.confirmed_bytes AS confirmedBytes
     FROM upload_job j
     LEFT JOIN upload_attempt a ON a.rowid = (SELECT rowid FROM upload_attempt
       WHERE job_id = j.id AND ended_at_ms IS NULL ORDER BY tail_released DESC, rowid DESC LIMIT 1)
     LEFT JOIN upload_attempt p ON p.rowid = (SELECT rowid FROM upload_attempt
       WHERE job_id = j.id AND resource IS NOT NULL ORDER BY began_at_ms DESC, rowid DESC LIMIT 1)
     WHERE j.id = +?`,
  );
  const end = db.prepare(
    `UPDATE upload_job SET outcome = @outcome, record_id = @recordId, recorded_by = @by, ended_at_ms = @endedAtMs,
       reused_file_id = @reusedFileId, given_up_at_ms = NULL WHERE id = +@id`,
  );
  const becomeUnknown = db.prepare(
    `UPDATE upload_job SET outcome = 'unknown', unknown_since_ms = ifnull(unknown_since_ms, @atMs),
       received = ifnull(received, @received), known_lost_at_ms = ifnull(known_lost_at_ms, @knownAtMs) WHERE id = +@id`,
  );
  // A connection that was given up before has ended now.
  const stillLost = db.prepare(
    "UPDATE upload_job SET known_lost_at_ms = @knownAtMs WHERE id = +@id AND outcome = 'unknown'",
  );
  const doubtRecord = db.prepare(
    `UPDATE upload_job SET outcome = 'unknown', record_id = NULL, ended_at_ms = NULL, unknown_since_ms = @atMs,
       received = @received, looked_at_ms = NULL, finding = NULL, known_lost_at_ms = NULL,
       file_id = @fileId WHERE id = +@id`,
  );
  const forgetDoubt = db.prepare(
    `UPDATE upload_job SET outcome = 'open', unknown_since_ms = NULL, received = NULL, looked_at_ms = NULL,
       finding = NULL, known_lost_at_ms = NULL, sent_again_at_ms = ifnull(@sentAgainAtMs, sent_again_at_ms) WHERE id = +@id`,
  );
  const giveUp = db.prepare(
    "UPDATE upload_job SET given_up_at_ms = @atMs, given_up_by = 'person' WHERE id = +@id",
  );
  const insertAttempt = db.prepare(
    `INSERT INTO upload_attempt (id, job_id, state, began_at_ms, connected_at_ms)
     VALUES (@attemptId, @jobId, '{"state":"sending"}', @beganAtMs, @atMs)`,
  );
  // What is sent from now on is charged later: the attempt goes to the end of the journal.
  const reopen = db.prepare(
    `UPDATE upload_attempt SET rowid = (SELECT max(rowid) + 1 FROM upload_attempt), state = '{"state":"resumed"}', ended_at_ms = NULL,
       connected_at_ms = CASE tail_released WHEN 1 THEN connected_at_ms ELSE @atMs END
     WHERE id = +@attemptId`,
  );
  const release = db.prepare(
    `UPDATE upload_attempt SET tail_released = 1, state = '{"state":"tail-released"}', released_at_ms = @atMs
     WHERE id = +@attemptId`,
  );
  const keepPart = db.prepare(
    'UPDATE upload_attempt SET resource = @resource, confirmed_bytes = @confirmedBytes WHERE id = +@attemptId',
  );
  const forgetPart = db.prepare('UPDATE upload_attempt SET resource = NULL WHERE id = +@attemptId');
  const endAttempt = db.prepare(
    `UPDATE upload_attempt SET state = @note, disconnected_at_ms = @atMs,
       ended_at_ms = CASE @isUnrecorded WHEN 1 THEN @atMs ELSE ended_at_ms END,
       tail_released = max(tail_released, @isReleased)
     WHERE id = +@attemptId`,
  );
  const endOpenAttempts = db.prepare(
    'UPDATE upload_attempt SET ended_at_ms = @atMs WHERE job_id = +@jobId AND ended_at_ms IS NULL',
  );
  const forgetParts = db.prepare(
    'UPDATE upload_attempt SET resource = NULL WHERE job_id = +? AND resource IS NOT NULL',
  );
  function stateOf(id: string): UploadState {
    const stored = select.get(id);
    if (stored === undefined) throw new Error(`there is no job ${id}`);
    const { outcome, attemptId, tailReleased } = stored;
    const part = partOf(stored);
    if (outcome === 'unknown') return { state: 'unknown', part };
    if (outcome !== 'open') return { state: outcome };
    if (attemptId === null) return { state: 'waiting', part };
    const state = tailReleased === 1 ? 'tail-released' : 'sending';
    return { state, attemptId, part: part?.attemptId === attemptId ? part : null };
  }

  /** Stores the data of an attempt's event in the attempt's row. */
  function saveAttempt(jobId: string, to: UploadState, event: UploadEvent, atMs: number): void {
    switch (event.type) {
      case 'attempt-begun':
        insertAttempt.run({ attemptId: event.attemptId, jobId, beganAtMs: toBookMs(atMs), atMs });
        return;
      case 'attempt-resumed':
        reopen.run({ attemptId: event.attemptId, atMs });
        return;
      case 'tail-released':
        release.run({ attemptId: event.attemptId, atMs });
        return;
      case 'resource-announced':
      case 'bytes-confirmed':
        if ('part' in to && to.part !== null) keepPart.run(to.part);
        return;
      case 'resource-dropped':
        forgetPart.run({ attemptId: event.attemptId });
        return;
      case 'attempt-ended': {
        const { attemptId, note, isUnrecorded } = event;
        const isReleased = to.state === 'tail-released' ? 1 : 0;
        endAttempt.run({ attemptId, note, atMs, isReleased, isUnrecorded: isUnrecorded ? 1 : 0 });
        stillLost.run({ id: jobId, knownAtMs: shownNowMs() });
        return;
      }
      case 'recorded':
      case 'refused':
      case 'unrecorded':
      case 'answer-lost':
      case 'dropped':
      case 'given-up':
      case 'recovered':
      case 'unlisted':
        return;
      default:
        assertNever(event);
    }
  }

  /** Stores a state in the row of the job; a final state ends its attempts and deletes the service's addresses. */
  function saveJob(jobId: string, to: UploadState, event: UploadEvent, atMs: number): void {
    switch (to.state) {
      case 'sending':
      case 'tail-released':
        return;
      case 'waiting':
        if (event.type === 'recovered') endOpenAttempts.run({ jobId, atMs });
        if (event.type !== 'unrecorded') return;
        forgetDoubt.run({ id: jobId, sentAgainAtMs: event.after === 'silence' ? atMs : null });
        break;
      case 'unknown': {
        if (event.type === 'unlisted') {
          const { received, fileId } = event;
          doubtRecord.run({ id: jobId, fileId, atMs, received: JSON.stringify(received) });
          return;
        }
        const received = event.type === 'answer-lost' ? event.received : undefined;
        const note = received === undefined ? null : JSON.stringify(received);
        becomeUnknown.run({ id: jobId, atMs, received: note, knownAtMs: shownNowMs() });
        return;
      }
      case 'given-up':
        giveUp.run({ id: jobId, atMs });
        break;
      case 'recorded':
      case 'refused':
      case 'dropped': {
        const found = event.type === 'recorded' ? event : null;
        const { recordId = null, by = null, reusedFileId = null } = found ?? {};
        const ended = { id: jobId, outcome: to.state, endedAtMs: toBookMs(atMs) };
        end.run({ ...ended, recordId, by, reusedFileId });
        break;
      }
      default:
        assertNever(to);
    }
    endOpenAttempts.run({ jobId, atMs });
    forgetParts.run(jobId);
  }

  const move = db.transaction((id: string, event: UploadEvent, atMs: number): UploadState => {
    const from = stateOf(id);
    const to = nextUpload(from, event);
    if (to === null) throw new Error(`job ${id} is ${from.state}: "${event.type}" does not fit`);
    if (!isOver(from)) saveAttempt(id, to, event, atMs);
    if (to.state !== from.state) saveJob(id, to, event, atMs);
    return to;
  });

  return {
    /** How far an upload is, by its rows. */
    stateOf,
    /** Where an unfinished upload can continue, or be asked about; null when the service keeps nothing of it. */
    resumable(id: string): ResumableUpload | null {
      const now = stateOf(id);
      const part = 'part' in now ? now.part : null;
      return part === null ? null : { ...part, isTailReleased: !mayBeStopped(now) };
    },
    /**
     * Moves an upload by the state machine, and returns its new state. Throws when the event does not fit: nothing is
     * written then, and the caller's transaction is rolled back.
     */
    move: (id: string, event: UploadEvent, atMs = nowMs()): UploadState => move(id, event, atMs),
  };
}

function partOf({ partAttemptId, resource, confirmedBytes }: StoredState): UploadPart | null {
  if (partAttemptId === null || resource === null || confirmedBytes === null) return null;
  return { attemptId: partAttemptId, resource, confirmedBytes };
}

function isOver({ state }: UploadState): boolean {
  return ['recorded', 'refused', 'dropped', 'given-up'].includes(state);
}
