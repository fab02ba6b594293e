import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignment, folderRules, temporaryFolder } from '../../test-support/temporary-state.ts';
import { realIds } from '../../platform/real-ports.ts';
import { openDatabase } from '../open-database.ts';
import { makeTransactions } from '../transactions.ts';
import { makeFileRange, makeRangeAnchors } from './file-range.ts';
import { makeFileRepository } from './file-repository.ts';
import { makeAssignmentRepository, makeFolderRepository } from './folder-repository.ts';

const BETWEEN = 4;

/** A folder whose files share few names and times; `near` remembers rows of its lists, `far` counts from the start. */
function folderOf(count: number) {
  const { db, close } = openDatabase(temporaryFolder(), realIds);
  db.pragma('synchronous = OFF'); // nothing is lost here, and thousands of changes need not wait for a disk
  let nowMs = 0;
  const files = makeFileRepository(db, () => nowMs);
  const rules = folderRules({ assignment: assignment() });
  const folderId = makeFolderRepository(db, makeAssignmentRepository(db)).add('/a', rules, 0);
  const ids: number[] = [];
  function add(number: number): void {
    nowMs = number % 5;
    const id = files.add({
      folderId,
      directoryId: files.directory(folderId, `run-${ids.length}`),
      name: ['data.raw', 'Data.raw', 'b.raw', 'A.raw'][number % 4] ?? 'c.raw',
      state: number % 3 === 0 ? 'discovered' : 'ready',
      sizeBytes: number,
      identity: '',
      unchangedSinceMs: 0,
      dueAtMs: null,
      message: null,
      isPicked: false,
    });
    ids.push(id);
  }
  for (let number = 0; number < count; number += 1) add(number);
  const { transaction } = makeTransactions(db, nextTurn);
  return {
    near: makeFileRange(db, BETWEEN),
    far: makeFileRange(db, Infinity),
    transaction,
    close,
    ids,
    files,
    add,
    wait: (ms: number) => (nowMs += ms),
  };
}

const order = fc.record({
  by: fc.constantFrom('name', 'when', 'size', 'state'),
  isDescending: fc.boolean(),
});
const filter = fc.record({ states: fc.constant(['ready'] as const) }, { requiredKeys: [] });
const step = fc.oneof(
  fc.record({
    do: fc.constant('look' as const),
    filter,
    order,
    first: fc.nat(60),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  fc.record({ do: fc.constantFrom('add', 'move', 'forget', 'undone'), number: fc.nat(50) }),
);

test('a window behind a remembered row shows what counting from the start shows, whatever happened to the files', () => {
  const { near, far, files, ids, add, wait, transaction, close } = folderOf(40);
  const byName = { by: 'name', isDescending: false } as const;

  function addInVain(number: number): void {
    try {
      transaction(() => {
        add(number);
        near({}, byName, { first: 30, count: 2 });
        throw new Error('undone');
      });
    } catch {
      ids.pop();
    }
  }

  function change(what: 'add' | 'move' | 'forget' | 'undone', number: number): void {
    wait(number % 3);
    if (what === 'add') return add(number);
    if (what === 'undone') return addInVain(number);
    const row = files.get(ids[number % ids.length] ?? 0);
    if (row === null) return;
    if (what === 'forget') files.forget(row);
    else files.move(row, row.state === 'ready' ? 'discovered' : 'ready');
  }

  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 25 }), (steps) => {
      const [shown, expected]: unknown[][] = [[], []];
      for (const each of steps) {
        if (each.do !== 'look') {
          change(each.do, each.number);
          continue;
        }
        const window = { first: each.first, count: each.count };
        shown?.push(near(each.filter, each.order, window));
        expected?.push(far(each.filter, each.order, window));
      }
      expect(shown).toEqual(expected);
    }),
    { numRuns: 60 },
  );
  close();
});

test('a list is walked once, and only where nothing is remembered', () => {
  const walked: (number | null)[] = [];
  const before = makeRangeAnchors(10);
  const look = (first: number, version = 'one', list = 'list') =>
    before({ list, version, first }, (after, rows) => {
      walked.push(after?.position ?? null);
      const position = (after?.position ?? -1) + rows;
      return position < 45 ? { id: position, key: position } : undefined;
    })?.position ?? null;
  expect([look(9), look(35), look(25), look(10), look(35)]).toEqual([null, 29, 19, 9, 29]);
  expect(walked).toEqual([null, 9, 19]);
  expect(look(44)).toBe(39);
  expect(look(99)).toBe(39); // behind its end
  expect(look(25, 'two')).toBe(19);
  expect(walked.slice(3)).toEqual([29, 39, null, 9]);
  for (const other of ['b', 'c', 'd', 'e']) look(15, 'two', other);
  walked.length = 0;
  look(25, 'two'); // five lists were looked at since
  expect(walked).toEqual([null, 9]);
});
