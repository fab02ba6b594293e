import { NO_FILES } from '../../../src-shared/model/status/account-status.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { fail } from '../../../src-shared/model/result.ts';
import {
  accountStatus,
  fileRow,
  folderView,
  selectionSummary,
} from '../../test-support/builders.ts';
import { expectText, fill, hrefOf, press } from '../../test-support/person.ts';
import { type Answers, fakeBridge } from '../../test-support/fake-bridge.ts';
import { proof } from '../../test-support/verifications.ts';
import { visit } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { hasInvited, stepsDone } from './first-steps.tsx';
import { lastLookMs, OverviewScreen, rollupText } from './overview-screen.tsx';

const counts = [
  { state: 'held', hold: 'procedure', files: 6, bytes: 1 },
  { state: 'held', hold: 'credits', files: 24, bytes: 1 },
  { state: 'held', hold: 'offline', files: 9, bytes: 1 },
  { state: 'notarized', hold: null, files: 900, bytes: 1 },
] as const;
const offer = { files: 3, bytes: 10, credits: 8 };

function show(answers: Answers, account = accountStatus({ counts })) {
  const bridge = fakeBridge(answers);
  visit(bridge, { path: '/', status: { account } }, OverviewScreen);
  return bridge;
}

const done = (over: Parameters<typeof accountStatus>[0], isAll = false) => [
  ...stepsDone(accountStatus(over), { isInvited: isAll, isVerified: isAll }),
];

const awaiting = (files: number) =>
  ({ state: 'ready', hold: null, isApproved: false, files, bytes: 1 }) as const;

const inbox = (count: number) =>
  screen.findByRole('region', { name: `Needs attention (${count})` });

test('one list has approvals, holds, changes and warnings, each with its own verb, and its number is their sum', async () => {
  const trouble = { ...accountStatus().folders[0], trouble: 'absent' } as never;
  const changes = { waiting: 0, needYou: 2 };
  show(
    { 'files.offer': () => ({ ...offer, files: 20 }), 'credits.balance': () => ({ credits: 30 }) },
    accountStatus({ counts: [...counts, awaiting(20)], changes, folders: [trouble] }),
  );
  const list = within(await inbox(1 + 2 + 20 + 24 + 6));
  await list.findByRole('button', { name: 'Notarize 20 files (8 credits)' });
  const rows = await list.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^The folder \/data\/ms2 is not there.*It is here now…$/),
    expect.stringMatching(
      /^20 files wait for your approval.They cost at most 8 credits together; 22 left afterwards.*Notarize 20 files \(8 credits\)$/,
    ),
    expect.stringMatching(/^2 changes need attention.*Open outbox$/),
    expect.stringMatching(/^Held · not enough credits.*24 files.*Go to Credits$/),
    expect.stringMatching(/^Held · add procedure.*6 files.*Add procedure…$/),
  ]);
  expect(hrefOf('Add procedure…')).toBe('/files?show=held.procedure&by=link');
  expect(screen.queryByText('Nothing needs attention.')).toBeNull();
});

test('a row is one line: what it means and its files are below it once it is opened, the rest is in a menu', async () => {
  const undecided = { state: 'confirming', hold: 'undecided', files: 2, bytes: 1 } as const;
  const group = { evidence: 'no-record-no-charge', files: 2, credits: 2, checkedAfterMs: 720_000 };
  show(
    { 'files.offer': () => ({ ...offer, files: 20 }), 'files.doubts': () => [group] },
    accountStatus({ counts: [undecided, awaiting(20)] }),
  );
  const block = within(await inbox(22));
  const send = { name: 'Send again (at most 2 credits)' };
  expect(block.queryByText(/it is not known yet whether/)).toBeNull();
  expect(block.queryByRole('button', send)).toBeNull();
  await press('Decide…: Not known whether it arrived', block);
  expect(block.getByText(/it is not known yet whether/)).toBeVisible();
  expect(await block.findByRole('button', send)).toBeVisible();
  await press('Hide files: Not known whether it arrived', block);
  expect(block.queryByRole('button', send)).toBeNull();
  await press('More: 20 files wait for your approval.', block);
  expect(await screen.findByRole('menuitem', { name: 'Choose files…' })).toBeVisible();
});

