import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitList } from '../../../src-shared/model/files/assignment.ts';
import { FILE_GROUPS, fileGroupOf } from '../../../src-shared/model/files/file-group.ts';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import {
  addContent,
  addFile,
  assignment,
  folderRules,
  temporaryState,
} from '../../test-support/temporary-state.ts';
import type { RangeFilter, RangeOrder } from './file-range.ts';

const NAMES = ['Run 1.raw', 'run 2.raw', '100%.csv', 'a_b.csv', 'axb.csv', 'Zürich.pdf'];
const KEYS = ['name', 'state', 'size', 'when'] as const;
const TEXTS = [
  'run',
  'RAW',
  '%',
  '_',
  '\\',
  'zü',
  '1',
  "'",
  '";--',
  '%%',
  '\\%',
  ' ',
  'subject_07',
  'SUBJECT_07 raw',
  'plate-a 1',
  'exp1',
  'exp1/',
  'exp0/subject_07/',
  'subject_07/plate-a/1r',
  'subject_07\\plate',
  '/2',
  'old/',
  'lab',
  'subject_08%',
];
const SUBFOLDERS = ['', 'Subject_07', 'subject_07/plate-A', 'subject_08%', 'old/subject_07'];
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
  const inherited = ['p1', 'p2', 'p1'].map((projectId, index) =>
    assignment({ projectId, ...INSTRUCTIONS[index] }),
  );
  const folders = inherited.map((rules, index) =>
    state.folders.add(
      `/lab/Exp${index}`,
      folderRules({ assignment: rules, budgetCredits: index === 1 ? 10 : null }),
      0,
    ),
  );
  const half = Math.floor(files / 2);
  const make = (index: number) => {
    const name = `${index % 5}${NAMES[index % NAMES.length]}${index}`;
    const folderId = folders[index % 3] ?? 0;
    const subfolder = SUBFOLDERS[(index * 3) % SUBFOLDERS.length] ?? '';
    const directoryId = state.files.directory(folderId, subfolder);
    const row = addFile(state, folderId, { name, directoryId, sizeBytes: (index * 31) % 11 });
    const [to, hold] = STATES[(index * 7) % STATES.length] ?? ['ready', null];
    const projectId = `p${(index % 3) + 1}`;
    const own = assignment({ projectId, ...INSTRUCTIONS[index % INSTRUCTIONS.length] });
    const isOwn = index % 4 === 0;
    const assignmentId = isOwn ? state.assignments.add(own) : null;
    const contentId = to === 'ready' ? addContent(state, name).id : null;
    const moved = state.files.move(row, to, { hold, assignmentId, contentId });
    const isNamed = contentId !== null && index % 2 === 0;
    if (isNamed) state.approvals.give({ fileId: row.id, what: 'review', contentId, givenAtMs: 0 });
    // The first half of the folder with a budget came in a large batch.
    if (index === half) state.folders.noteLargeBatch(folders[1] ?? 0);
    const isApproved = isNamed || (folderId === folders[1] && index > half);
    return { ...moved, isApproved, instructions: isOwn ? own : (inherited[index % 3] ?? own) };
  };
  const rows = state.transaction(() => Array.from({ length: files }, (_, index) => make(index)));
  const removed = folders[2] ?? 0;
  state.folders.remove(removed, 1);
  return { state, folders, rows: rows.filter(({ folderId }) => folderId !== removed) };
}
type Row = ReturnType<typeof lists>['rows'][number];

test('a window shows what the filter lets through, in order, and counts all of it', () => {
  const { state, folders, rows } = lists(120);
  const filters = fc.record(
    {
      projectId: fc.constantFrom('p1', 'p2', 'p3', 'nobody'),
      folderId: fc.constantFrom(...folders, 99),
      states: fc.subarray(['discovered', 'ready', 'held', 'ignored'] as const, { minLength: 1 }),
      holds: fc.subarray(['review', 'credits'] as const, { minLength: 1 }),
      group: fc.constantFrom(...FILE_GROUPS),
      visibility: fc.constantFrom('public', 'private'),
      fileType: fc.constantFrom('primary', 'secondary'),
      label: fc.constantFrom('raw', 'MS2', 'MS', '%', 'raw,MS2'),
      // A text is a text: wildcards and quotes mean themselves.
      text: fc.constantFrom(...TEXTS),
      subfolder: fc.constantFrom(...SUBFOLDERS),
    },
    { requiredKeys: [] },
  );
  const order = fc.record({
    by: fc.constantFrom(...KEYS),
    isDescending: fc.boolean(),
  });
  const at = fc.record({ first: fc.nat(90), count: fc.integer({ min: 1, max: 60 }) });
  fc.assert(
    fc.property(filters, order, at, (filter, sort, window) => {
      const expected = plainly(rows, filter, sort);
      expect(state.fileRange(filter, sort, window)).toEqual({
        total: expected.length,
        ids: expected.slice(window.first, window.first + window.count),
      });
    }),
    { numRuns: 200 },
  );
  expect(state.labelsOf('p2')).toEqual(['MS', 'MS2', 'raw']);
  expect(state.labelsOf('nobody')).toEqual([]);
  expect(state.labelsOf(null)).toEqual(['MS', 'MS2', 'raw']);
});

