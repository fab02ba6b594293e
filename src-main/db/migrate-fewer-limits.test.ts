/** Limits that are no more become the nearest that stays: never is more spent than before, and it is said once. */
import { expect, test } from 'vitest';
import type { CarriedOver } from '../../src-shared/model/status/carried-over.ts';
import { makePreferenceRepository } from './account/key-value-repositories.ts';
import { databaseBefore } from './test-support/new-database.ts';

type Limits = Readonly<Record<string, number | null>>;
type Held = readonly [folderId: number, hold: string, note: string | null];

const WATCHED = 1;
const PICKED = 2;
const ASKED = '{"why":"ask-above","limit":5}';
const BRAKED = '{"why":"many-files","count":3,"limit":2}';

/** The database of an account with these limits, and files that they hold, after the step. */
function migrated(limits: Limits, held: readonly Held[] = [], facts = '{}') {
  const { db, carryOver } = databaseBefore(420);
  db.exec(`INSERT INTO folder (id, kind, path, assignment_id, exclude, added_at_ms, budget_credits)
      VALUES (${WATCHED}, 'watched', '/data', 1, '[]', 0, 50), (${PICKED}, 'picked', '', 1, '[]', 0, NULL);
    INSERT INTO change (key, lane, subject, intent, state, facts, created_at_ms, agreed_below_floor)
      VALUES ('k', 'l', 's', '{}', 'refused', '${facts}', 0, 1)`);
  for (const [name, value] of Object.entries(limits))
    db.prepare('INSERT INTO spend_limit VALUES (?, ?)').run(name, value);
  for (const [index, [folderId, hold, note]] of held.entries())
    db.prepare(
      `INSERT INTO file (folder_id, directory_id, name, state, hold, message, size_bytes, identity, unchanged_since_ms,
         changed_at_ms) VALUES (?, 1, ?, 'held', ?, ?, 1, '', 0, 0)`,
    ).run(folderId, String(index), hold, note);
  carryOver();
  const ask = (sql: string) => db.prepare(sql).raw().all();
  return {
    ask,
    limits: () =>
      Object.fromEntries(ask('SELECT name, value FROM spend_limit') as [string, never][]),
    files: () => ask('SELECT state, hold, message FROM file ORDER BY id'),
    folders: () => ask('SELECT approve_each, large_batch_until_id FROM folder ORDER BY id'),
    said: makePreferenceRepository(db).carriedOver(),
  };
}

const said = (over: Partial<Extract<CarriedOver, { kind: 'limits' }>>): readonly CarriedOver[] => [
  { kind: 'limits', day: null, month: null, approvesEach: false, hadBatchLimits: false, ...over },
];

test.each<[string, Limits, object, readonly CarriedOver[]]>([
  ['without limits nothing is said', {}, {}, []],
  ['a floor is the reserve', { floor: 420, month: 9 }, { reserve: 420, month: 9 }, []],
  ['a day becomes a month', { day: 50 }, { month: 50 }, said({ day: 50, month: 50 })],
  ['the lower one stays', { day: 50, month: 30 }, { month: 30 }, said({ day: 50, month: 30 })],
  ['a day of nothing is kept', { day: 0, month: 30 }, { month: 0 }, said({ day: 0, month: 0 })],
  ['what was lifted stays so', { day: null, month: null }, { month: null }, []],
])('%s: %j', (_, before, after, told) => {
  const f = migrated(before);
  expect([f.limits(), f.said]).toEqual([after, told]);
  expect(f.folders()).toEqual([
    [0, 0],
    [0, 0],
  ]);
});

test.each<[string, Limits, boolean, readonly CarriedOver[]]>([
  [
    'a price above which files are asked about',
    { 'ask-above': 5 },
    true,
    said({ approvesEach: true }),
  ],
  [
    'a smaller batch',
    { 'brake-files': 500 },
    true,
    said({ approvesEach: true, hadBatchLimits: true }),
  ],
  ['a larger batch', { 'brake-files': 50_000 }, false, said({ hadBatchLimits: true })],
  ['no limit of batches', { 'brake-credits': null }, false, said({ hadBatchLimits: true })],
  ['the default, said aloud', { 'brake-files': 10_000, 'ask-above': null }, false, []],
])('%s: each file is asked about only where it was about fewer', (_, limits, isEach, told) => {
  const f = migrated(limits);
  expect(f.folders()).toEqual([
    [isEach ? 1 : 0, 0],
    [0, 0],
  ]);
  expect([f.limits(), f.said]).toEqual([{}, told]);
});

test('what a limit held goes on waiting for a person, and what its row notes can be read', () => {
  const f = migrated({ 'ask-above': 5, day: 1 }, [
    [WATCHED, 'review', BRAKED],
    [WATCHED, 'review', ASKED],
    [PICKED, 'review', ASKED],
    [WATCHED, 'review', '{"waits":"stopped"}'],
    [WATCHED, 'budget', '{"why":"budget","budget":"day","limit":1,"left":0}'],
    [WATCHED, 'budget', '{"why":"budget","budget":"floor","limit":1,"left":0}'],
  ]);
  expect(f.files()).toEqual([
    ['ready', null, null],
    ['held', 'review', '{"why":"approve-each"}'],
    ['ready', null, null],
    ['held', 'review', '{"waits":"stopped"}'],
    ['held', 'budget', '{"why":"budget","budget":"month","limit":1,"left":0}'],
    ['held', 'budget', '{"why":"budget","budget":"reserve","limit":1,"left":0}'],
  ]);
  expect(f.folders()).toEqual([
    [1, 1], // the first file came in a large batch
    [0, 0],
  ]);
});

test('a change that was refused for the floor is refused for the reserve, and may pass the one that is set', () => {
  const f = migrated({ floor: 20 }, [], '{"cause":{"kind":"floor","floor":20,"left":15}}');
  expect(f.ask('SELECT facts, is_agreed, agreed_reserve FROM change')).toEqual([
    ['{"cause":{"kind":"reserve","reserve":20,"left":15}}', 1, 20],
  ]);
});
