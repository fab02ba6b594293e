/**
 * Paid changes that are no uploads: the intent, durable before its first byte, and what became of it. Rows are never
 * deleted, and no row changes its intent.
 */
import type Database from 'better-sqlite3';
import {
  ChangeBaseline,
  ChangeIntent,
  ChangeState,
  changeCredits,
  laneOf,
  subjectOf,
  type Change,
} from '../../src-shared/model/change.ts';
import { assertNever } from '../../src-shared/model/result.ts';

interface Row {
  readonly id: number;
  readonly key: string;
  readonly intent: string;
  readonly baseline: string | null;
  readonly facts: string;
  readonly attempts: number;
  readonly createdAtMs: number;
}

export type NewChange = Pick<Change, 'key' | 'intent' | 'createdAtMs'>;

const COLUMNS = 'id, key, intent, baseline, facts, attempts, created_at_ms AS createdAtMs';

export function makeChangeRepository(db: Database.Database) {
  const query = (where: string) =>
    db.prepare<unknown[], Row>(`SELECT ${COLUMNS} FROM change ${where}`);
  const byId = query('WHERE id = ?');
  const all = query('ORDER BY id');
  const inState = query('WHERE state = ? ORDER BY id');
  const openBySubject = query(
    "WHERE subject = ? AND state IN ('waiting', 'sending', 'unknown', 'left')",
  );
  const inTheWay = db.prepare<[lane: string, id: number], { n: number }>(
    `SELECT count(*) AS n FROM change
     WHERE state = 'sending' OR (state = 'waiting' AND lane = ? AND id < ?)`,
  );
  const insert = db.prepare(
    `INSERT INTO change (key, lane, subject, intent, state, facts, created_at_ms)
     VALUES (@key, @lane, @subject, @intent, @state, @facts, @createdAtMs)`,
  );
  const update = db.prepare('UPDATE change SET state = @state, facts = @facts WHERE id = @id');
  const begin = db.prepare(
    `UPDATE change SET state = @state, facts = @facts, baseline = @baseline, attempts = attempts + 1
     WHERE id = @id`,
  );
  const beginTry = db.prepare(
    `INSERT INTO change_attempt (change_id, number, credits, began_at_ms, outcome)
     SELECT id, attempts, @credits, @beganAtMs, 'sending' FROM change WHERE id = @id`,
  );
  const endTry = db.prepare(
    `UPDATE change_attempt SET outcome = @outcome, ended_at_ms = @endedAtMs
     WHERE change_id = @id AND outcome = 'sending'`,
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
    /** Whether nothing is being sent and nothing before it in its lane waits. */
    isNext({ id, intent }: Change): boolean {
      return inTheWay.get(laneOf(intent), id)?.n === 0;
    },
    /** Keeps a change as waiting; returns its number. Throws when an equal one is open. */
    add({ key, intent, createdAtMs }: NewChange): number {
      const state: ChangeState = { state: 'waiting', trouble: null, earlierLostAtMs: null };
      const texts = { intent: JSON.stringify(intent), ...written(state) };
      const line = { lane: laneOf(intent), subject: subjectOf(intent) };
      return Number(insert.run({ key, createdAtMs, ...line, ...texts }).lastInsertRowid);
    },
    /** Also ends the try that was being sent, if there was one. */
    setState(id: number, state: ChangeState): void {
      db.transaction(() => {
        update.run({ id, ...written(state) });
        const end = endOf(state);
        if (end !== null) endTry.run({ id, ...end });
      })();
    },
    /** The durable fact behind every try: what the service held before, its price, and that bytes may leave now. */
    beginAttempt(
      { id, intent }: Pick<Change, 'id' | 'intent'>,
      state: Extract<ChangeState, { state: 'sending' }>,
      baseline: ChangeBaseline,
    ): void {
      db.transaction(() => {
        begin.run({ id, ...written(state), baseline: JSON.stringify(baseline) });
        beginTry.run({ id, credits: changeCredits(intent), beganAtMs: state.sinceMs });
      })();
    },
  };
}
export type ChangeRepository = ReturnType<typeof makeChangeRepository>;

function written(state: ChangeState): { readonly state: string; readonly facts: string } {
  return { state: state.state, facts: JSON.stringify(state) };
}

/** How the try that led to this state ended; null while it is sent. */
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

function read({ intent, baseline, facts, ...row }: Row): Change {
  return {
    ...row,
    intent: ChangeIntent.parse(JSON.parse(intent)),
    state: ChangeState.parse(JSON.parse(facts)),
    baseline: baseline === null ? null : ChangeBaseline.parse(JSON.parse(baseline)),
  };
}
