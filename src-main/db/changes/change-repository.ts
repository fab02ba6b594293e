/**
 * Changes that are not uploads: the intent, durable before its first byte, and its outcome. Rows are never deleted, and
 * no row changes its intent once it was sent.
 */
import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import type { ToBookMs } from '../uploads/upload-repository.ts';
import {
  ChangeBaseline,
  ChangeIntent,
  ChangeState,
  changeCredits,
  isFree,
  laneOf,
  personOf,
  projectOf,
  subjectOf,
  type Change,
} from '../../../src-shared/model/changes/change.ts';
import { creatorOf } from '../../../src-shared/model/changes/local-id.ts';
import { assertNever } from '../../../src-shared/model/result.ts';

interface Row {
  readonly id: number;
  readonly key: string;
  readonly intent: string;
  readonly baseline: string | null;
  readonly facts: string;
  readonly attempts: number;
  readonly createdAtMs: number;
  readonly isAgreed: number;
  readonly agreedReserve: number | null;
}

export type NewChange = Pick<Change, 'key' | 'intent' | 'createdAtMs' | 'agreed'>;

const COLUMNS = `id, key, intent, baseline, facts, attempts, created_at_ms AS createdAtMs,
  is_agreed AS isAgreed, agreed_reserve AS agreedReserve`;
/**
 * It blocks later changes of its queue: it waits, or it is free and will be resolved without a person. As `passes` in
 * pending-view.ts has it, what is free waits for no price that awaits a person.
 */
const HOLDS_UP = `((state = 'unknown' AND is_free = 1) OR (state = 'waiting'
  AND (is_free = 1 OR is_agreed = 1 OR NOT @isFree OR intent ->> '$.userId' = @userId)))`;

export function makeChangeRepository(db: Database.Database, toBookMs: ToBookMs) {
  const query = (where: string) =>
    db.prepare<unknown[], Row>(`SELECT ${COLUMNS} FROM change ${where}`);
  const byId = query('WHERE id = ?');
  const all = query('ORDER BY id');
  const inState = query('WHERE state = ? ORDER BY id');
  const openBySubject = query(
    "WHERE subject = ? AND state IN ('waiting', 'sending', 'unknown', 'left')",
  );
  const inTheWay = db.prepare<
    { id: number; lane: string; isFree: number; userId: string | null },
    { n: number }
  >(
    `SELECT count(*) AS n FROM change
     WHERE state = 'sending' OR (lane = @lane AND id < @id AND ${HOLDS_UP})`,
  );
  const insert = db.prepare(
    `INSERT INTO change (key, lane, subject, intent, state, facts, created_at_ms, is_free, is_agreed, agreed_reserve)
     VALUES (@key, @lane, @subject, @intent, @state, @facts, @createdAtMs, @isFree, @isAgreed, @agreedReserve)`,
  );
  const rewrite = db.prepare(
    'UPDATE change SET intent = @intent, lane = @lane, subject = @subject WHERE id = @id',
  );
  const revoke = db.prepare<[id: number]>(
    'UPDATE change SET is_agreed = 0, agreed_reserve = NULL WHERE id = ?',
  );
  const unsettled = query(
    `WHERE state IN ('waiting', 'unknown') OR (state = 'delivered' AND facts ->> '$.projectId' IS NULL
       AND intent ->> '$.kind' = 'create-project') ORDER BY id`,
  );
  const unfinished = query(
    `WHERE state IN ('waiting', 'sending', 'unknown', 'left')
       OR (state = 'refused' AND facts ->> '$.putAwayAtMs' IS NULL) ORDER BY id`,
  );
  const waitingInLane = query("WHERE state = 'waiting' AND lane = ? ORDER BY id");
  const update = db.prepare('UPDATE change SET state = @state, facts = @facts WHERE id = @id');
  const begin = db.prepare(
    `UPDATE change SET state = @state, facts = @facts, baseline = @baseline, attempts = attempts + 1
     WHERE id = @id`,
  );
  const beginTry = db.prepare(
    `INSERT INTO change_attempt (change_id, number, credits, began_at_ms, outcome, place, balance_before,
       balance_uploads, balance_changes)
     SELECT c.id, c.attempts, @credits, @beganAtMs, 'sending', (SELECT count(*) + 1 FROM change_attempt), b.credits,
       b.upload_attempts, b.change_attempts
     FROM change c LEFT JOIN balance_reading b ON b.kind = 'quiet' WHERE c.id = @id`,
  );
  const endTry = db.prepare(
    `UPDATE change_attempt SET outcome = @outcome, ended_at_ms = @endedAtMs
     WHERE change_id = @id AND outcome = 'sending'`,
  );
  const denyTry = db.prepare<[id: number]>(
    `UPDATE change_attempt SET outcome = 'refused' FROM change
     WHERE change.id = ? AND change_id = change.id AND number = change.attempts AND outcome = 'lost'`,
  );

  return {
    get(id: number): Change | null {
      const row = byId.get(id);
      return row === undefined ? null : read(row);
    },
    /** In the order they were made. */
    all: (): readonly Change[] => all.all().map(read),
    inState: (state: ChangeState['state']): readonly Change[] => inState.all(state).map(read),
    /** The equal change whose outcome is still open, if any. */
    openLike(intent: ChangeIntent): Change | null {
      const row = openBySubject.get(subjectOf(intent));
      return row === undefined ? null : read(row);
    },
    /** What may be sent automatically or searched for: it waits, is open, or is a new project without its id. */
    unsettled: (): readonly Change[] => unsettled.all().map(read),
    /** What is not finished: it waits, is being sent, is open, or was refused and not dismissed. */
    unfinished: (): readonly Change[] => unfinished.all().map(read),
    waitingInLane: (lane: string): readonly Change[] => waitingInLane.all(lane).map(read),
    /** Whether nothing is being sent, nothing before it in its queue holds it up, and its project exists. */
    isNext({ id, intent }: Change): boolean {
      if (creatorOf(projectOf(intent) ?? '') !== null) return false;
      const own = {
        lane: laneOf(intent),
        isFree: isFree(intent) ? 1 : 0,
        userId: personOf(intent),
      };
      return inTheWay.get({ id, ...own })?.n === 0;
    },
    /** Keeps a change as waiting; returns its number. Throws when an equal one is open. */
    add({ key, intent, createdAtMs, agreed }: NewChange): number {
      const state: ChangeState = { state: 'waiting', lastTry: null, earlierLostAtMs: null };
      const texts = { intent: JSON.stringify(intent), ...written(state) };
      const line = { ...lineOf(intent, key), ...agreementOf(agreed) };
      return Number(insert.run({ key, createdAtMs, ...line, ...texts }).lastInsertRowid);
    },
    /** For a waiting change that was never sent as it is. Throws when an equal one that costs credits is open. */
    setIntent({ id, key }: Pick<Change, 'id' | 'key'>, intent: ChangeIntent): void {
      const { lane, subject } = lineOf(intent, key);
      rewrite.run({ id, lane, subject, intent: JSON.stringify(intent) });
    },
    /** From now on it awaits a person's approval. */
    revoke: (id: number): void => void revoke.run(id),
    /** Also ends the attempt that was being sent, if there was one. */
    setState(id: number, state: ChangeState): void {
      db.transaction(() => {
        update.run({ id, ...written(state) });
        const end = endOf(state);
        if (end === null) return;
        const { outcome, endedAtMs } = end;
        endTry.run({ id, outcome, endedAtMs: endedAtMs === null ? null : toBookMs(endedAtMs) });
      })();
    },
    /** Its latest attempt was denied, and neither done nor charged. */
    denyAttempt: (id: number): void => void denyTry.run(id),
    /**
     * The durable fact behind every attempt: the service's previous value, the price, what the balance can be compared
     * with, and that bytes may leave now.
     */
    beginAttempt(
      { id, intent }: Pick<Change, 'id' | 'intent'>,
      state: Extract<ChangeState, { state: 'sending' }>,
      baseline: ChangeBaseline,
    ): void {
      db.transaction(() => {
        begin.run({ id, ...written(state), baseline: JSON.stringify(baseline) });
        if (!isFree(intent))
          beginTry.run({
            id,
            credits: changeCredits(intent),
            beganAtMs: toBookMs(state.sinceMs),
          });
      })();
    },
  };
}
export type ChangeRepository = ReturnType<typeof makeChangeRepository>;