test.each([
  [1, '/projects/p1/files/7'],
  [2, '/files?show=changed&by=link'],
])(
  'of %d changed files both versions are reached: one at once, several from their list',
  async (files, href) => {
    show(
      { 'files.range': () => ({ total: 1, first: 0, rows: [fileRow({ state: 'changed' })] }) },
      accountStatus({ counts: [{ state: 'changed', hold: null, files, bytes: 1 }] }),
    );
    const list = within(await inbox(files));
    await waitFor(() =>
      expect(list.getByRole('link', { name: 'Compare versions' })).toHaveAttribute('href', href),
    );
  },
);

test('a folder that was moved is pointed to its new place right here', async () => {
  const trouble = { ...accountStatus().folders[0], trouble: 'absent' } as never;
  const bridge = show(
    {
      'folders.tree': () => ({ path: null, parent: null, folders: [], isShortened: false }),
      'folders.relocate': () => folderView(),
    },
    accountStatus({ counts: [], folders: [trouble] }),
  );
  await press('It is here now…');
  const question = within(screen.getByRole('dialog', { name: 'Where is the folder now?' }));
  await fill('Path of the folder', '/data/moved', question);
  await press('It is there', question);
  expect(bridge.inputs('folders.relocate')).toEqual([{ folder: '1', path: '/data/moved' }]);
});

test('what needs attention beyond the first rows is behind a link, never left out', async () => {
  const states = ['failed', 'changed', 'unreadable', 'record_error', 'confirming'] as const;
  const many = states.map((state) => {
    const hold = state === 'confirming' ? ('undecided' as const) : null;
    return { state, hold, files: 1, bytes: 1 };
  });
  show({}, accountStatus({ counts: [...counts, ...many] }));
  const block = within(await inbox(35));
  const shown = block.getAllByRole('button', { name: /^Show files:/ });
  expect(shown).toHaveLength(6);
  const all = block.getByRole('link', { name: 'Show all (35)' });
  expect(all).toHaveAttribute('href', '/activity?view=needs-you');
});

test('of an approval while the service is away the page says what will be notarized, and the banner that it waits', async () => {
  const bridge = fakeBridge({
    'files.offer': () => ({ ...offer, files: 0, credits: 0 }),
    'files.approved': () => ({ files: 20, short: 0 }),
  });
  const waits = [{ cause: 'server', files: 20 }] as never;
  const account = accountStatus({
    counts: [{ ...awaiting(20), isApproved: true }],
    changes: { waiting: 3, needYou: 0 },
  });
  visit(bridge, { path: '/', status: { account, waits } }, OverviewScreen);
  const decided = await screen.findByRole('list', { name: 'Decided, waiting' });
  await expectText('20 files will be notarized.');
  await waitFor(() => expect(decided).not.toHaveTextContent('20 files'));
  expect(screen.queryByText(/20 files wait/)).toBeNull();
  expect(decided).toHaveTextContent('Changes waiting for the service3 changes in the outbox.');
  expect(screen.queryByRole('button', { name: /^Notarize/ })).toBeNull();
});

test('a list that cannot be read says so and is read again, instead of a shape for ever', async () => {
  let isAway = true;
  show(
    { 'files.offer': () => (isAway ? fail({ kind: 'host-lost' }) : { ...offer, files: 2 }) },
    accountStatus({ counts: [...counts, awaiting(2)] }),
  );
  const block = within(await inbox(32));
  isAway = false;
  await press('Try again', block);
  expect(await screen.findByRole('button', { name: 'Notarize 2 files (8 credits)' })).toBeVisible();
});

test('a project is summed up in words, and the look at folders is as old as the oldest', () => {
  const words = wordsOf('en');
  const project = { ...NO_FILES, id: 'p', name: 'P', files: 5, needYou: 1, done: 3, toGo: 1 };
  expect(rollupText(project, words)).toBe('3 done · 1 to go · 1 needs attention');
  expect(rollupText({ ...project, files: 0 }, words)).toBe('Nothing watched here');
  const folder = { ...accountStatus().folders[0], lastScanAtMs: 5 } as never;
  const other = { ...accountStatus().folders[0], lastScanAtMs: 3 } as never;
  const never = { ...accountStatus().folders[0], lastScanAtMs: null } as never;
  expect([lastLookMs([folder, other]), lastLookMs([folder, never]), lastLookMs([])]).toEqual([
    3,
    null,
    null,
  ]);
});

test('first steps are done when they were done', () => {
  expect(done({ folders: [], counts: [] })).toEqual([]);
  expect(done({ counts: [] })).toEqual(['watch']);
  const recording = { ...counts[0], state: 'recording', hold: null } as const;
  expect(done({ folders: [], counts: [recording] })).toEqual([]);
  const unknown = { ...recording, state: 'confirming', hold: 'undecided' } as never;
  expect(done({ folders: [], counts: [unknown] })).toEqual([]);
  const proven = { ...recording, state: 'notarized' } as never;
  expect(done({ folders: [], counts: [proven] })).toEqual(['first-file']);
  expect(done({ counts }, true)).toEqual(['first-file', 'watch', 'verify', 'invite']);
});

