import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from './migrate.ts';
import { makeChangeRepository } from './change-repository.ts';
import { makeMirrorRepository } from './mirror-repository.ts';
import { makeProjectRepository } from './project-repository.ts';

test('projects and changes that were kept before there was a mirror are there afterwards', () => {
  const db = new Database(':memory:');
  const migrations = readMigrations();
  migrate(
    db,
    migrations.filter(({ version }) => version < 100),
    () => undefined,
  );
  const project = { id: 'p1', name: 'Tides', startDate: '', endDate: '' };
  db.prepare('INSERT INTO project (id, body, fetched_at_ms) VALUES (?, ?, ?)').run(
    'p1',
    JSON.stringify(project),
    7,
  );
  const intent = { kind: 'invite-member', projectId: 'p1', userId: 'u', userName: 'U' };
  const state = { state: 'waiting', trouble: null, earlierLostAtMs: null };
  db.prepare(
    `INSERT INTO change (key, lane, subject, intent, state, facts, created_at_ms)
     VALUES ('k', 'p1', 's', ?, 'waiting', ?, 7)`,
  ).run(JSON.stringify(intent), JSON.stringify(state));
  migrate(db, migrations, () => undefined);
  expect(makeProjectRepository(db).get('p1')).toMatchObject({
    project: { name: 'Tides' },
    fetchedAtMs: 7,
  });
  const [change] = makeChangeRepository(db).all();
  // It was not agreed that it goes by itself, so it waits for a word as before.
  expect(change).toMatchObject({ intent, state });
  expect(change).not.toHaveProperty('agreed');
  db.close();
});

test('copies that were kept before there were large ones are there afterwards, as they were', () => {
  const db = new Database(':memory:');
  const migrations = readMigrations();
  migrate(
    db,
    migrations.filter(({ version }) => version < 107),
    () => undefined,
  );
  const before = makeMirrorRepository(db);
  before.keep('tags', '', { body: [{ id: 't1' }], fetchedAtMs: 7, isComplete: false });
  before.keep('project', 'p1', { body: { id: 'p1' }, fetchedAtMs: 8, isComplete: true });
  before.mark('project', 'p1', 'gone');
  const kept = [before.get('tags', ''), before.get('project', 'p1')];
  migrate(db, migrations, () => undefined);
  const after = makeMirrorRepository(db);
  expect([after.get('tags', ''), after.get('project', 'p1')]).toEqual(kept);
  expect(kept).toMatchObject([{ isComplete: false }, { standing: 'gone', fetchedAtMs: 8 }]);
  after.keep('tags', '', { body: [], fetchedAtMs: 9, isComplete: true });
  expect(after.get('tags', '')).toMatchObject({ body: [], fetchedAtMs: 9 });
  db.close();
});
