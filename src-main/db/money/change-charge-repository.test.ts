import { expect, test } from 'vitest';
import type { ChangeBaseline, ChangeState } from '../../../src-shared/model/changes/change.ts';
import {
  deliverChange,
  invitation,
  newProject,
  sentChange,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import { databaseBefore } from '../test-support/old-database.ts';

test('evidence makes the one try certain that lost its answer, but none of several', () => {
  const { state } = temporaryState();
  const id = sentChange(state, invitation('Kim'), 'lost', [1, 2]);
  const certain = () => state.changeCharges.tries(0, 99).map(({ isCertain }) => isCertain);
  expect(certain()).toEqual([false]);
  deliverChange(state, id, 'evidence', 50);
  expect(certain()).toEqual([true]);
  expect(state.changeCharges.explained(1, 2)).toBe(10);

  const intent = newProject('Tides');
  const twice = sentChange(state, intent, 'lost', [3, 4]);
  const sending = { state: 'sending', sinceMs: 5, earlierLostAtMs: 4 } as const;
  const baseline: ChangeBaseline = { kind: 'create-project', projectIds: [], isComplete: true };
  state.changes.beginAttempt({ id: twice, intent }, sending, baseline);
  const found = { finding: 'not-looked', lookedAtMs: null, lostAtMs: 6 } as const;
  state.changes.setState(twice, { state: 'unknown', ...found });
  deliverChange(state, twice, 'evidence', 51);
  expect(certain()).toEqual([true, false, false]);
  expect(state.changeCharges.explained(0, 99)).toBe(10);
});

test('it is doubtful while a change is sent, and after a lost answer until the moment asked about', () => {
  const { state } = temporaryState();
  const doubtful = (sinceMs: number) => state.changeCharges.isDoubtful(sinceMs);
  expect(doubtful(0)).toBe(false);
  const id = sentChange(state, invitation('Kim'), 'lost', [1, 20]);
  expect([doubtful(19), doubtful(20)]).toEqual([true, false]);
  deliverChange(state, id, 'evidence', 30);
  expect(doubtful(19)).toBe(false);
  sentChange(state, invitation('Sam'), 'sending', [40, 41]);
  expect(doubtful(99)).toBe(true);
});

test('what came after a place among all tries is told apart by what is certain', () => {
  const { state } = temporaryState();
  const { changeCharges, balances, changes } = state;
  sentChange(state, invitation('Before'), 'answered', [1, 2]);
  balances.keep('quiet', { credits: 100, askedAtMs: 3, readAtMs: 4 });
  sentChange(state, newProject('Tides'), 'answered', [5, 6]);
  const doubted = sentChange(state, invitation('Kim'), 'lost', [1, 2]); // by a clock that went back
  const denied = sentChange(state, invitation('Sam'), 'lost', [7, 8]);
  const places = { uploadAttempts: 0, changeAttempts: 1 };
  expect(changeCharges.baseline(denied)).toEqual({ credits: 100, ...places });
  const after = (besides: number | null) => changeCharges.chargedAfter(1, besides);
  expect(after(null)).toEqual({ credits: 50, unknownCredits: 20 });
  expect(after(denied)).toEqual({ credits: 50, unknownCredits: 10 });
  changes.denyAttempt(denied);
  expect(after(null)).toEqual({ credits: 50, unknownCredits: 10 });
  expect(changeCharges.isDoubtful(2)).toBe(false);
  deliverChange(state, doubted, 'evidence', 9);
  expect(after(null)).toEqual({ credits: 60, unknownCredits: 0 });
});

test('a try before any quiet balance has nothing to be compared with', () => {
  const { state } = temporaryState();
  const id = sentChange(state, invitation('Kim'), 'lost', [1, 2]);
  expect(state.changeCharges.baseline(id)).toBeNull();
});

test('tries of an older program have their places in the order of their times', () => {
  const { db, update } = databaseBefore(340);
  const change = db.prepare(
    `INSERT INTO change (id, key, lane, subject, intent, state, facts, created_at_ms)
     VALUES (?, ?, 'l', ?, '{}', 'refused', '{}', 1)`,
  );
  const attempt = db.prepare(
    `INSERT INTO change_attempt (change_id, number, credits, began_at_ms, outcome) VALUES (?, ?, 1, ?, 'lost')`,
  );
  for (const id of [1, 2]) change.run(id, id, id);
  for (const row of [
    [1, 1, 5],
    [1, 2, 9],
    [2, 1, 7],
  ])
    attempt.run(...row);
  update();
  const places = db.prepare('SELECT place FROM change_attempt ORDER BY change_id, number').pluck();
  expect(places.all()).toEqual([1, 3, 2]);
});

const lost = { finding: 'absent', lookedAtMs: null, lostAtMs: 7 } as const;
const waiting = { state: 'waiting', lastTry: null, earlierLostAtMs: null } as const;
const delivered = { state: 'delivered', atMs: 8, projectId: null } as const;
const OLD: readonly (readonly [ChangeState, attempts: number, row: unknown])[] = [
  [waiting, 0, undefined],
  [waiting, 1, ['unsent', null]],
  [{ ...waiting, earlierLostAtMs: 5 }, 1, ['lost', 5]],
  [{ state: 'sending', sinceMs: 6, earlierLostAtMs: null }, 1, ['sending', null]],
  [{ state: 'unknown', ...lost }, 1, ['lost', 7]],
  [{ state: 'left', ...lost }, 2, ['lost', 7]],
  [{ ...delivered, by: 'answer' }, 1, ['answered', 8]],
  [{ ...delivered, by: 'evidence' }, 1, ['lost', 8]],
  [{ ...delivered, by: 'already-there' }, 0, undefined],
];

test.each(OLD)(
  'what was sent before tries were kept counts as far as it is known: %o',
  (facts, attempts, row) => {
    const { db, update } = databaseBefore(90);
    const intent = JSON.stringify(newProject('Tides', ['a', 'b']));
    db.prepare(
      `INSERT INTO change (key, lane, subject, intent, state, facts, attempts, created_at_ms)
       VALUES ('k', 'l', 's', ?, ?, ?, ?, 1)`,
    ).run(intent, facts.state, JSON.stringify(facts), attempts);
    update();
    const kept = db
      .prepare('SELECT outcome, ended_at_ms AS endedAtMs, credits FROM change_attempt')
      .get() as { outcome: string; endedAtMs: number | null; credits: number } | undefined;
    expect(kept === undefined ? kept : [kept.outcome, kept.endedAtMs]).toEqual(row);
    expect(kept?.credits ?? 70).toBe(70);
  },
);
