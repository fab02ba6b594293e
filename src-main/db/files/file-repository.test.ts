import Database from 'better-sqlite3';
import fc from 'fast-check';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  canMove,
  FILE_STATES,
  HOLD_REASONS,
  mayCarry,
  type FileState,
} from '../../../src-shared/model/files/file-state.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import type { FileRow } from './file-repository.ts';
import type { State } from '../state.ts';

function withFolder() {
  const { state, clock, folder } = temporaryState();
  const folderId = state.folders.add('/data', folderRules(), 0);
  return { state, files: state.files, clock, folder, folderId };
}

/** The moved row, or null when the move was called illegal. */
function movedOrRefused(state: State, file: FileRow, to: FileState): FileRow | null {
  try {
    return state.files.move(file, to, to === 'held' ? { hold: 'credits' } : {});
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('illegal move')) return null;
    throw error;
  }
}

function takenBack(work: () => void): void {
  expect(work).toThrow('rolled back');
}

const step = fc.record({
  what: fc.constantFrom('add', 'move', 'resize', 'forget', 'fail'),
  pick: fc.nat(50),
  to: fc.constantFrom(...FILE_STATES),
  hold: fc.constantFrom(...HOLD_REASONS.filter((hold) => mayCarry('held', hold))),
  sizeBytes: fc.nat(10_000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

test('many rows are read at once; where they belong is told once, and not of a folder that was removed', () => {
  const { state, files, folderId } = withFolder();
  const other = state.folders.add('/other', folderRules(), 0);
  const own = state.assignments.add(assignment({ projectId: 'project-2' }));
  const a = addFile(state, folderId, { name: 'a' }).id;
  const b = addFile(state, folderId, { name: 'b' });
  files.move(b, 'settling', { assignmentId: own });
  const ids = [a, b.id, addFile(state, other, { name: 'c' }).id];
  expect(files.getAll([b.id, 99, a]).map(({ id }) => id)).toEqual([a, b.id]);
  const here = [
    { folderId, projectId: 'project-1' },
    { folderId, projectId: 'project-2' },
  ];
  const there = { folderId: other, projectId: 'project-1' };
  expect(files.placesOf([a, a, ...ids, 99])).toEqual([...here, there]);
  state.folders.remove(other, 1);
  expect(files.placesOf(ids)).toEqual(here);
  expect(files.placesOf([])).toEqual([]);
});

test('a row is found by number, by name, in its directory, by content and by record', () => {
  const { state, files, folderId } = withFolder();
  const directoryId = files.directory(folderId, 'a/b');
  expect(files.directory(folderId, 'a/b')).toBe(directoryId);
  const file = addFile(state, folderId, { directoryId, name: 'x.raw' });
  expect(file).toMatchObject({ directoryPath: 'a/b', name: 'x.raw', contentId: null });
  expect(files.named(directoryId, 'x.raw')).toEqual(file);
  expect([files.named(directoryId, 'y.raw'), files.get(999)]).toEqual([null, null]);
  expect(files.inDirectory(directoryId)).toEqual([file]);
  expect(files.directories(folderId)).toEqual([{ id: directoryId, path: 'a/b' }]);
  const content = addContent(state, 'a');
  const record = addRecord(state, content.id);
  const hashing = files.move(file, 'hashing', { contentId: content.id });
  const shown = files.move(hashing, 'notarized', { recordId: record.id });
  expect(files.withContent(content.id)).toEqual([shown]);
  expect(files.withRecord(record.id)).toEqual([shown]);
  files.forget(shown);
  expect(files.get(file.id)).toBeNull();
  expect(files.directories(folderId)).toEqual([]);
});

test('two rows cannot have one path; the number of a forgotten one is never used again: a job still names it', () => {
  const { state, files, folderId } = withFolder();
  const file = addFile(state, folderId);
  expect(() => addFile(state, folderId)).toThrow('UNIQUE');
  files.forget(file);
  expect(addFile(state, folderId).id).toBeGreaterThan(file.id);
});

test('exactly the legal moves are carried out; an illegal one throws and changes nothing', () => {
  const { state, folderId } = withFolder();
  let moved = 0;
  state.transaction(() => {
    for (const from of FILE_STATES.filter((one) => one !== 'held')) {
      for (const to of FILE_STATES) {
        const file = addFile(state, folderId, { state: from, name: `${from} ${to}` });
        const after = movedOrRefused(state, file, to);
        expect(after !== null).toBe(from === to || canMove(from, to));
        expect(fileOf(state, file.id)).toEqual(after ?? file);
        if (after !== null) moved += 1;
      }
    }
  }); // one commit, for the speed of it
  expect(moved).toBeGreaterThan(100);
});

test('a row that has moved on since it was read is not moved by what was read', () => {
  const { state, files, folderId } = withFolder();
  const asRead = addFile(state, folderId);
  const now = files.move(asRead, 'hashing');
  expect(() => files.move(asRead, 'ignored')).toThrow('not discovered any more');
  expect(fileOf(state, asRead.id)).toEqual(now);
  files.forget(now);
  expect(() => files.move(now, 'discovered')).toThrow('not hashing any more');
});

test('held says why, and nothing else does', () => {
  const { state, files, folderId } = withFolder();
  const file = addFile(state, folderId);
  expect(() => files.move(file, 'held')).toThrow('with hold null');
  expect(() => files.move(file, 'ready', { hold: 'labels' })).toThrow('with hold labels');
  const why = { hold: 'refusal', message: 'no', dueAtMs: 5 } as const;
  const held = files.move(file, 'held', why);
  expect(held).toMatchObject(why);
  const ready = files.move(held, 'ready');
  expect(ready).toMatchObject({ hold: null, message: null, dueAtMs: null });
  expect(fileOf(state, file.id)).toEqual(ready);
});

test('due rows are those of active, untroubled folders whose time has come, oldest first', async () => {
  const { state, files, clock, folderId } = withFolder();
  const nowMs = clock.nowMs();
  const troubled = state.folders.add('/troubled', folderRules(), 0);
  const removed = state.folders.add('/removed', folderRules(), 0);
  state.folders.setTrouble(troubled, 'absent');
  for (const id of [troubled, removed]) addFile(state, id, { name: `in ${id}`, dueAtMs: 1 });
  state.folders.remove(removed, 0);
  const add = (name: string, dueAtMs: number | null) => addFile(state, folderId, { name, dueAtMs });
  const [a, b, c] = [add('at once', null), add('past', nowMs - 5), add('now', nowMs)];
  const later = add('later', nowMs + 10);
  expect(files.due('discovered', 10)).toEqual([a, b, c]);
  expect(files.due('discovered', 2)).toEqual([a, b]);
  expect(files.due('settling', 10)).toEqual([]);
  // Rows that are due already do not hide when the next one will be.
  expect(files.nextDueMs('discovered')).toBe(nowMs + 10);
  const soon = add('soon', nowMs + 5);
  expect(files.nextDueMs('discovered')).toBe(nowMs + 5);
  expect(files.nextDueMs('discovered', { fileIds: [later.id] })).toBe(nowMs + 10);
  expect(files.nextDueMs('discovered', { fileIds: [999] })).toBeNull();
  await clock.advance(10);
  expect(files.due('discovered', 10)).toEqual([a, b, c, later, soon]);
  expect(files.due('discovered', 10, { folderId: troubled })).toEqual([]);
  expect(files.due('discovered', 10, { fileIds: [b.id, 999] })).toEqual([b]);
  expect(files.nextDueMs('discovered')).toBeNull();
  add('never seen', nowMs + 99);
  state.folders.setTrouble(folderId, 'unreadable');
  expect(files.nextDueMs('discovered')).toBeNull();
});

test('a list is read in pages, each row once, by folder, project, state and number', () => {
  const { state, files, folderId } = withFolder();
  const there = assignment({ projectId: 'project-2' });
  const elsewhere = state.folders.add('/other', folderRules({ assignment: there }), 0);
  const rows = Array.from({ length: 7 }, (_, index) =>
    addFile(state, index % 2 === 0 ? folderId : elsewhere, { name: `${index}` }),
  );
  const read: number[] = [];
  for (let after = 0; ;) {
    const page = files.list({}, after, 3);
    read.push(...page.map((file) => file.id));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
  }
  expect(read).toEqual(rows.map((file) => file.id));
  expect(files.list({ folderId: elsewhere }, 0, 9)).toHaveLength(3);
  expect(files.list({ projectId: 'project-1' }, 0, 9)).toHaveLength(4);
  for (const none of [{ projectId: 'nowhere' }, { states: ['hashing' as const] }, { states: [] }]) {
    expect(files.list(none, 0, 9)).toEqual([]);
  }
  expect(files.list({ fileIds: [3, 5] }, 0, 9).map(({ id }) => id)).toEqual([3, 5]);
  const own = state.assignments.add(there);
  files.move(fileOf(state, rows[0]?.id ?? 0), 'ready', { assignmentId: own });
  expect(files.list({ projectId: 'project-2' }, 0, 9)).toHaveLength(4);
});

test('rows that are added together are counted each by its folder and state, and end what was settled', () => {
  const { state, files, folderId } = withFolder();
  const otherId = state.folders.add('/other', folderRules(), 0);
  const directories = ['', 'a', 'b'].map((directoryPath) =>
    files.directory(folderId, directoryPath),
  );
  for (const id of directories) state.settledDirectories.keep(id, 'as it was');
  const facts = {
    message: null,
    identity: 'x',
    unchangedSinceMs: 0,
    dueAtMs: null,
    isPicked: false,
  };
  const row = (name: string, place: number, at: FileState, sizeBytes: number) => {
    const directoryId = directories[place] ?? files.directory(otherId, '');
    const ids = { folderId: place < directories.length ? folderId : otherId, directoryId };
    return { ...facts, ...ids, name, state: at, sizeBytes };
  };
  const rows = [row('1', 0, 'ready', 1), row('2', 1, 'ready', 2), row('3', 1, 'checking', 4)];
  const firstId = files.addAll([...rows, row('4', 3, 'ready', 8)]);
  expect([0, 1, 2, 3].map((index) => fileOf(state, firstId + index).name)).toEqual([
    '1',
    '2',
    '3',
    '4',
  ]);
  const counted = { hold: null };
  expect(files.counts()).toEqual([
    { ...counted, folderId, state: 'checking', files: 1, bytes: 4 },
    { ...counted, folderId, state: 'ready', files: 2, bytes: 3 },
    { ...counted, folderId: otherId, state: 'ready', files: 1, bytes: 8 },
  ]);
  const settled = ['', 'a', 'b'].map((directoryPath) =>
    state.settledDirectories.of(folderId, directoryPath),
  );
  expect(settled).toEqual([null, null, 'as it was']);
});

test('the counters equal a recount, whatever was done', () => {
  const { state, files, folder, folderId } = withFolder();
  const otherId = state.folders.add('/other', folderRules(), 0);
  let names = 0;
  const counted = new Set<string>();
  const perform = ({ what, pick, to, hold, sizeBytes }: Step) => {
    const all = files.list({}, 0, 1_000);
    const file = all[pick % Math.max(1, all.length)];
    const move = (row: FileRow, next: FileState) =>
      files.move(row, next, { ...(next === 'held' ? { hold } : {}), sizeBytes });
    if (what === 'add' || file === undefined) {
      const added = { name: `${(names += 1)}`, sizeBytes, state: to === 'held' ? 'ready' : to };
      addFile(state, pick % 2 === 0 ? folderId : otherId, added);
    } else if (what === 'resize') move(file, file.state);
    else if (what === 'forget') files.forget(file);
    else if (canMove(file.state, to)) {
      if (what === 'move') move(file, to);
      else {
        const failing = () => {
          move(file, to);
          throw new Error('rolled back');
        };
        takenBack(() => state.transaction(failing));
      }
    }
    counted.add(what);
  };
  const recount = new Database(path.join(folder, 'labseal.db'), { readonly: true });
  const select = recount.prepare(`SELECT folder_id AS folderId, state, hold, count(*) AS files,
    sum(size_bytes) AS bytes FROM file GROUP BY folder_id, state, hold ORDER BY folder_id, state, ifnull(hold, '')`);
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      for (const one of steps) perform(one);
      expect(files.counts()).toEqual(select.all());
    }),
    { numRuns: 25 },
  );
  recount.close();
  expect(counted.size).toBe(5);
});
