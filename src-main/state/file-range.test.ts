import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitList } from '../../src-shared/model/assignment.ts';
import type { FileState, HoldReason } from '../../src-shared/model/file-state.ts';
import {
  addFile,
  assignment,
  folderRules,
  temporaryState,
} from '../test-support/temporary-state.ts';
import type { RangeFilter, RangeOrder } from './file-range.ts';

const NAMES = [
  'Run 1.raw',
  'run 2.raw',
  'RUN 10.RAW',
  '100%.csv',
  'a_b.csv',
  'axb.csv',
  'Zürich.pdf',
];
const STATES: readonly (readonly [FileState, HoldReason | null])[] = [
  ['discovered', null],
  ['ready', null],
  ['held', 'review'],
  ['held', 'credits'],
  ['ignored', null],
];

const INSTRUCTIONS = [
  { visibility: 'private', fileType: 'primary', labels: 'raw' },
  { visibility: 'public', fileType: 'secondary', labels: 'raw,MS2' },
  { visibility: 'public', fileType: 'primary', labels: 'MS2' },
  { visibility: 'private', fileType: 'primary', labels: 'MS' },
  { visibility: 'private', fileType: 'secondary', labels: '' },
] as const;

/** Three folders (the last one removed) of two projects, with a file of its own instructions now and then. */
function lists(files: number) {
  const { state } = temporaryState();
  const laid = ['p1', 'p2', 'p1'].map((projectId, index) =>
    assignment({ projectId, ...INSTRUCTIONS[index % INSTRUCTIONS.length] }),
  );
  const folders = laid.map((rules, index) =>
    state.folders.add(`/${index}`, folderRules({ assignment: rules }), 0),
  );
  const rows = Array.from({ length: files }, (_, index) => {
    const folderId = folders[index % 3] ?? 0;
    const name = `${index % 5}${NAMES[index % NAMES.length]}${index}`;
    const [to, hold] = STATES[(index * 7) % STATES.length] ?? ['ready', null];
    const ownProject = index % 4 === 0 ? `p${(index % 3) + 1}` : null;
    let row = addFile(state, folderId, { name, sizeBytes: (index * 31) % 11, state: 'discovered' });
    const inherited = laid[index % 3];
    const own =
      ownProject === null
        ? null
        : assignment({ projectId: ownProject, ...INSTRUCTIONS[index % INSTRUCTIONS.length] });
    const assignmentId = own === null ? null : state.assignments.add(own);
    row = state.files.move(row, to, { hold, assignmentId });
    return { ...row, instructions: own ?? inherited ?? assignment() };
  });
  const removed = folders[2] ?? 0;
  state.folders.remove(removed, 1);
  return { state, folders, rows: rows.filter(({ folderId }) => folderId !== removed) };
}