test('words are found in names and subfolders, paths from the folder on, and a subfolder has what is below it', () => {
  const { state, rows, folders } = lists(120);
  const window = { first: 0, count: 99 };
  const [folderId] = folders;
  const found = TEXTS.flatMap((text) =>
    [undefined, ...SUBFOLDERS, 'subject_07', 'none'].map((subfolder, index) => {
      const filter = subfolder === undefined ? { text } : { text, folderId, subfolder };
      const sort = { by: KEYS[index % KEYS.length] ?? 'name', isDescending: index % 2 === 0 };
      const { ids } = state.fileRange(filter, sort, window);
      expect([filter, ids]).toEqual([filter, plainly(rows, filter, sort).slice(0, 99)]);
      return ids.length;
    }),
  );
  expect(found.filter((length) => length > 0 && length < 80).length).toBeGreaterThan(60);
});

test('a file whose own instructions fit, as those of its folder do, is counted once', () => {
  const { state } = temporaryState();
  const here = assignment({ projectId: 'p1', labels: 'raw,MS2' });
  const row = addFile(state, state.folders.add('/a', folderRules({ assignment: here }), 0));
  state.files.move(row, 'ready', { assignmentId: state.assignments.add(here) });
  const order = { by: 'name', isDescending: false } as const;
  for (const filter of [{ projectId: 'p1' }, { label: 'MS2' }, { visibility: here.visibility }]) {
    const found = state.fileRange(filter, order, { first: 0, count: 9 });
    expect(found).toEqual({ total: 1, ids: [row.id] });
  }
});

test('the newest come first, whether they rest, are on their way, or belong here by their own instructions', () => {
  const { state, clock } = temporaryState();
  const [here = 0, elsewhere = 0] = ['p1', 'p2'].map((projectId) =>
    state.folders.add(`/${projectId}`, folderRules({ assignment: assignment({ projectId }) }), 0),
  );
  const own = { assignmentId: state.assignments.add(assignment({ projectId: 'p1' })) };
  const made: number[] = [];
  for (const [index, to] of (['hashing', 'ready', 'settling', 'ready'] as const).entries()) {
    for (const folderId of [here, elsewhere]) {
      clock.setWallClock(1_000 * made.length);
      const row = addFile(state, folderId, { name: `${index}` });
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

/** As SQLite compares names: only ASCII letters lose their case. */
function lower(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The same by reading every row. */
const isIn = (path: string, subfolder: string) =>
  subfolder === '' || path === subfolder || path.startsWith(`${subfolder}/`);

/** In the name, in the subfolders, or, with a slash, anywhere in both from the folder's name on. */
function hasWord(
  { folderId, directoryPath, name }: Omit<Row, 'instructions'>,
  word: string,
): boolean {
  const parts = [name, directoryPath].map(lower);
  if (parts.some((part) => part.includes(word))) return true;
  const path = word.replaceAll('\\', '/');
  if (!/[^/]\/|\/[^/]/.test(path)) return false;
  const folders = lower(`/Exp${folderId - 1}/${directoryPath === '' ? '' : `${directoryPath}/`}`);
  return folders.includes(path) || isStart(folders, lower(name), path);
}

const isStart = (folders: string, name: string, path: string) => {
  const start = path.lastIndexOf('/') + 1;
  return folders.endsWith(path.slice(0, start)) && name.startsWith(path.slice(start));
};

function groupOf({ state, hold, isApproved }: Omit<Row, 'instructions'>) {
  return fileGroupOf(state, hold, isApproved);
}

function plainly(rows: readonly Row[], wanted: RangeFilter, order: RangeOrder): readonly number[] {
  const { projectId, folderId, states, holds, group, visibility, fileType, label } = wanted;
  const { subfolder = '', text = '' } = wanted;
  const words = lower(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const { by, isDescending } = order;
  const key = (row: Row) =>
    ({ name: lower(row.name), state: row.state, size: row.sizeBytes, when: row.changedAtMs })[by];
  return rows
    .filter(
      ({ instructions, ...row }) =>
        (projectId ?? instructions.projectId) === instructions.projectId &&
        (visibility ?? instructions.visibility) === instructions.visibility &&
        (fileType ?? instructions.fileType) === instructions.fileType &&
        (label === undefined || splitList(instructions.labels).includes(label)) &&
        (folderId ?? row.folderId) === row.folderId &&
        (states ?? [row.state]).includes(row.state) &&
        (holds === undefined || (row.hold !== null && holds.includes(row.hold))) &&
        (group ?? groupOf(row)) === groupOf(row) &&
        (folderId === undefined || isIn(row.directoryPath, subfolder)) &&
        words.every((word) => hasWord(row, word)),
    )
    .toSorted((one, other) => {
      const [a, b] = [key(one), key(other)];
      const sign = a < b ? -1 : a > b ? 1 : one.id - other.id;
      return isDescending ? -sign : sign;
    })
    .map(({ id }) => id);
}

test('a group has its files without a hold, in its rows as in their number', () => {
  const { state, rows } = lists(60);
  const order = { by: 'when', isDescending: true } as const;
  for (const group of FILE_GROUPS) {
    const own = rows.filter((row) => groupOf(row) === group);
    const { ids, total } = state.fileRange({ group }, order, { first: 0, count: 99 });
    expect([group, ids.length, total]).toEqual([group, own.length, own.length]);
  }
});
