/** When folders of before ask the service: what a person chose stays, as near as it can, and what became of it is said once. */
import { expect, test } from 'vitest';
import { databaseBefore } from './test-support/new-database.ts';

interface Before {
  readonly policy: string;
  readonly chosenAtMs: number | null;
  readonly isRemoved?: boolean;
  /** Of a file in it with instructions of its own, and of those it had before somebody completed them. */
  readonly ownPolicy?: string;
}

/** The policies of these folders and of their files, and what is said about them. */
function migrated(folders: readonly Before[]) {
  const { db, carryOver } = databaseBefore(410);
  const assign = db.prepare(
    `INSERT INTO assignment (project_id, visibility, file_type, labels, check_policy)
     VALUES ('p', 'private', 'primary', 'a', ?)`,
  );
  const add = db.prepare(
    `INSERT INTO folder (kind, path, assignment_id, exclude, approve_each, added_at_ms, removed_at_ms, check_chosen_at_ms)
     VALUES ('watched', ?, ?, '[]', 0, 0, ?, ?)`,
  );
  const addFile = db.prepare(
    `INSERT INTO file (folder_id, directory_id, name, state, size_bytes, identity, unchanged_since_ms, assignment_id, is_picked,
       changed_at_ms) VALUES (@folder, @folder, 'f', 'ready', 1, '', 0, @own, 0, 0)`,
  );
  const complete = db.prepare('INSERT INTO completed_file VALUES (?, ?, ?, ?)');
  const own: (number | bigint)[] = [];
  for (const [index, { policy, chosenAtMs, isRemoved = false, ownPolicy }] of folders.entries()) {
    const { lastInsertRowid: assignmentId } = assign.run(policy);
    const removedAtMs = isRemoved ? 1 : null;
    const folder = add.run(`/${index}`, assignmentId, removedAtMs, chosenAtMs).lastInsertRowid;
    if (ownPolicy === undefined) continue;
    const [before, now] = [assign.run(ownPolicy), assign.run(ownPolicy)];
    const file = addFile.run({ folder, own: now.lastInsertRowid }).lastInsertRowid;
    complete.run(index, file, before.lastInsertRowid, now.lastInsertRowid);
    own.push(before.lastInsertRowid, now.lastInsertRowid);
  }
  carryOver();
  const policyOf = db.prepare('SELECT check_policy FROM assignment WHERE id = ?').pluck();
  return {
    folders: db
      .prepare(
        'SELECT check_policy FROM folder o JOIN assignment a ON a.id = o.assignment_id ORDER BY o.id',
      )
      .pluck()
      .all(),
    files: own.map((id) => policyOf.get(id)),
    said: db
      .prepare("SELECT value FROM preference WHERE name = 'carried-over:check'")
      .pluck()
      .get(),
  };
}

test('always is before the price, a size after the approval, and never where a person chose it', () => {
  const before: readonly Before[] = [
    { policy: 'always', chosenAtMs: 5 },
    { policy: 'always', chosenAtMs: null },
    { policy: '100000000', chosenAtMs: 5 },
    { policy: 'never', chosenAtMs: 5, ownPolicy: 'never' },
    { policy: 'never', chosenAtMs: null, ownPolicy: 'never' },
    { policy: 'always', chosenAtMs: 5, isRemoved: true },
  ];
  expect(migrated(before)).toEqual({
    folders: ['first', 'first', 'approved', 'never', 'approved', 'first'],
    files: ['never', 'never', 'approved', 'approved'],
    said: '{"kind":"check","first":2,"approved":2}',
  });
});

test('nothing is said where nothing has changed', () => {
  expect(migrated([]).said).toBeUndefined();
  expect(migrated([{ policy: 'never', chosenAtMs: 5 }]).said).toBeUndefined();
});
