/**
 * Paid changes that are no uploads: the intent, durable before its first byte, and what became of it. Rows are never
 * deleted, and no row changes its intent.
 */
import type Database from 'better-sqlite3';
import {
  ChangeBaseline,
  ChangeIntent,
  ChangeState,
  laneOf,
  subjectOf,
  type Change,
} from '../../src-shared/model/change.ts';

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
    setState(id: number, state: ChangeState): void {
      update.run({ id, ...written(state) });
    },
    /** The durable fact behind every try: what the service held before, and that bytes may leave now. */
    beginAttempt(id: number, state: ChangeState, baseline: ChangeBaseline): void {
      begin.run({ id, ...written(state), baseline: JSON.stringify(baseline) });
    },
  };
}
export type ChangeRepository = ReturnType<typeof makeChangeRepository>;

function written(state: ChangeState): { readonly state: string; readonly facts: string } {
  return { state: state.state, facts: JSON.stringify(state) };
}

function read({ intent, baseline, facts, ...row }: Row): Change {
  return {
    ...row,
    intent: ChangeIntent.parse(JSON.parse(intent)),
    state: ChangeState.parse(JSON.parse(facts)),
    baseline: baseline === null ? null : ChangeBaseline.parse(JSON.parse(baseline)),
  };
}
