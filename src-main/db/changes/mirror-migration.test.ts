import { expect, test } from 'vitest';
import { makeChangeRepository } from './change-repository.ts';
import { makeMirrorRepository } from './mirror-repository.ts';
import { makeProjectRepository } from './project-repository.ts';
import { databaseBefore } from '../test-support/old-database.ts';

test('projects and changes that were kept before there was a mirror are there afterwards', () => {
  const { db, update } = databaseBefore(100);
  const project = JSON.stringify({ id: 'p1', name: 'Tides', startDate: '', endDate: '' });
  db.prepare("INSERT INTO project (id, body, fetched_at_ms) VALUES ('p1', ?, 7)").run(project);
  const intent = { kind: 'invite-member', projectId: 'p1', userId: 'u', userName: 'U' };
  const trouble = { kind: 'throttled', retryAfterMs: null };
  const state = { state: 'waiting', trouble, earlierLostAtMs: null };
  db.prepare(
    `INSERT INTO change (key, lane, subject, intent, state, facts, created_at_ms)
     VALUES ('k', 'p1', 's', ?, 'waiting', ?, 7)`,
  ).run(JSON.stringify(intent), JSON.stringify(state));
  update();
  const kept = { project: { name: 'Tides' }, fetchedAtMs: 7 };
  expect(makeProjectRepository(db).get('p1')).toMatchObject(kept);
  const [change] = makeChangeRepository(db, (ownMs) => ownMs).all();
  expect(change).toMatchObject({
    intent,
    state: { state: 'waiting', lastTry: null, earlierLostAtMs: null },
  });
  // It was not agreed that it goes by itself, so it waits for a word as before.
  expect(change).not.toHaveProperty('agreed');
});

test('copies that were kept before there were large ones are there afterwards, as they were', () => {
  const { db, update } = databaseBefore(107);
  const before = makeMirrorRepository(db);
  before.keep('tags', '', { body: [{ id: 't1' }], fetchedAtMs: 7, isComplete: false });
  before.keep('project', 'p1', { body: { id: 'p1' }, fetchedAtMs: 8, isComplete: true });
  before.mark('project', 'p1', 'gone');
  const kept = [before.get('tags', ''), before.get('project', 'p1')];
  update();
  const after = makeMirrorRepository(db);
  expect([after.get('tags', ''), after.get('project', 'p1')]).toEqual(kept);
  expect(kept).toMatchObject([{ isComplete: false }, { standing: 'gone', fetchedAtMs: 8 }]);
  after.keep('tags', '', { body: [], fetchedAtMs: 9, isComplete: true });
  expect(after.get('tags', '')).toMatchObject({ body: [], fetchedAtMs: 9 });
});
