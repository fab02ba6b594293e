import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { ChangeIntent } from '../../src-shared/model/change.ts';
import {
  addContent,
  addFile,
  folderRules,
  temporaryState,
} from '../test-support/temporary-state.ts';
import type { LogFilter } from './event-log.ts';
import { migrate, readMigrations } from './migrate.ts';

const invitation: ChangeIntent = {
  kind: 'invite-member',
  projectId: 'p1',
  userId: 'u2',
  userName: 'Bo Ek',
};

/** One folder with a file that was found, and a clock to move. */
function lab() {
  const { state, clock } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const log = (filter: LogFilter = {}, first = 0, count = 300) =>
    state.eventLog.range(filter, first, count);
  const states = (filter?: LogFilter) => log(filter).entries.map(({ subject }) => subject.state);
  return { state, clock, folderId, log, states };
}

describe('the log', () => {
  test('keeps what a file came to, with its moment, and no step that ends by itself', () => {
    const { state, clock, folderId, log } = lab();
    const { id: contentId } = addContent(state, 'a');
    let row = addFile(state, folderId, { name: 'run.raw', sizeBytes: 7 });
    for (const step of ['settling', 'discovered', 'hashing'] as const)
      row = state.files.move(row, step);
    row = state.files.move(row, 'ready', { contentId });
    row = state.files.move(row, 'held', { hold: 'offline' });
    row = state.files.move(row, 'ready');
    expect(log()).toEqual({ total: 0, entries: [] });
    const startMs = clock.nowMs();
    row = state.files.move(row, 'uploading');
    row = state.files.move(row, 'recording');
    row = state.files.move(row, 'record_error', { message: 'chain is down' });
    const file = { kind: 'file', id: String(row.id), folderId: String(folderId), name: 'run.raw' };
    expect(log()).toEqual({
      total: 3,
      entries: [
        ['record_error', 'chain is down'],
        ['recording', null],
        ['uploading', null],
      ].map(([state_, note], index) => ({
        id: 3 - index,
        atMs: startMs,
        note,
        subject: { ...file, state: state_, hold: null, sizeBytes: 7 },
      })),
    });
  });

  test('the same about the same bytes is said once, and again about other bytes', () => {
    const { state, folderId, states } = lab();
    const [one, other] = [addContent(state, 'a').id, addContent(state, 'b').id];
    let row = addFile(state, folderId);
    for (const contentId of [one, one, other]) {
      row = state.files.move(row, 'discovered', { contentId: null });
      row = state.files.move(row, 'notarized', { contentId });
    }
    expect(states()).toEqual(['notarized', 'notarized']);
  });

  test('a reason to hold that asks for a person is news, one that ends by itself is not', () => {
    const { state, folderId, log } = lab();
    let row = addFile(state, folderId);
    for (const hold of ['paused', 'review', 'server', 'credits'] as const) {
      row = state.files.move(row, 'held', { hold });
    }
    const holds = log().entries.map(({ subject }) => 'hold' in subject && subject.hold);
    expect(holds).toEqual(['credits', 'review']);
  });

  test('a paid change is in it from its making to its end, by the name of what it is about', () => {
    const { state, log } = lab();
    const id = state.changes.add({ key: 'k', intent: invitation, createdAtMs: 5 });
    state.changes.setState(id, { state: 'waiting', trouble: null, earlierLostAtMs: null });
    state.changes.setState(id, { state: 'sending', sinceMs: 6, earlierLostAtMs: null });
    const lost = { lostAtMs: 7, finding: 'not-looked', lookedAtMs: null } as const;
    state.changes.setState(id, { state: 'unknown', ...lost });
    state.changes.setState(id, { state: 'delivered', atMs: 8, by: 'evidence', projectId: null });
    expect(log({ about: 'changes' }).entries.map(({ atMs, subject }) => [atMs, subject])).toEqual(
      (['delivered', 'unknown', 'sending', 'waiting'] as const).map((state_, index) => [
        8 - index,
        { kind: 'change', id: String(id), name: 'Bo Ek', change: 'invite-member', state: state_ },
      ]),
    );
  });

  test('what happened is taken back with the transaction, and outlives the row', () => {
    const { state, folderId, states } = lab();
    const row = addFile(state, folderId);
    expect(() =>
      state.transaction(() => {
        state.files.move(row, 'unreadable');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(states()).toEqual([]);
    state.files.forget(state.files.move(row, 'missing'));
    expect(states()).toEqual(['missing']);
  });

  test('is read by window and by what it is about; a text in a filter is only ever a text', async () => {
    const { state, clock, folderId, log } = lab();
    const names = ['100%.csv', 'Run_1.raw', 'run 2.raw', 'axb.raw'];
    const ids: number[] = [];
    for (const name of names) {
      const row = addFile(state, folderId, { name });
      await clock.advance(1_000);
      state.files.move(row, 'missing');
      ids.push(row.id);
    }
    state.changes.add({ key: 'k', intent: invitation, createdAtMs: 5 });
    const found = (filter: LogFilter, first?: number, count?: number) => {
      const { total, entries } = log(filter, first, count);
      return [total, entries.map(({ subject }) => subject.name)];
    };
    expect(found({})).toEqual([5, ['Bo Ek', ...names.toReversed()]]);
    expect(found({ about: 'files' }, 1, 2)).toEqual([4, ['run 2.raw', 'Run_1.raw']]);
    expect(found({ text: 'RUN' })).toEqual([2, ['run 2.raw', 'Run_1.raw']]);
    expect(found({ text: 'x_' })).toEqual([0, []]);
    expect(found({ text: '%' })).toEqual([1, ['100%.csv']]);
    expect(found({ fileId: ids[0] ?? 0 })).toEqual([1, ['100%.csv']]);
    expect(found({ beforeId: 2 })).toEqual([1, ['100%.csv']]);
    const nowMs = clock.nowMs();
    expect(found({ fromMs: nowMs })).toEqual([1, ['axb.raw']]);
    expect(found({ about: 'files', toMs: nowMs - 1_500 })).toEqual([2, ['Run_1.raw', '100%.csv']]);
  });

  test('what was finished is counted between any two moments', async () => {
    const { state, clock, folderId, log } = lab();
    const startMs = clock.nowMs();
    for (const [index, to] of (
      ['notarized', 'duplicate', 'missing', 'notarized'] as const
    ).entries()) {
      const row = addFile(state, folderId, { name: `${index}`, sizeBytes: 10 ** index });
      state.files.move(row, to);
      await clock.advance(1_000);
    }
    const edges = [startMs, startMs + 1_000, startMs + 3_000, startMs + 9_000];
    expect(state.eventLog.done(edges)).toEqual([
      { files: 1, bytes: 1 },
      { files: 1, bytes: 10 },
      { files: 1, bytes: 1_000 },
    ]);
    const done = log({ about: 'done', fromMs: startMs + 1_000 });
    expect(done.entries.map(({ subject }) => subject.name)).toEqual(['3', '1']);
  });
});

function database() {
  const db = new Database(':memory:');
  onTestFinished(() => {
    db.close();
  });
  return db;
}
const names = (db: Database.Database) =>
  db
    .prepare<[], { name: string }>('SELECT name FROM event_log ORDER BY id')
    .all()
    .map(({ name }) => name);

describe('the table of the log', () => {
  const migrations = readMigrations(new URL('migrations/', import.meta.url));
  const upTo = (version: number) => migrations.filter((each) => each.version <= version);

  test('begins with what was finished before there was one, in its order', () => {
    const db = database();
    migrate(db, upTo(70), () => {});
    db.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO file (folder_id, directory_id, name, state, size_bytes, identity, unchanged_since_ms, changed_at_ms)
      VALUES (1, 1, 'later', 'notarized', 1, '', 0, 20), (1, 1, 'ready', 'ready', 1, '', 0, 15),
        (1, 1, 'first', 'duplicate', 1, '', 0, 10), (1, 1, 'broken', 'record_error', 1, '', 0, 12)`);
    migrate(db, migrations, () => {});
    expect(names(db)).toEqual(['first', 'broken', 'later']);
  });

  test('never grows without end: the oldest make room', () => {
    const db = database();
    migrate(db, migrations, () => {});
    const add = db.prepare(
      "INSERT INTO event_log (id, at_ms, subject, subject_id, name, state) VALUES (?, 0, 'file', 1, ?, 'missing')",
    );
    for (const id of [1, 2, 500_001]) add.run(id, `n${id}`);
    expect(names(db)).toEqual(['n2', 'n500001']);
  });
});