/** Equal free changes may be queued together: the last one wins, and none of them costs anything. */
function lineOf(intent: ChangeIntent, key: string) {
  const isForNothing = isFree(intent);
  const subject = isForNothing ? key : subjectOf(intent);
  return { lane: laneOf(intent), subject, isFree: isForNothing ? 1 : 0 };
}

function agreementOf(agreed: Change['agreed']): Pick<Row, 'isAgreed' | 'agreedReserve'> {
  return agreed === undefined
    ? { isAgreed: 0, agreedReserve: null }
    : { isAgreed: 1, agreedReserve: agreed.passedReserve };
}

function written(state: ChangeState): { readonly state: string; readonly facts: string } {
  return { state: state.state, facts: JSON.stringify(state) };
}

/** How the attempt that led to this state ended; null while it is being sent. */
function endOf(state: ChangeState) {
  switch (state.state) {
    case 'sending':
      return null;
    case 'delivered':
      return { outcome: 'answered', endedAtMs: state.atMs };
    case 'refused':
      return { outcome: 'refused', endedAtMs: state.atMs };
    case 'unknown':
    case 'left':
      return { outcome: 'lost', endedAtMs: state.lostAtMs };
    case 'waiting':
    case 'withdrawn':
      return { outcome: 'unsent', endedAtMs: null };
    default:
      return assertNever(state);
  }
}

function read({ intent, baseline, facts, isAgreed, agreedReserve, ...row }: Row): Change {
  return {
    ...row,
    ...(isAgreed === 0 ? {} : { agreed: { passedReserve: agreedReserve } }),
    intent: ChangeIntent.parse(JSON.parse(intent)),
    state: ChangeState.parse(JSON.parse(facts)),
    baseline: baseline === null ? null : ChangeBaseline.parse(JSON.parse(baseline)),
  };
}

/** Bytes that waiting changes will send, by their SHA-256. The same bytes are kept once. */
export function makeChangeBlobRepository(db: Database.Database) {
  const select = db.prepare<[id: string], { bytes: Buffer }>(
    'SELECT bytes FROM change_blob WHERE id = ?',
  );
  const insert = db.prepare(
    'INSERT INTO change_blob (id, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const remove = db.prepare<[id: string]>('DELETE FROM change_blob WHERE id = ?');

  return {
    get: (id: string): Buffer | null => select.get(id)?.bytes ?? null,
    /** Returns the name they are found under. */
    keep(bytes: Uint8Array): string {
      const id = hash('sha256', bytes);
      insert.run(id, bytes);
      return id;
    },
    remove: (id: string): void => void remove.run(id),
  };
}
