import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { CreditSummary } from '../../../src-shared/model/money/credit-views.ts';
import { ok } from '../../../src-shared/model/result.ts';
import { NO_LIMITS, writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { DAY_MS, utcDay } from '../../../src-shared/model/text/time.ts';
import { AWAY, fileRow, selectionSummary, SIGNED_IN } from '../../test-support/builders.ts';
import { creditHistory, creditSummary } from '../../test-support/money.ts';
import { click, press, expectText, expectRole, hrefOf } from '../../test-support/person.ts';
import { showing } from '../../test-support/visit.tsx';
import { wordsOf } from '../../words/words-context.ts';
import { CreditsScreen } from './credits-screen.tsx';
import { historyCsv, lineTitle } from './history-section.tsx';

const shortOf = (over: Partial<CreditSummary> = {}) =>
  creditSummary({
    balance: 1_284,
    balanceAtMs: Date.now() - 150_000,
    reserved: 402,
    queuedFiles: 38,
    queuedCredits: 9_870,
    available: -9_188,
    fittingFiles: 3,
    spentToday: 310,
    limits: { month: 500, reserve: 200 },
    ...over,
  });
const charge = {
  atMs: Date.now(),
  transactionId: 't1',
  type: 'FILE_UPLOAD',
  amount: -420,
  file: 'run.raw',
  folderPath: 'plates/plate-001',
  change: null,
  expected: 413,
  charged: 420,
  difference: 7,
  isDeviation: true,
};
const MONTH = writeHoldNote({ why: 'budget', budget: 'month', limit: 500, left: 0 });
const PUBLIC = { state: 'held', visibility: 'public', sizeBytes: 100 } as const;
const held = [
  fileRow({ ...PUBLIC, id: '1', name: 'small.raw', hold: 'budget', credits: 210, note: MONTH }),
  fileRow({ ...PUBLIC, id: '2', name: 'large.raw', hold: 'budget', credits: 900 }),
  fileRow({ ...PUBLIC, id: '3', name: 'poor.raw', hold: 'credits', credits: 398 }),
];
const OVER = [{ budget: 'month' as const, folderId: null, limit: 500 }];
const answers = {
  'files.selected': () =>
    selectionSummary({ approve: { files: 1, bytes: 100, credits: 210, limits: OVER } }),
  'credits.summary': () => shortOf(),
  'credits.history': () => creditHistory([charge]),
  'files.range': () => ({ total: held.length, first: 0, rows: held }),
  'files.approve': () => ok(1),
  'credits.setLimit': () => ok(NO_LIMITS),
};
const show = showing({ path: '/credits' }, CreditsScreen, answers);

describe('the balance', () => {
  test('the limits come right below it, however much waits', async () => {
    show();
    await expectRole('heading', /^Held for credits or a limit/);
    const parts = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
    expect(parts.slice(0, 2)).toEqual(['Limits', 'Held for credits or a limit (3)']);
  });

  test('says what is there, how old that is, what waits for it and what it is enough for', async () => {
    show();
    await expectText(
      '1,284 credits',
      'As of 2 min ago',
      'Enough for 3 of 38 files; the rest wait.',
      'Reserve: 200 · 402 on their way · 38 files wait: at most 9,870 credits',
    );
  });

  test('is the one that the bar below shows, not another reading of it', async () => {
    show({ 'credits.balance': () => ({ credits: 1_280, reserve: 200 }) });
    await expectText('1,280 credits');
    expect(screen.queryByText('1,284 credits')).toBeNull();
  });

  test('an old balance is said to be one, and is read again on wish', async () => {
    const { bridge } = show({ 'credits.summary': () => shortOf({ fault: AWAY }) });
    await expectText('The balance may be out of date.');
    await press('Refresh');
    await waitFor(() => expect(bridge.inputs('credits.summary').length).toBe(2));
  });
});

describe('limits', () => {
  test('one is changed, or lifted by emptying it; what is no number is not sent', async () => {
    const { bridge } = show();
    await press('Change: Per month');
    const dialog = within(screen.getByRole('dialog', { name: 'Per month' }));
    const field = dialog.getByLabelText('Credits per month');
    await userEvent.clear(field);
    await userEvent.type(field, '1.5');
    await press('Save', dialog);
    expect(field).toBeInvalid();
    expect(bridge.inputs('credits.setLimit')).toEqual([]);
    await userEvent.clear(field);
    await press('Save', dialog);
    expect(bridge.inputs('credits.setLimit')).toEqual([{ name: 'month', value: null }]);
  });
});

describe('what is held', () => {
  test('each file says which limit it goes over, and is opened from here', async () => {
    show();
    await expectText('It goes over your monthly limit of 500.');
    expect(hrefOf('Show: small.raw')).toBe('/projects/p1/files/1');
  });

  test('files are chosen with their sum, and only as many as the balance pays for', async () => {
    const { bridge } = show();
    await click('checkbox', /large.raw/);
    expect(screen.getByText('Selected 1 · 900 of 882 credits')).toBeVisible();
    expect(screen.getByRole('button', { name: /Notarize selected/ })).toBeDisabled();
    expect(screen.getByText('This is more than the balance has left.')).toBeVisible();
    await click('checkbox', /large.raw/);
    await click('checkbox', /small.raw/);
    await press('Notarize selected (210 credits)');
    await expectText('This goes over your monthly limit of 500.');
    expect(bridge.inputs('files.approve')).toEqual([]);
    await press('Notarize 1 file beyond the limit (210 credits)');
    expect(bridge.inputs('files.approve')).toEqual([
      { selection: { fileIds: ['1'] }, credits: 210, passing: OVER },
    ]);
  });

  test('what fits is one press and a question that names the limit; what goes by itself is not released', async () => {
    const { bridge } = show();
    await press('Notarize what fits: 1 file (210 credits)');
    await press('Notarize 1 file beyond the limit (210 credits)');
    expect(bridge.inputs('files.approve')).toEqual([
      { selection: { fileIds: ['1'] }, credits: 210, passing: OVER },
    ]);
    expect(screen.getByText('sent automatically once credits are available')).toBeVisible();
    await click('checkbox', /poor.raw/);
    expect(screen.queryByRole('button', { name: /Notarize selected/ })).toBeNull();
    await click('checkbox', /small.raw/);
    expect(screen.getByRole('button', { name: /Notarize selected/ })).toBeDisabled();
    expect(screen.getByText(/Some are sent automatically/)).toBeVisible();
    const boxes = screen
      .getAllByRole('checkbox', { name: /raw/ })
      .map((box) => box.closest('label')?.textContent);
    expect(boxes).toEqual(
      ['small.raw', 'poor.raw', 'large.raw'].map((name) => `${name}${name}ms2ms2`),
    );
  });

  test('files of one price stand by their folders, as numbers are ordered', async () => {
    const rows = ['exp/subject_10', 'exp/subject_2'].map((folderPath, at) =>
      fileRow({ ...PUBLIC, id: String(at), name: 'run.raw', folderPath, hold: 'budget' }),
    );
    show({ 'files.range': () => ({ total: 2, first: 0, rows }) });
    const boxes = await screen.findAllByRole('checkbox', { name: /run/ });
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      expect.stringContaining('subject_2'),
      expect.stringContaining('subject_10'),
    ]);
  });

  test('chosen public files are made private only after a yes to the price and to what cannot be undone', async () => {
    const { bridge } = show({
      'files.assign': () => ok(2),
      'files.agree': () => ok({ files: 2, bytes: 2, credits: 2 }),
    });
    await expectText('Choose files to decide about them.');
    expect(screen.queryByRole('button', { name: /Make private/ })).toBeNull();
    await click('checkbox', /large.raw/);
    await click('checkbox', /poor.raw/);
    await press('Make private (2 credits)…');
    const question = screen.getByRole('alertdialog', { name: 'Notarize 2 files as private?' });
    expect(question).toHaveTextContent('As public filesat most 1,298 credits');
    expect(question).toHaveTextContent('This cannot be undone');
    expect(bridge.inputs('files.assign')).toEqual([]);
    await press('Make them private (2 credits)', within(question));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(bridge.inputs('files.assign')).toMatchObject([
      { selection: { fileIds: ['3', '2'] }, assignment: { visibility: 'private' } },
    ]);
    expect(bridge.inputs('files.agree')).toEqual([{ which: { fileIds: ['3', '2'] }, credits: 2 }]);
    cleanup();
    const files = [fileRow({ state: 'held', hold: 'credits', visibility: 'private' })];
    show({ 'files.range': () => ({ total: 1, first: 0, rows: files }) });
    await click('checkbox', /raw/);
    await expectText('These are private already.');
  });
});