describe('a window into a list', () => {
  test('shows what the filter lets through, in order, and counts all of it', () => {
    const { state, folders, rows } = lists(120);
    const filters = fc.record(
      {
        projectId: fc.constantFrom('p1', 'p2', 'p3', 'nobody'),
        folderId: fc.constantFrom(...folders, 99),
        states: fc.subarray(['discovered', 'ready', 'held', 'ignored'] as const, { minLength: 1 }),
        holds: fc.subarray(['review', 'credits'] as const, { minLength: 1 }),
        visibility: fc.constantFrom('public', 'private'),
        fileType: fc.constantFrom('primary', 'secondary'),
        label: fc.constantFrom('raw', 'MS2', 'MS', '%', 'raw,MS2'),
        text: fc.constantFrom('run', 'RAW', '%', '_', '\\', 'zü', '1'),
      },
      { requiredKeys: [] },
    );
    const order = fc.record({
      by: fc.constantFrom('name', 'state', 'size', 'when'),
      isDescending: fc.boolean(),
    });
    const at = fc.record({ first: fc.nat(90), count: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(filters, order, at, (filter, sort, window) => {
        const expected = plainly(rows, filter, sort).slice(
          window.first,
          window.first + window.count,
        );
        expect(state.fileRange(filter, sort, window)).toEqual({
          total: plainly(rows, filter, sort).length,
          ids: expected.map(({ id }) => id),
        });
      }),
      { numRuns: 300, seed: 70 },
    );
  });

  test('a file whose own instructions fit, as those of its folder do, is counted once', () => {
    const { state } = temporaryState();
    const here = assignment({ projectId: 'p1', labels: 'raw,MS2' });
    const folderId = state.folders.add('/a', folderRules({ assignment: here }), 0);
    const row = addFile(state, folderId);
    state.files.move(row, 'ready', { assignmentId: state.assignments.add(here) });
    const order = { by: 'name', isDescending: false } as const;
    for (const filter of [{ projectId: 'p1' }, { label: 'MS2' }, { visibility: here.visibility }]) {
      const found = state.fileRange(filter, order, { first: 0, count: 9 });
      expect(found).toEqual({ total: 1, ids: [row.id] });
    }
  });

  test('the labels of a project are those of its folders and of files with their own, each once', () => {
    const { state } = lists(60);
    expect(state.labelsOf('p2')).toEqual(['MS', 'MS2', 'raw']);
    expect(state.labelsOf('nobody')).toEqual([]);
    expect(state.labelsOf(null)).toEqual(['MS', 'MS2', 'raw']);
  });

  test('a text is a text: wildcards and quotes mean themselves', () => {
    const { state } = lists(10);
    const by = { by: 'name', isDescending: false } as const;
    const window = { first: 0, count: 300 };
    for (const text of ["'", '";--', '%%', '\\%']) {
      expect(state.fileRange({ text }, by, window)).toEqual({ total: 0, ids: [] });
    }
  });
});

/** As SQLite compares names: only ASCII letters lose their case. */
function lower(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The same by reading every row. */
function plainly(
  rows: ReturnType<typeof lists>['rows'],
  { projectId, folderId, states, holds, visibility, fileType, label, text }: RangeFilter,
  { by, isDescending }: RangeOrder,
) {
  const key = (row: ReturnType<typeof lists>['rows'][number]) =>
    ({ name: lower(row.name), state: row.state, size: row.sizeBytes, when: row.changedAtMs })[by];
  return rows
    .filter(
      (row) =>
        (projectId === undefined || row.instructions.projectId === projectId) &&
        (visibility === undefined || row.instructions.visibility === visibility) &&
        (fileType === undefined || row.instructions.fileType === fileType) &&
        (label === undefined || splitList(row.instructions.labels).includes(label)) &&
        (folderId === undefined || row.folderId === folderId) &&
        (states === undefined || states.includes(row.state)) &&
        (holds === undefined || (row.hold !== null && holds.includes(row.hold))) &&
        (text === undefined || lower(row.name).includes(lower(text))),
    )
    .toSorted((one, other) => {
      const [a, b] = [key(one), key(other)];
      const order = a < b ? -1 : a > b ? 1 : one.id - other.id;
      return isDescending ? -order : order;
    });
}

test('the newest come first, whether they rest, are on their way, or belong here by their own instructions', () => {
  const { state, clock } = temporaryState();
  const [here, elsewhere] = ['p1', 'p2'].map((projectId) =>
    state.folders.add(`/${projectId}`, folderRules({ assignment: assignment({ projectId }) }), 0),
  );
  const own = { assignmentId: state.assignments.add(assignment({ projectId: 'p1' })) };
  const made: number[] = [];
  for (const [index, to] of (['hashing', 'ready', 'settling', 'ready'] as const).entries()) {
    for (const folderId of [here, elsewhere]) {
      clock.setWallClock(1_000 * made.length);
      const row = addFile(state, folderId ?? 0, { name: `${index}` });
      const hashing = state.files.move(row, 'hashing', folderId === here ? {} : own);
      if (to !== 'hashing') state.files.move(hashing, to);
      made.push(row.id);
    }
  }
  const window = (first: number, isDescending: boolean) =>
    state.fileRange({ projectId: 'p1' }, { by: 'when', isDescending }, { first, count: 5 });
  expect(window(0, true)).toEqual({ total: 8, ids: made.toReversed().slice(0, 5) });
  expect(window(5, true).ids).toEqual(made.toReversed().slice(5));
  expect(window(3, false).ids).toEqual(made.slice(3, 8));
});