const change = (intent: object, state: string) => ({ intent, state: { state } }) as never;

test('somebody was invited when that arrived, also with a new project', () => {
  const invite = { kind: 'invite-member', projectId: 'p', userId: 'u', userName: 'U' } as const;
  const alone = { kind: 'create-project', project: { members: [] }, isAnother: false };
  const together = { ...alone, project: { members: ['u'] } };
  expect(hasInvited([change(invite, 'waiting'), change(alone, 'delivered')])).toBe(false);
  expect(hasInvited([change(invite, 'delivered')])).toBe(true);
  expect(hasInvited([change(together, 'delivered')])).toBe(true);
});

test('a step leads to where it is taken, and the list is closed for good', async () => {
  const view = { changes: [], prices: {} };
  show({ 'outbox.list': () => view }, accountStatus({ folders: [], counts }));
  const steps = screen.getByRole('region', { name: 'First steps' });
  const links = within(steps).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Watch a folder', '/watch'],
    ['Verify a file', '/verify'],
    ['Invite a colleague', '/projects'],
  ]);
  await press('Close', within(steps));
  expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull();
  localStorage.clear();
});

test('files are added from here, beside watching a folder', () => {
  show({});
  expect(hrefOf('Add files')).toBe('/add');
  expect(hrefOf('Watch a folder')).toBe('/watch');
});