const session = { ...SIGNED_IN, email: 'pi@lab.example', userId: 'u7' };
const showSignedIn = showing({ path: '/credits', status: { session } }, CreditsScreen, {
  ...answers,
  'projects.list': () => ({ projects: [] }),
});

test('credits are asked for beside a balance that is too small, with a text that says who, how many and what for', async () => {
  showSignedIn();
  await press('Ask for credits…');
  const dialog = screen.getByRole('dialog', { name: 'Ask for credits' });
  expect(dialog).toHaveTextContent('38 files wait: at most 9,870 credits');
  expect(dialog).toHaveTextContent(
    '1,284 credits are there, 402 of them on their way, 200 to be kept as a reserve: 9,188 more are needed.',
  );
  expect(dialog).toHaveTextContent('Account: pi@lab.example (user id u7)');
  expect(dialog).toHaveTextContent('labseal admin credit add u7');
});

test('a balance below the reserve is there all the same, and a change that waits is asked for too', async () => {
  const changes = { waitingChanges: 1, waitingCredits: 50, queuedFiles: 0, queuedCredits: 0 };
  const purse = { balance: 391, reserved: 0, available: -79, ...changes };
  showSignedIn({
    'credits.summary': () => shortOf({ ...purse, limits: { month: null, reserve: 420 } }),
  });
  await press('Ask for credits…');
  const dialog = screen.getByRole('dialog', { name: 'Ask for credits' });
  expect(dialog).toHaveTextContent('1 change waits: 50 credits');
  expect(dialog).toHaveTextContent(
    '391 credits are there, 420 to be kept as a reserve: 79 more are needed.',
  );
});

