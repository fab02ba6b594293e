/**
 * Every change of an upload's state: loads it from the rows of the job and its attempts, asks `nextUpload`, and stores
 * the result. No other code writes these columns.
 */
import type Database from 'better-sqlite3';
import { assertNever } from '../../../src-shared/model/result.ts';
import {
  mayBeStopped,
  nextUpload,
  type UploadEvent,
  type UploadPart,
  type UploadState,
} from '../../../src-shared/model/files/upload-state.ts';

/** The column `upload_job.outcome`, with abandoned uploads marked; `open` is everything before an end. */
export type StoredOutcome =
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

export interface UploadClocks {
  /** By this the waits for lost answers count. */
  readonly nowMs: () => number;
  /** The same moment by the clock that dates charges. */
  readonly toBookMs: ToBookMs;
  /** By the service's clock; null: it is not known. */
  readonly shownNowMs: () => number | null;
}

export function makeUploadMoves(
  db: Database.Database,
  { nowMs, toBookMs, shownNowMs }: UploadClocks,
) {
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
