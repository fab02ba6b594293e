import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import {
  addContent,
  addFile,
  folderRules,
  invitation,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import type { LogFilter } from './event-log.ts';
import { newDatabase } from '../test-support/new-database.ts';

/** One folder, a clock to move, and looks into the log. */
function lab() {
  const { state, clock } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  const log = (filter: LogFilter = {}, first = 0, count = 300) =>
    state.eventLog.range(filter, first, count);
  const states = () => log().entries.map(({ subject }) => subject.state);
  const add = (over: Parameters<typeof addFile>[2] = {}) => addFile(state, folderId, over);
  return { state, files: state.files, clock, folderId, log, states, add };
}

describe('the log', () => {
  test('keeps what a file came to, with its moment, and no step that ends by itself', () => {
    const { state, files, clock, folderId, log, add } = lab();
    const { id: contentId } = addContent(state, 'a');
    let row = add({ sizeBytes: 7 });
    for (const step of ['settling', 'discovered', 'hashing'] as const) row = files.move(row, step);
    row = files.move(row, 'ready', { contentId });
    row = files.move(row, 'held', { hold: 'offline' });
    row = files.move(row, 'ready');
    expect(log()).toEqual({ total: 0, entries: [] });
    row = files.move(row, 'uploading');
    row = files.move(row, 'recording');
    row = files.move(row, 'record_error', { message: 'chain is down' });
    const place = { folderId: String(folderId), folderPath: 'data' };
    const file = { kind: 'file', id: String(row.id), ...place, name: 'run.raw' };
    const entry = (id: number, state_: string, note: string | null) => ({
      id,
      atMs: clock.nowMs(),
      note,
      subject: { ...file, state: state_, hold: null, sizeBytes: 7 },
    });
    const entries = [
      entry(3, 'record_error', 'chain is down'),
      entry(2, 'recording', null),
      entry(1, 'uploading', null),
    ];
    expect(log()).toEqual({ total: 3, entries });
  });

  test('what happened is found by the subfolder of its file, which it says while the file is known', () => {
    const { files, folderId, log, add } = lab();
    const rows = ['subject_07/plate-A', 'subject_08'].map((path) =>
      files.move(add({ directoryId: files.directory(folderId, path) }), 'unreadable'),
    );
    const places = (filter: LogFilter = {}) =>
      log(filter).entries.map(({ subject }) => subject.kind === 'file' && subject.folderPath);
    expect(places({ text: 'subject_07' })).toEqual(['data/subject_07/plate-A']);
    expect(places({ text: 'RUN subject' })).toEqual(['data/subject_08', 'data/subject_07/plate-A']);
    expect(places({ text: 'data/subject_08/run' })).toEqual(['data/subject_08']);
    expect(places({ text: 'subject_09' })).toEqual([]);
    for (const row of rows.slice(1)) files.forget(row);
    expect(places()).toEqual([null, 'data/subject_07/plate-A']);
  });

  test('the same about the same bytes is said once, and again about other bytes', () => {
    const { state, files, states, add } = lab();
    const [one, other] = [addContent(state, 'a').id, addContent(state, 'b').id];
    let row = add();
    for (const contentId of [one, one, other]) {
      row = files.move(row, 'discovered', { contentId: null });
      row = files.move(row, 'notarized', { contentId });
    }
    expect(states()).toEqual(['notarized', 'notarized']);
  });

  test('a reason to hold that asks for a person is news, one that ends by itself is not', () => {
    const { files, log, add } = lab();
    let row = add();
    for (const hold of ['paused', 'review', 'server', 'credits'] as const) {
      row = files.move(row, 'held', { hold });
    }
    const holds = log().entries.map(({ subject }) => 'hold' in subject && subject.hold);
    expect(holds).toEqual(['credits', 'review']);
  });

  test('a paid change is in it from its making to its end, by the name of what it is about', () => {
    const { state, log } = lab();
    const { changes } = state;
    const id = changes.add({ key: 'k', intent: invitation('Bo Ek'), createdAtMs: 5 });
    changes.setState(id, { state: 'waiting', lastTry: null, earlierLostAtMs: null });
    changes.setState(id, { state: 'sending', sinceMs: 6, earlierLostAtMs: null });
    changes.setState(id, {
      state: 'unknown',
      lostAtMs: 7,
      finding: 'not-looked',
      lookedAtMs: null,
    });
    changes.setState(id, { state: 'delivered', atMs: 8, by: 'evidence', projectId: null });
    const subject = { kind: 'change', id: String(id), name: 'Bo Ek', change: 'invite-member' };
    expect(log({ about: 'changes' }).entries).toMatchObject([
      { atMs: 8, subject: { ...subject, state: 'delivered' } },
      { atMs: 7, subject: { ...subject, state: 'unknown' } },
      { atMs: 6, subject: { ...subject, state: 'sending' } },
      { atMs: 5, subject: { ...subject, state: 'waiting' } },
    ]);
  });

  test('what happened is taken back with the transaction, and outlives the row', () => {
    const { state, files, states, add } = lab();
    const row = add();
    const takenBack = () => {
      files.move(row, 'unreadable');
      throw new Error('no');
    };
    expect(() => state.transaction(takenBack)).toThrow('no');
    expect(states()).toEqual([]);
    files.forget(files.move(row, 'missing'));
    expect(states()).toEqual(['missing']);
  });

  test('is read by window and by what it is about; a text in a filter is only ever a text', async () => {
    const { state, files, clock, log, add } = lab();
    const names = ['100%.csv', 'Run_1.raw', 'run 2.raw', 'axb.raw'];
    const ids: number[] = [];
    for (const name of names) {
      const row = add({ name });
      await clock.advance(1_000);
      files.move(row, 'missing');
      ids.push(row.id);
    }
    state.changes.add({ key: 'k', intent: invitation('Bo Ek'), createdAtMs: 5 });
    const nowMs = clock.nowMs();
    const filters: [LogFilter, number, string[]][] = [
      [{}, 5, ['Bo Ek', ...names.toReversed()]],
      [{ text: 'RUN' }, 2, ['run 2.raw', 'Run_1.raw']],
      [{ text: 'x_' }, 0, []],
      [{ text: '%' }, 1, ['100%.csv']],
      [{ fileId: ids[0] ?? 0 }, 1, ['100%.csv']],
      [{ beforeId: 2 }, 1, ['100%.csv']],
      [{ fromMs: nowMs }, 1, ['axb.raw']],
      [{ about: 'files', toMs: nowMs - 1_500 }, 2, ['Run_1.raw', '100%.csv']],
    ];
    const found = (filter: LogFilter, first?: number, count?: number) => {
      const { total, entries } = log(filter, first, count);
      return [filter, total, entries.map(({ subject }) => subject.name)];
    };
    expect(filters.map(([filter]) => found(filter))).toEqual(filters);
    const about = { about: 'files' } as const;
    expect(found(about, 1, 2)).toEqual([about, 4, ['run 2.raw', 'Run_1.raw']]);
  });

  test('what was finished is counted between any two moments', async () => {
    const { state, files, clock, log, add } = lab();
    const startMs = clock.nowMs();
    const ends = ['notarized', 'duplicate', 'missing', 'notarized'] as const;
    for (const [index, to] of ends.entries()) {
      files.move(add({ name: `${index}`, sizeBytes: 10 ** index }), to);
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

const names = (db: Database.Database) =>
  db.prepare('SELECT name FROM event_log ORDER BY id').pluck().all();

describe('the table of the log', () => {
  test('never grows without end: the oldest make room', () => {
    const db = newDatabase();
    const add = db.prepare(
      "INSERT INTO event_log (id, at_ms, subject, subject_id, name, state) VALUES (?, 0, 'file', 1, ?, 'missing')",
    );
    for (const id of [1, 2, 500_001]) add.run(id, `n${id}`);
    expect(names(db)).toEqual(['n2', 'n500001']);
  });
});
