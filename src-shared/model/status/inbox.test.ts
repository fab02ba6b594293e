import { expect, test } from 'vitest';
import { fileGroupOf } from '../files/file-group.ts';
import type { AccountStatus } from './account-status.ts';
import type { HealthItem } from './health.ts';
import { countOf, inboxOf, isInInbox, keyOf, type InboxFacts } from './inbox.ts';

const files = (state: string, hold: string | null, count: number) =>
  ({ state, hold, files: count, bytes: count }) as AccountStatus['counts'][number];

const awaiting = (count: number) => ({ ...files('ready', null, count), isApproved: false });
const approved = (count: number) => ({ ...files('ready', null, count), isApproved: true });

const folder = (id: string): HealthItem => ({
  code: 'folder-trouble',
  folderId: id,
  path: `/${id}`,
  projectId: 'p',
  trouble: 'absent',
});
const noCertificate: HealthItem = { code: 'certificates-missing', certificates: 2 };
const signedOut: HealthItem = { code: 'signed-out', files: 3 };
const short: HealthItem = { code: 'credits-short', files: 24 };
const offline: HealthItem = { code: 'offline', why: 'no-address', files: 9, untilMs: null };

const of = (over: Partial<InboxFacts> & { counts?: AccountStatus['counts']; needYou?: number }) => {
  const { counts = [], needYou = 0, ...rest } = over;
  const account = { counts, changes: { waiting: 0, needYou } };
  return inboxOf({ account, health: [], ...rest });
};

test('counts as many files as a list shows that is narrowed to what needs attention', () => {
  const counts = [
    awaiting(20),
    approved(7),
    files('held', 'review', 3),
    files('held', 'offline', 5),
    files('changed', null, 1),
    files('confirming', 'undecided', 2),
    files('notarized', null, 90),
  ];
  expect(of({ counts }).count).toBe(26);
  const listed = counts.filter(
    ({ state, hold, isApproved }) => fileGroupOf(state, hold, isApproved) === 'attention',
  );
  expect(listed.reduce((sum, each) => sum + each.files, 0)).toBe(26);
});

test('a file that cannot be read because its folder is away counts with its folder', () => {
  const account = {
    counts: [files('unreadable', null, 5)],
    away: [files('unreadable', null, 2)],
    changes: { waiting: 0, needYou: 0 },
  };
  const { items, count } = inboxOf({ account, health: [folder('1')] });
  expect(items.map(countOf)).toEqual([1, 3]);
  expect(count).toBe(4);
});

test('what waits for approval counts no file of a folder that is away', () => {
  const account = {
    counts: [awaiting(6)],
    away: [awaiting(2)],
    changes: { waiting: 0, needYou: 0 },
  };
  expect(inboxOf({ account, health: [] }).items).toEqual([{ kind: 'approval', files: 4 }]);
});

test('a folder that vanished first, then alarms, then what waits for approval, then repairs', () => {
  const { items } = of({
    counts: [
      awaiting(20),
      files('held', 'procedure', 6),
      files('held', 'credits', 24),
      files('held', 'review', 3),
      files('changed', null, 1),
      files('failed', null, 1),
      files('confirming', 'undecided', 2),
    ],
    needYou: 2,
    health: [noCertificate, signedOut, folder('a')],
  });
  expect(items.map(keyOf)).toEqual([
    'folder-trouble a',
    'changed ',
    'signed-out ',
    'certificates-missing ',
    'approval',
    'held review',
    'confirming undecided',
    'changes',
    'failed ',
    'held credits',
    'held procedure',
  ]);
});

test('the number is the sum of the rows, and nothing is counted twice', () => {
  const { items, count } = of({
    counts: [
      awaiting(20),
      approved(7),
      files('held', 'credits', 24),
      files('changed', null, 4),
      files('notarized', null, 9),
    ],
    needYou: 2,
    health: [short, folder('a'), folder('b'), { code: 'changes-need-you', changes: 2 }],
  });
  expect(count).toBe(24 + 4 + 2 + 2 + 20);
  expect(count).toBe(items.reduce((sum, item) => sum + countOf(item), 0));
});

test('what ends by itself is not in the list, and what is in it needs no banner beside it', () => {
  const counts = [files('held', 'offline', 9), approved(3)];
  expect(of({ counts, health: [offline] })).toEqual({ items: [], count: 0 });
  expect([signedOut, short, folder('a'), offline].map(isInInbox)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