test('nobody asks for credits where what waits may use the reserve', async () => {
  showSignedIn({ 'credits.summary': () => shortOf({ available: -5, fittingFiles: 38 }) });
  await expectText('Enough for all that waits.');
  expect(screen.queryByRole('button', { name: 'Ask for credits…' })).toBeNull();
});

test('nobody asks for credits while they are enough', async () => {
  showSignedIn({ 'credits.summary': () => shortOf({ available: 0 }) });
  await expectText('Enough for all that waits.');
  expect(screen.queryByRole('button', { name: 'Ask for credits…' })).toBeNull();
});

describe('transactions', () => {
  const fiveDays = Array.from({ length: 5 }, (_line, at) => ({
    ...charge,
    transactionId: `t${at}`,
    atMs: charge.atMs - at * DAY_MS,
  }));
  const busy = { 'credits.history': () => creditHistory(fiveDays) };

  test('charts are drawn once there are five days to draw', async () => {
    show({ 'credits.history': () => creditHistory(fiveDays.slice(1)) });
    await expectRole('grid', 'Transactions');
    expect(screen.queryByRole('figure')).toBeNull();
  });

  test('both charts say what they come to, and a table beside each has the same days', async () => {
    show(busy);
    const spent = within(await screen.findByRole('figure', { name: 'Spent by day' }));
    const left = within(screen.getByRole('figure', { name: 'Left at the end of each day' }));
    expect(spent.getByText('2,100 credits in 30 days.')).toBeVisible();
    expect(left.getByText('Between 1,284 and 3,384 credits, 1,284 at the end.')).toBeVisible();
    await press('Show as table: Spent by day');
    const table = within(spent.getByRole('table', { name: 'Spent by day' }));
    expect(table.getAllByRole('row').length).toBe(31);
    expect(table.getAllByRole('cell', { name: '420 credits' })).toHaveLength(5);
    expect(left.queryByRole('table')).toBeNull();
    const entries = within(screen.getByRole('grid', { name: 'Transactions' }));
    expect(entries.getAllByRole('time')[0]).toHaveTextContent(/\d{4}, \d\d:\d\d$/); // not "now"
    const unnamed = { ...charge, file: null, change: null, type: 'PROJECT_INVITATION' };
    expect(lineTitle(unnamed, wordsOf('en'))).toBe('Project invitation'); // no code of the service
    expect(historyCsv([charge], wordsOf('en'))).toContain('-420,FILE_UPLOAD,run.raw,413,420,t1');
  });

  test('the reserve is in the chart of what was left', async () => {
    show(busy);
    await expectText('Reserve: 200');
  });

  test('the days are those of the service where its clock is known', async () => {
    const aheadMs = 7_300 * DAY_MS;
    const page = { path: '/credits', status: { clockAheadMs: aheadMs } };
    const { bridge } = showing(page, CreditsScreen, answers)();
    const to = utcDay(Date.now() - aheadMs);
    await waitFor(() => expect(bridge.inputs('credits.history')).toMatchObject([{ to }]));
    await press('Refresh');
    await waitFor(() => expect(bridge.inputs('credits.history')).toHaveLength(2)); // all of the screen
  });

  test('a transaction says where its file lies', async () => {
    show();
    await expectRole('row', /run\.raw.*plates\/plate-001 · /);
  });

  test('how the file of a charge is known is said once, above all of them', async () => {
    show(busy);
    await expectText(/^The service does not say what a charge was for\. Labseal found/);
    expect(screen.getAllByRole('row', { name: /run\.raw/ })).toHaveLength(5);
  });

  test('no entries, a copy and days that nothing is known of are said', async () => {
    show({ 'credits.history': () => creditHistory([], { asOfMs: 1, unknownDays: 2 }) });
    await expectText('No transactions in these dates.', '2 days could not be read.');
  });
});
