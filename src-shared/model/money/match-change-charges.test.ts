import { expect, test } from 'vitest';
import { matchChangeCharges, type OpenPart, type HistoryEntry } from './match-charges.ts';

const HOUR_MS = 3_600_000;
const part = (over: Partial<OpenPart> = {}): OpenPart => ({
  changeId: 1,
  number: 1,
  part: 'invitation',
  isCertain: true,
  beganAtMs: 10 * HOUR_MS,
  endedAtMs: 10 * HOUR_MS + 1_000,
  ...over,
});
const entry = (over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 'tx',
  createdAtMs: 10 * HOUR_MS + 500,
  amount: -10,
  type: 'PROJECT_INVITATION',
  ...over,
});
const deletion = (over: Partial<OpenPart> = {}) => part({ part: 'deletion', ...over });
const pairs = (
  open: readonly OpenPart[],
  entries: readonly HistoryEntry[],
  uploads: readonly { beganAtMs: number; endedAtMs: number }[] = [],
) =>
  matchChangeCharges(open, entries, uploads).map(
    ({ open: { changeId, part: what }, entry: { id } }) => `${changeId} ${what} ${id}`,
  );

test('a documented type at its time is enough, whatever was charged', () => {
  const entries = [entry({ amount: -12 }), entry({ id: 'x', type: 'UPLOAD' })];
  expect(pairs([part()], entries)).toEqual(['1 invitation tx']);
});

test('several stand in the order in which they were sent, a project with its first members', () => {
  const open = [
    part({ changeId: 1, part: 'project' }),
    part({ changeId: 1, part: 'member' }),
    part({ changeId: 2, beganAtMs: 10 * HOUR_MS + 9_000, endedAtMs: 10 * HOUR_MS + 9_500 }),
  ];
  const entries = [
    entry({ id: 'later', createdAtMs: 10 * HOUR_MS + 9_300 }),
    entry({ id: 'first' }),
    entry({ id: 'made', type: 'PROJECT_CREATION', amount: -50 }),
  ];
  const paid = ['1 project made', '1 member first', '2 invitation later'];
  expect(pairs(open, entries)).toEqual(paid);
});

test('of more charges of one amount, another computer’s perhaps, each change has the nearest: one line for each thing', () => {
  const [first, second] = [10 * HOUR_MS + 900, 10 * HOUR_MS + 20_900];
  const entries = [
    entry({ id: 'elsewhere', createdAtMs: 10 * HOUR_MS - 4_000 }),
    entry({ id: 'one', createdAtMs: first }),
    entry({ id: 'two', createdAtMs: second }),
  ];
  const later = { beganAtMs: 10 * HOUR_MS + 20_000, endedAtMs: 10 * HOUR_MS + 21_000 };
  expect(pairs([part(), part({ changeId: 2, ...later })], entries)).toEqual([
    '1 invitation one',
    '2 invitation two',
  ]);
  expect(pairs([part(), part({ changeId: 2, isCertain: false })], entries)).toEqual([
    '1 invitation one',
  ]);
});

test.each([
  ['too early', [entry({ createdAtMs: 9 * HOUR_MS })]],
  ['too late', [entry({ createdAtMs: 11 * HOUR_MS })]],
  ['credits that came back', [entry({ amount: 10 })]],
  ['another type', [entry({ type: 'PRIVATE' })]],
  ['more than changes, of other amounts', [entry(), entry({ id: 'other', amount: -12 })]],
])('%s: nothing is named', (_, entries) => {
  expect(pairs([part()], entries)).toEqual([]);
});

test('one whose answer was lost may be charged or not: as many as are certain are theirs', () => {
  const lost = part({ changeId: 2, isCertain: false, beganAtMs: 10 * HOUR_MS - 9_000 });
  expect(pairs([lost, part()], [entry()])).toEqual(['1 invitation tx']);
  const early = entry({ id: 'early', createdAtMs: 10 * HOUR_MS - 8_000 });
  const both = ['2 invitation early', '1 invitation tx'];
  expect(pairs([lost, part()], [entry(), early])).toEqual(both);
  expect(pairs([lost], [])).toEqual([]);
});

test('a deletion has no documented type: one that says so, or the only one that can be it', () => {
  const gone = entry({ id: 'gone', type: 'FILE_DELETION', amount: -1 });
  const upload = entry({ id: 'up', type: 'T1', amount: -1 });
  const beside = { beganAtMs: 10 * HOUR_MS, endedAtMs: 10 * HOUR_MS + 700 };
  expect(pairs([deletion()], [gone, upload], [beside])).toEqual(['1 deletion gone']);
  expect(pairs([deletion()], [upload])).toEqual(['1 deletion up']);
  expect(pairs([deletion()], [upload], [beside])).toEqual([]);
  expect(pairs([deletion()], [upload, entry({ id: 'y', type: 'T2', amount: -1 })])).toEqual([]);
});
