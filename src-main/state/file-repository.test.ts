import Database from 'better-sqlite3';
import fc from 'fast-check';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  canMove,
  FILE_STATES,
  HOLD_REASONS,
  mayCarry,
  type FileState,
} from '../../src-shared/model/file-state.ts';
import {
  addContent,
  addFile,
  addRecord,
  assignment,
  fileOf,
  folderRules,
  temporaryState,
} from '../test-support/temporary-state.ts';
import type { FileRow } from './file-repository.ts';
import type { State } from './state.ts';

function withFolder() {
  const { state, clock, folder } = temporaryState();
  return { state, clock, folder, folderId: state.folders.add('/data', folderRules(), 0) };
}

const holdOf = (to: FileState) => (to === 'held' ? { hold: 'credits' as const } : {});

/** The moved row, or null when the move was called illegal. */
function movedOrRefused(state: State, file: FileRow, to: FileState): FileRow | null {
  try {
    return state.files.move(file, to, holdOf(to));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('illegal move')) return null;
    throw error;
  }
}

function doesThrow(work: () => void): boolean {
  try {
    work();
    return false;
  } catch {
    return true;
  }
}

const step = fc.record({
  what: fc.constantFrom('add', 'move', 'resize', 'forget', 'fail'),
  pick: fc.nat(50),
  to: fc.constantFrom(...FILE_STATES),
  hold: fc.constantFrom(...HOLD_REASONS.filter((hold) => mayCarry('held', hold))),
  sizeBytes: fc.nat(10_000),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

describe('files', () => {
  test('many rows are read at once; where they belong is told once, and not of a folder that was removed', () => {
    const { state, folderId } = withFolder();
    const other = state.folders.add('/other', folderRules(), 0);
    const own = state.assignments.add(assignment({ projectId: 'project-2' }));
    const inPlace = addFile(state, folderId, { name: 'a' });
    const moved = addFile(state, folderId, { name: 'b' });
    const { id: a } = inPlace;
    const { id: b } = state.files.move(moved, 'settling', { assignmentId: own });
    const ids = [a, b, addFile(state, other, { name: 'c' }).id];
    expect(state.files.getAll([b, 99, a]).map(({ id }) => id)).toEqual([a, b]);
    const here = [
      { folderId, projectId: 'project-1' },
      { folderId, projectId: 'project-2' },
    ];
    const there = { folderId: other, projectId: 'project-1' };
    expect(state.files.placesOf([a, a, ...ids, 99])).toEqual([...here, there]);
    state.folders.remove(other, 1);
    expect(state.files.placesOf(ids)).toEqual(here);
    expect(state.files.placesOf([])).toEqual([]);
  });

  test('a row is found by number, by name, in its directory, by content and by record', () => {
    const { state, folderId } = withFolder();
    const directoryId = state.files.directory(folderId, 'a/b');
    expect(state.files.directory(folderId, 'a/b')).toBe(directoryId);
    const file = addFile(state, folderId, { directoryId, name: 'x.raw' });
    expect(file).toMatchObject({ directoryPath: 'a/b', name: 'x.raw', contentId: null });
    expect(state.files.named(directoryId, 'x.raw')).toEqual(file);
    expect(state.files.named(directoryId, 'y.raw')).toBeNull();
    expect(state.files.get(999)).toBeNull();
    expect(state.files.inDirectory(directoryId)).toEqual([file]);
    expect(state.files.directories(folderId)).toEqual([{ id: directoryId, path: 'a/b' }]);
    const content = addContent(state, 'a');
    const record = addRecord(state, content.id);
    const hashing = state.files.move(file, 'hashing', { contentId: content.id });
    const shown = state.files.move(hashing, 'notarized', { recordId: record.id });
    expect(state.files.withContent(content.id)).toEqual([shown]);
    expect(state.files.withRecord(record.id)).toEqual([shown]);
    state.files.forget(shown);
    expect(state.files.get(file.id)).toBeNull();
    expect(state.files.directories(folderId)).toEqual([]);
  });

  test('two rows cannot have one path', () => {
    const { state, folderId } = withFolder();
    addFile(state, folderId);
    expect(() => addFile(state, folderId)).toThrow('UNIQUE');
  });

  test('the number of a forgotten row is never used again: a job still names it', () => {
    const { state, folderId } = withFolder();
    const file = addFile(state, folderId);
    state.files.forget(file);
    expect(addFile(state, folderId).id).toBeGreaterThan(file.id);
  });

  test('exactly the legal moves are carried out; an illegal one throws and changes nothing', () => {
    const { state, folderId } = withFolder();
    let moved = 0;
    for (const from of FILE_STATES.filter((one) => one !== 'held')) {
      for (const to of FILE_STATES) {
        const file = addFile(state, folderId, { state: from, name: `${from} ${to}` });
        const after = movedOrRefused(state, file, to);
        expect(after !== null).toBe(from === to || canMove(from, to));
        expect(fileOf(state, file.id)).toEqual(after ?? file);
        if (after !== null) moved += 1;
      }
    }
    expect(moved).toBeGreaterThan(100);
  });

  test('an illegal move takes the whole transaction back', () => {
    const { state, folderId } = withFolder();
    const [one, other] = ['one', 'other'].map((name) => addFile(state, folderId, { name }));
    if (one === undefined || other === undefined) throw new Error('two files');
    const work = () => {
      state.files.move(one, 'hashing');
      state.files.move(other, 'uploading');
    };
    expect(() => state.transaction(work)).toThrow('illegal move');
    expect(fileOf(state, one.id).state).toBe('discovered');
  });

  test('a row that has moved on since it was read is not moved by what was read', () => {
    const { state, folderId } = withFolder();
    const asRead = addFile(state, folderId);
    const now = state.files.move(asRead, 'hashing');
    expect(() => state.files.move(asRead, 'ignored')).toThrow('not discovered any more');
    expect(fileOf(state, asRead.id)).toEqual(now);
    state.files.forget(now);
    expect(() => state.files.move(now, 'discovered')).toThrow('not hashing any more');
  });

  test('held says why, and nothing else does', () => {
    const { state, folderId } = withFolder();
    const file = addFile(state, folderId);
    expect(() => state.files.move(file, 'held')).toThrow('with hold null');
    expect(() => state.files.move(file, 'ready', { hold: 'labels' })).toThrow('with hold labels');
    const held = state.files.move(file, 'held', { hold: 'refusal', message: 'no', dueAtMs: 5 });
    expect(held).toMatchObject({ hold: 'refusal', message: 'no', dueAtMs: 5 });
    const ready = state.files.move(held, 'ready');
    expect(ready).toMatchObject({ hold: null, message: null, dueAtMs: null });
    expect(fileOf(state, file.id)).toEqual(ready);
  });

  test('due rows are those of active, untroubled folders whose time has come, oldest first', async () => {
    const { state, clock, folderId } = withFolder();
    const nowMs = clock.nowMs();
    const troubled = state.folders.add('/troubled', folderRules(), 0);
    const removed = state.folders.add('/removed', folderRules(), 0);
    state.folders.setTrouble(troubled, 'absent');
    for (const id of [troubled, removed]) addFile(state, id, { name: `in ${id}`, dueAtMs: 1 });
    state.folders.remove(removed, 0);
    const add = (name: string, dueAtMs: number | null) =>
      addFile(state, folderId, { name, dueAtMs });
    const [a, b, c] = [add('at once', null), add('past', nowMs - 5), add('now', nowMs)];
    const later = add('later', nowMs + 10);
    expect(state.files.due('discovered', 10)).toEqual([a, b, c]);
    expect(state.files.due('discovered', 2)).toEqual([a, b]);
    expect(state.files.due('settling', 10)).toEqual([]);
    await clock.advance(10);
    expect(state.files.due('discovered', 10)).toEqual([a, b, c, later]);
    expect(state.files.due('discovered', 10, { folderId: troubled })).toEqual([]);
    expect(state.files.due('discovered', 10, { fileIds: [b.id, 999] })).toEqual([b]);
  });

  test('the next due time is the soonest one ahead: rows that are due already do not hide it', async () => {
    const { state, clock, folderId } = withFolder();
    const nowMs = clock.nowMs();
    expect(state.files.nextDueMs('settling')).toBeNull();
    const add = (name: string, dueAtMs: number | null) =>
      addFile(state, folderId, { name, dueAtMs, state: 'settling' });
    add('at once', null);
    add('past', nowMs - 1);
    expect(state.files.nextDueMs('settling')).toBeNull();
    add('latest', nowMs + 20);
    const soon = add('soon', nowMs + 10);
    expect(state.files.nextDueMs('settling')).toBe(nowMs + 10);
    expect(state.files.nextDueMs('settling', { fileIds: [999] })).toBeNull();
    expect(state.files.nextDueMs('settling', { fileIds: [soon.id] })).toBe(nowMs + 10);
    await clock.advance(10);
    expect(state.files.nextDueMs('settling')).toBe(nowMs + 20);
    state.folders.setTrouble(folderId, 'unreadable');
    expect(state.files.nextDueMs('settling')).toBeNull();
  });

  test('a list is read in pages, each row once, by folder, project, state and number', () => {
    const { state, folderId } = withFolder();
    const elsewhere = state.folders.add(
      '/other',
      folderRules({ assignment: assignment({ projectId: 'project-2' }) }),
      0,
    );
    const files = Array.from({ length: 7 }, (_, index) =>
      addFile(state, index % 2 === 0 ? folderId : elsewhere, { name: `${index}` }),
    );
    const read: number[] = [];
    for (let after = 0; ;) {
      const page = state.files.list({}, after, 3);
      read.push(...page.map((file) => file.id));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    expect(read).toEqual(files.map((file) => file.id));
    expect(state.files.list({ folderId: elsewhere }, 0, 9)).toHaveLength(3);
    expect(state.files.list({ projectId: 'project-1' }, 0, 9)).toHaveLength(4);
    expect(state.files.list({ projectId: 'nowhere' }, 0, 9)).toEqual([]);
    expect(state.files.list({ states: ['hashing'] }, 0, 9)).toEqual([]);
    expect(state.files.list({ states: [] }, 0, 9)).toEqual([]);
    expect(state.files.list({ fileIds: [3, 5] }, 0, 9).map(({ id }) => id)).toEqual([3, 5]);
    const [moved] = files;
    if (moved === undefined) throw new Error('a file');
    const own = state.assignments.add(assignment({ projectId: 'project-2' }));
    state.files.move(moved, 'ready', { assignmentId: own });
    expect(state.files.list({ projectId: 'project-2' }, 0, 9)).toHaveLength(4);
  });

  test('the counters equal a recount, whatever was done', () => {
    const { state, folder, folderId } = withFolder();
    const otherId = state.folders.add('/other', folderRules(), 0);
    let names = 0;
    const counted = new Set<string>();
    const perform = ({ what, pick, to, hold, sizeBytes }: Step) => {
      const all = state.files.list({}, 0, 1_000);
      const file = all[pick % Math.max(1, all.length)];
      const reasonOf = (next: FileState) => (next === 'held' ? { hold } : {});
      if (what === 'add' || file === undefined) {
        const id = pick % 2 === 0 ? folderId : otherId;
        addFile(state, id, {
          name: `${(names += 1)}`,
          sizeBytes,
          state: to === 'held' ? 'ready' : to,
        });
      } else if (what === 'resize')
        state.files.move(file, file.state, { ...reasonOf(file.state), sizeBytes });
      else if (what === 'forget') state.files.forget(file);
      else if (canMove(file.state, to)) {
        const move = () => state.files.move(file, to, { ...reasonOf(to), sizeBytes });
        if (what === 'move') move();
        else {
          const failing = () => {
            move();
            throw new Error('rolled back');
          };
          if (!doesThrow(() => state.transaction(failing))) throw new Error('it was kept');
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
        expect(state.files.counts()).toEqual(select.all());
      }),
      { numRuns: 40 },
    );
    recount.close();
    expect(counted.size).toBe(5);
  });
});