test('a file is verified from here, also by who has nothing yet', () => {
  show({}, accountStatus({ folders: [], counts: [] }));
  const links = screen.getAllByRole('link', { name: 'Verify a file' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/verify', '/verify', '/verify']);
});

test.each([
  [9, 0, 'this would use your reserve of 5: the rest waits.'],
  [7, 0, '6 short, your reserve of 5 included: the rest waits until you have enough.'],
  [5, 0, '8 short, your reserve of 5 included: all of them wait until you have enough.'],
  [20, 3, '9 left afterwards.'],
  [20, 8, 'this would use your reserve of 5: the rest waits.'],
])(
  'what a price leaves of %i credits, of which %i are approved, and a batch that no budget pays for',
  async (credits, approved, then) => {
    show(
      {
        'files.offer': () => ({ ...offer, largeBatchFiles: 3 }),
        'files.approved': () => ({ files: 1, short: 0, left: credits - approved }),
        'credits.balance': () => ({ credits, reserve: 5 }),
      },
      accountStatus({ counts: [awaiting(3)] }),
    );
    await expectText(
      `They cost at most 8 credits together; ${then} So many came at once that no budget pays for them before you have looked.`,
    );
  },
);

test('how many go now and how many wait is said, where the price of each is known', async () => {
  const prices = [
    { credits: 3, files: 2 },
    { credits: 1, files: 2 },
  ];
  show(
    {
      'files.offer': () => ({ ...offer, files: 4, prices }),
      'files.approved': () => ({ files: 1, short: 0, left: 10 }),
      'credits.balance': () => ({ credits: 12, reserve: 4 }),
    },
    accountStatus({ counts: [awaiting(4)] }),
  );
  await expectText(
    'They cost at most 8 credits together; this would use your reserve of 4: 3 now, 1 waits.',
  );
  await press('Notarize 4 files (8 credits)');
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveTextContent('Balance12, reserve 4, 2 set aside for approved files');
  expect(question).toHaveTextContent('3 now; 1 would use your reserve, so it waits until you');
});

test('what the balance lacks is asked about; exactly the sum on screen is approved, and a dearer one is told (P2)', async () => {
  const bridge = show(
    {
      'files.offer': () => offer,
      'credits.balance': () => ({ credits: 5 }),
      'files.agree': () => fail({ kind: 'dearer-than-agreed', credits: 9, agreedCredits: 8 }),
    },
    accountStatus({ counts: [awaiting(3)] }),
  );
  await expectText(
    'They cost at most 8 credits together; 3 short: the rest waits until you have enough.',
  );
  await press('Notarize 3 files (8 credits)');
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent(/Short by3/);
  expect(bridge.inputs('files.agree')).toEqual([]);
  await press('Notarize 3 files (8 credits)', within(question));
  expect(bridge.inputs('files.agree')[0]).toEqual({
    which: null,
    credits: 8,
  });
  await expectText(/It costs 9 credits by now/);
});

test('all kinds of files that wait for an approval are one line, with one sum and one press (P2)', async () => {
  const held = [
    { state: 'held', hold: 'review', files: 4, bytes: 4 },
    { state: 'held', hold: 'record_deleted', files: 1, bytes: 1 },
  ] as const;
  const bridge = show(
    {
      'files.offer': () => offer,
      'files.selected': () =>
        selectionSummary({ approve: { files: 5, bytes: 5, credits: 6, limits: [] } }),
      'files.agree': () => offer,
      'files.approve': () => 5,
      'credits.balance': () => ({ credits: 30 }),
    },
    accountStatus({ counts: [...held, awaiting(3)] }),
  );
  const list = within(await inbox(8));
  const button = await list.findByRole('button', { name: 'Notarize 8 files (14 credits)' });
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(list.getByRole('listitem')).toHaveTextContent(
    '8 files wait for your approval.3 new · 4 you wanted to look at first · 1 whose record was deleted. They cost at most 14 credits together; 16 left afterwards.',
  );
  await userEvent.click(button);
  expect(bridge.inputs('files.agree')).toEqual([{ which: null, credits: 8 }]);
  const holds = ['review', 'size_confirm', 'record_deleted'];
  const selection = { filter: { states: ['held'], holds }, exceptIds: [] };
  expect(bridge.inputs('files.approve')).toEqual([{ selection, credits: 6 }]);
});

test('where a person stopped all of them, the line leads to these files', async () => {
  const stopped = { state: 'held', hold: 'review', files: 2, bytes: 2 } as const;
  const none = { files: 0, bytes: 0, credits: 0 };
  show(
    { 'files.offer': () => none, 'files.selected': () => selectionSummary({}) },
    accountStatus({ counts: [stopped] }),
  );
  const list = within(await inbox(2));
  expect(await list.findByRole('link', { name: 'Choose files…' })).toHaveAttribute(
    'href',
    '/files?show=held.review&by=link',
  );
  expect(list.queryByRole('button', { name: /^Notarize/ })).toBeNull();
});

test('what is approved is said to be sent by itself only where no credits are missing', async () => {
  const approved = { state: 'ready', hold: null, files: 3, bytes: 3, isApproved: true } as const;
  for (const [short, text] of [
    [0, '3 files. Sent automatically; nothing else to do.'],
    [3, '3 files. Sent once your credits and limits allow it.'],
    [2, '3 files: 1 sent automatically, 2 once your credits and limits allow it.'],
  ] as const) {
    show({ 'files.approved': () => ({ files: 3, short }) }, accountStatus({ counts: [approved] }));
    await expectText(text);
    cleanup();
  }
});

test('what is approved and not sent yet is taken back with one press, and what came of it is said', async () => {
  let approved = 3;
  const bridge = show({
    'files.approved': () => ({ files: approved, short: 0 }),
    'files.unapprove': () => {
      approved = 0;
      return { files: 2, underWay: 1 };
    },
  });
  await expectText('3 files will be notarized.');
  await press('Undo');
  expect(bridge.inputs('files.unapprove')).toEqual([{ selection: null }]);
  await expectText('2 files wait for your approval again. 1 is being sent already.');
});

test('of approved files that all wait for credits nothing is promised; of some it is said how many', async () => {
  let short = 2;
  let isForReserve = false;
  const bridge = show({ 'files.approved': () => ({ files: 3, short, isForReserve }) });
  await expectText('1 file will be notarized, 2 more once you have enough credits.');
  isForReserve = true;
  act(() =>
    bridge.tell({ kind: 'files-changed', folderIds: ['1'], projectIds: ['p1'], fileIds: null }),
  );
  await expectText('1 file will be notarized; 2 would use your reserve and wait.');
  short = 3;
  act(() =>
    bridge.tell({ kind: 'files-changed', folderIds: ['1'], projectIds: ['p1'], fileIds: null }),
  );
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

test('what came of an undo is not said beside what is approved after it', async () => {
  let approved = 3;
  const bridge = show({
    'files.approved': () => ({ files: approved, short: 0 }),
    'files.unapprove': () => {
      approved = 0;
      return { files: 3, underWay: 0 };
    },
  });
  const tell = () =>
    act(() =>
      bridge.tell({ kind: 'files-changed', folderIds: ['1'], projectIds: ['p1'], fileIds: null }),
    );
  await press('Undo');
  tell();
  await waitFor(() => expect(screen.queryByText('3 files will be notarized.')).toBeNull());
  await expectText('3 files wait for your approval again.');
  approved = 2;
  tell();
  await expectText('2 files will be notarized.');
  expect(screen.queryByText('3 files wait for your approval again.')).toBeNull();
});

test('each file over a limit says over which, and is opened by its name', async () => {
  const note = writeHoldNote({ why: 'budget', budget: 'month', limit: 1_400, left: 1 });
  const file = fileRow({ name: 'a.raw', state: 'held', hold: 'budget', note });
  show(
    { 'files.range': () => ({ total: 1, first: 0, rows: [file] }) },
    accountStatus({ counts: [{ state: 'held', hold: 'budget', files: 1, bytes: 1 }] }),
  );
  await press('Show files: Held · over a limit');
  const link = await screen.findByRole('link', {
    name: /^a\.raw.*It goes over your monthly limit of 1,400\.$/,
  });
  expect(link).toHaveAttribute('href', '/projects/p1/files/7');
});

test('files over limits name these in their title', async () => {
  show(
    {},
    accountStatus({
      counts: [{ state: 'held', hold: 'budget', files: 3, bytes: 3 }],
      budgets: ['month', 'reserve'],
    }),
  );
  await expectText('Held · by the monthly limit, your reserve');
});

test('a file that waits because its project refused another one says so', async () => {
  const note = writeWaitNote({ waits: 'project-refused', says: 'no member' });
  const file = fileRow({ name: 'a.raw', state: 'held', hold: 'permission', note });
  show(
    { 'files.range': () => ({ total: 1, first: 0, rows: [file] }) },
    accountStatus({ counts: [{ state: 'held', hold: 'permission', files: 1, bytes: 1 }] }),
  );
  await press('Show files: Held · no permission in this project');
  const name = /Not sent: its project refused another file\.$/;
  expect(await screen.findByRole('link', { name })).toBeVisible();
});

test('what was approved and is held by a limit is taken back at once, in the menu of its row', async () => {
  const bridge = show(
    {
      'files.selected': () => selectionSummary({ approved: 3 }),
      'files.unapprove': () => ({ files: 3, underWay: 0 }),
    },
    accountStatus({ counts: [{ state: 'held', hold: 'budget', files: 3, bytes: 3 }] }),
  );
  await press('More: Held · over a limit');
  await userEvent.setup().click(await screen.findByRole('menuitem', { name: 'Undo approval' }));
  expect(bridge.inputs('files.unapprove')).toEqual([
    { selection: { filter: { states: ['held'], holds: ['budget'] }, exceptIds: [] } },
  ]);
});

test('files that wait stand by their folders, as numbers and not as letters are ordered', async () => {
  const places = [
    ['exp/subject_10', 'run_1.raw'],
    ['exp/subject_2', 'run_10.raw'],
    ['exp/subject_2', 'run_9.raw'],
  ] as const;
  const rows = places.map(([folderPath, name], at) =>
    fileRow({ id: String(at), name, folderPath, state: 'held', hold: 'budget' }),
  );
  show(
    { 'files.range': () => ({ total: rows.length, first: 0, rows }) },
    accountStatus({ counts: [{ state: 'held', hold: 'budget', files: 3, bytes: 3 }] }),
  );
  await press('Show files: Held · over a limit');
  const list = within(await screen.findByRole('list', { name: '3 files' }));
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/projects/p1/files/2',
    '/projects/p1/files/1',
    '/projects/p1/files/0',
  ]);
});

test('of certificates with one name it is said where each file lies', async () => {
  const rows = ['plates/plate-001', 'plates/plate-002'].map((folderPath) =>
    proof({ fileId: folderPath, name: 'well-00.csv', folderPath }),
  );
  show({ 'certificates.range': () => ({ total: 2, first: 0, rows }) });
  for (const name of [/^well-00\.csv.*plate-001/, /^well-00\.csv.*plate-002/])
    expect(await screen.findByRole('link', { name })).toBeVisible();
});

test('the latest certificates are of files on the service; while nothing waits, no yes is asked for', async () => {
  const bridge = show(
    {
      'certificates.range': () => ({ total: 0, first: 0, rows: [] }),
      'files.offer': () => ({ ...offer, files: 0, credits: 0 }),
    },
    accountStatus({ counts: [] }),
  );
  await expectText('Nothing needs attention.');
  const [asked] = bridge.inputs('certificates.range');
  expect(asked).toMatchObject({ filter: { isAvailable: true } });
  expect(screen.queryByRole('button', { name: /^Notarize/ })).toBeNull();
});
