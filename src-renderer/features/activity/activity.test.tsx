import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { QueueEntry } from '../../../src-shared/model/files/queue-view.ts';
import { nextJob } from '../../../src-shared/model/status/job.ts';
import type { AccountStatus } from '../../../src-shared/model/status/account-status.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type { LogEntry } from '../../../src-shared/model/status/log-entry.ts';
import { type HistoryLine, writeMovedFrom } from '../../../src-shared/model/status/history-line.ts';
import userEvent from '@testing-library/user-event';
import { fail, ok } from '../../../src-shared/model/result.ts';
import {
  accountStatus,
  fileRow,
  selectionSummary,
  transferView,
} from '../../test-support/builders.ts';
import { click, expectRole, expectText, hrefOf, press } from '../../test-support/person.ts';
import { type Answers, fakeBridge } from '../../test-support/fake-bridge.ts';
import { pathToMissingCertificates } from '../../paths.ts';
import { visit } from '../../test-support/visit.tsx';
import { ActivityScreen, pauseEndMs } from './activity-screen.tsx';
import { logAsCsv, logAsJson, readWholeLog } from './history-view.tsx';

// The hour of the day is part of what some tests expect; only the date is played, not the timers.
const NOON = new Date(2026, 10, 21, 12).getTime();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }));
afterEach(() => void vi.useRealTimers());

const NEWS = { kind: 'transfers-changed' } as const;

const waitingFiles = (...names: readonly string[]) =>
  names.map((name, index) => ({
    file: fileRow({ id: String(index + 1), name, path: `/data/${name}`, state: 'ready' }),
    isNext: false,
    sentBytes: null,
  }));
const answers = {
  'transfers.view': () => transferView(),
  'files.offer': () => ({ files: 0, bytes: 0, credits: 0 }),
  'credits.balance': () => ({ credits: 10, reserve: null }),
  'transfers.pause': () => ok(null),
  'transfers.resume': () => ok(null),
  'transfers.sendNext': () => ok(null),
  'transfers.cancel': () => ok(null),
};

/** The usual answers of the core, unless a test says otherwise. */
function show(
  over: Answers = {},
  view = 'now',
  counts: readonly object[] = [],
  more: Partial<AccountStatus> = {},
) {
  const bridge = fakeBridge({ ...answers, ...over });
  const account = accountStatus({ folders: [], counts: counts as never, ...more });
  const status = { account, job: nextJob(null, account.counts) };
  const address = `/activity?view=${view}`;
  return {
    bridge,
    ...visit(bridge, { path: '/activity', address, status }, ActivityScreen),
  };
}

const wait = (cause: string) => {
  const facts = { server: 's', note: null, sinceMs: 0, untilMs: null, files: 2, bytes: 1 };
  return { ...facts, cause };
};

const filesIn = (state: string, hold: string | null, files: number) => ({
  state,
  hold,
  files,
  bytes: 10,
});

describe('what keeps the line from moving', () => {
  test('what waits until it is saved does not run, and what runs says how much of it is finished', async () => {
    show({}, 'now', [
      { state: 'settling', hold: null, files: 2, bytes: 1 },
      { state: 'hashing', hold: null, files: 3, bytes: 1 },
    ]);
    const running = within(await screen.findByRole('region', { name: 'Running' }));
    expect(running.getByText('0 of 3 files finished')).toBeVisible();
    expect(running.queryByText('Waiting until saved')).toBeNull();
    const waiting = within(screen.getByRole('region', { name: 'Waiting' }));
    expect(waiting.getByText('Waiting until saved')).toBeVisible();
  });

  test('a pause ends at its time; of a wait for the service only the next try is known', async () => {
    const end = { untilMs: NOON };
    const waits = [
      { ...wait('balance_unknown'), ...end },
      { ...wait('paused'), ...end },
    ];
    show({ 'transfers.view': () => transferView({ waits: waits as never }) }, 'now');
    await expectText(/^2 files · next try at 21/, /^2 files · until 21/);
  });

  test('what the banner says above every page is not said again', async () => {
    const waits = ['offline', 'server', 'signed_out', 'paused'].map(wait) as never;
    show({ 'transfers.view': () => transferView({ waits }) });
    await screen.findByText(/^Uploads are paused/);
    expect(screen.queryByText(/Waiting for (connection|the service|you to sign in)/)).toBeNull();
  });

  test('what ends by itself is tried, begun or ended here; what asks for a person is in the inbox', async () => {
    const causes = ['credits', 'procedure', 'balance_unknown', 'paused', 'primary_pending'];
    const waits = causes.map(wait) as never;
    show({ 'transfers.view': () => transferView({ waits }) }, 'now', [
      filesIn('held', 'credits', 2),
    ]);
    await screen.findByRole('tab', { name: 'Needs attention (2)' });
    expect(screen.queryByText(/not enough credits|add procedure/)).toBeNull();
    const tryNow = await screen.findAllByRole('button', { name: 'Try now' });
    expect(tryNow).toHaveLength(1);
    expect(tryNow[0]?.closest('section')?.className).toContain('info');
    expect(hrefOf('Show')).toBe('/files?show=held.primary_pending&by=link');
    expect(screen.getAllByRole('button', { name: 'Resume uploads' })).not.toHaveLength(0);
  });
});

describe('files that were not written to the chain', () => {
  const counts = [{ state: 'record_error', hold: null, files: 2, bytes: 2 }];
  const failed = [
    fileRow({ id: '1', name: 'a.raw', state: 'record_error', credits: 2 }),
    fileRow({ id: '2', name: 'b.raw', state: 'record_error', credits: 3 }),
  ];

  test('are looked at, one or all, and uploaded again only after a question with their price', async () => {
    const { bridge } = show(
      {
        'files.range': () => ({ total: 2, first: 0, rows: failed }),
        'files.checkRecord': () => failed[0],
        'files.uploadAgain': () => failed[0],
      },
      'needs-you',
      counts,
    );
    await press(/^Decide…/);
    await press('Check again: b.raw');
    await expectText(/still not recorded/);
    expect(bridge.inputs('files.checkRecord')).toEqual([{ asked: '2' }]);
    const all = 'Send again (5 credits): 2 files';
    await press(all);
    const question = screen.getByRole('alertdialog');
    expect(question).toHaveTextContent('Left afterwards5');
    expect(bridge.inputs('files.uploadAgain')).toEqual([]);
    await press('Notarize 2 files (5 credits)', within(question));
    await waitFor(() =>
      expect(bridge.inputs('files.uploadAgain')).toEqual([
        { asked: '1', credits: 2 },
        { asked: '2', credits: 3 },
      ]),
    );
  });
});

describe('now', () => {
  test('says what will be there while nothing waits, and what could not be read', async () => {
    const { unmount } = show();
    await expectText('Nothing is running.');
    unmount();
    show({ 'transfers.view': () => fail({ kind: 'host-lost' }) });
    await expectRole('button', 'Try again');
  });

  test('a file on its way says how far it is and what a break would mean, and can be cancelled', async () => {
    const [entry] = waitingFiles('run.raw');
    const file = fileRow({ ...entry?.file, state: 'uploading', sizeBytes: 200 });
    const entries = [{ file, isNext: false, sentBytes: 100 }];
    const { bridge } = show({ 'transfers.view': () => transferView({ total: 1, entries }) });
    await expectText('Sending · 50%', 'starts again from 0 if it breaks');
    await press('Cancel upload');
    expect(bridge.inputs('transfers.cancel')).toEqual([{ asked: '1' }]);
  });

  test('what runs is on top, what is approved below it, and what is not approved is elsewhere', async () => {
    const [entry] = waitingFiles('run.raw');
    const file = fileRow({ ...entry?.file, state: 'uploading', sizeBytes: 200 });
    const entries = [
      { file, isNext: false, sentBytes: 100 },
      ...waitingFiles('a.raw', 'b.raw').slice(1),
    ];
    const { bridge } = show(
      { 'transfers.view': () => transferView({ total: 2, entries }) },
      'now',
      [filesIn('recording', null, 3), { ...filesIn('ready', null, 10_000), isApproved: false }],
    );
    await screen.findByRole('heading', { name: 'Approved' });
    const titles = screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent);
    expect(titles.slice(0, 2)).toEqual(['Running', 'Approved']);
    const running = screen.getByRole('region', { name: 'Running' });
    expect(running).toHaveTextContent('run.raw');
    expect(running).toHaveTextContent('Checking · being recorded3 files');
    expect(bridge.inputs('transfers.view')[0]).toEqual({ first: 0, count: 300, isApproved: true });
    const link = screen.getByRole('link', { name: '10,000 files wait for your approval.' });
    expect(link).toHaveAttribute('href', '/activity?view=needs-you');
  });

  test('a file is sent next, which is said in its place, and one is held', async () => {
    let entries: readonly QueueEntry[] = waitingFiles('a.raw', 'b.raw', 'c.raw');
    const { bridge } = show({
      'transfers.view': () => transferView({ total: 3, entries }),
      'transfers.sendNext': () => {
        const [a, b, c] = entries as [QueueEntry, QueueEntry, QueueEntry];
        entries = [{ ...c, isNext: true }, a, b];
        bridge.tell(NEWS);
        return ok(null);
      },
    });
    expect(screen.queryByRole('button', { name: 'Send a.raw next' })).toBeNull();
    await press('Send c.raw next');
    expect(bridge.inputs('transfers.sendNext')).toEqual([{ asked: '3' }]);
    const said = await screen.findByText('Ahead of the others');
    expect(said.closest('li')).toHaveTextContent('c.raw');
    await waitFor(() => expect(said).toHaveFocus());
    expect(screen.queryByRole('button', { name: 'Send c.raw next' })).toBeNull();
    await press('Hold b.raw');
    expect(bridge.inputs('transfers.cancel')).toEqual([{ asked: '2' }]);
  });

  test('pausing asks how and until when, and says what becomes of what is being sent', async () => {
    const { bridge } = show();
    await press('Pause uploads');
    const dialog = within(screen.getByRole('dialog', { name: 'Pause uploads?' }));
    expect(dialog.getByText('It starts again from 0 afterwards.')).toBeVisible();
    await click('radio', /Stop it now/, dialog);
    await click('radio', 'For 1 hour', dialog);
    await press('Pause', dialog);
    const [asked] = bridge.inputs('transfers.pause');
    expect(asked).toEqual({ mode: 'now', untilMs: NOON + 3_600_000 });
    expect(pauseEndMs('resumed', 5)).toBeNull();
    expect(pauseEndMs('tomorrow', NOON)).toBe(new Date(2026, 10, 22).getTime());
  });

  test('a pause is resumed from where it is said', async () => {
    const pause = { mode: 'now', sinceMs: 0, untilMs: null } as const;
    const { bridge } = show({ 'transfers.view': () => transferView({ pause }) });
    await press('Resume uploads');
    expect(bridge.inputs('transfers.resume')).toEqual([{}]);
  });
});

describe('reading the queue', () => {
  test('changes while it is read are read once more, and not one by one', async () => {
    let asked = 0;
    const { bridge } = show({
      'transfers.view': async () => {
        asked += 1;
        await Promise.resolve();
        if (asked === 2) for (let turn = 0; turn < 20; turn += 1) bridge.tell(NEWS);
        return transferView({ total: asked });
      },
    });
    await waitFor(() => expect(asked).toBe(1));
    bridge.tell(NEWS);
    await waitFor(() => expect(asked).toBe(3));
    bridge.tell(NEWS);
    await waitFor(() => expect(asked).toBe(4));
  });
});

describe('needs you', () => {
  const lost = filesIn('confirming', 'undecided', 34);
  const counts = [
    filesIn('held', 'procedure', 6),
    filesIn('held', 'credits', 24),
    filesIn('held', 'offline', 90),
    filesIn('notarized', null, 900),
    lost,
  ];
  const rows = [fileRow({ id: '7', name: 'lost.raw', state: 'confirming' })];
  const groups = [
    {
      evidence: 'no-record-no-charge',
      files: 34,
      credits: 34,
      checkedAfterMs: 720_000,
    },
    { evidence: 'checking', files: 2, credits: 2, checkedAfterMs: null },
  ];
  const reported = {
    'files.doubts': () => ok(groups),
    'files.range': () => ({ total: 1, first: 0, rows }),
    'files.resolve': () => ok({ files: 34, fileIds: [] }),
  };

  test('causes are grouped, the most files first, and what waits by itself is none', async () => {
    show(reported, 'needs-you', counts);
    await screen.findByText('Held · not enough credits');
    const causes = screen
      .getAllByText(/^(Held|Waiting|Confirming|Please)/)
      .map((e) => e.textContent);
    expect(causes.slice(0, 2)).toEqual(['Held · not enough credits', 'Held · add procedure']);
    expect(causes.join()).not.toContain('connection');
    expect(hrefOf('Go to Credits')).toBe('/credits');
  });

  test('what was approved there is taken back there', async () => {
    const approved = { 'files.approved': () => ({ files: 3, short: 0, isForReserve: false }) };
    show({ ...reported, ...approved }, 'needs-you');
    expect(await screen.findByText('3 files will be notarized.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
  });

  test('one row for all with the same evidence: it says what is known, and its button the price', async () => {
    const { bridge } = show(reported, 'needs-you', [lost]);
    await expectText(/neither a record nor a charge for 34 files, last checked .*12 min/);
    await expectText(/it is not known yet whether these arrived/);
    expect(screen.queryByText(/is looking for/)).toBeNull();
    await press('Send again (at most 34 credits)');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    const which = { evidence: 'no-record-no-charge' };
    expect(bridge.inputs('files.resolve')).toEqual([{ which, credits: 34 }]);
  });

  test.each([
    ['review', /approve these yourself/],
    ['record_deleted', /their records were deleted on the service/],
  ] as const)(
    'files that are held for %s are approved on their row, for the price that is on it',
    async (hold, why) => {
      const approve = { files: 2, bytes: 2, credits: 5, limits: [] };
      const { bridge } = show(
        {
          'files.selected': () => selectionSummary({ files: 3, approve }),
          'files.approve': () => 2,
        },
        'needs-you',
        [filesIn('held', hold, 3)],
      );
      await expectText(why);
      await press('Notarize 2 files (5 credits)');
      expect(screen.queryByRole('alertdialog')).toBeNull();
      const selection = { filter: { states: ['held'], holds: [hold] }, exceptIds: [] };
      expect(bridge.inputs('files.approve')).toEqual([{ selection, credits: 5 }]);
    },
  );

  test('files of a row that cannot be read say so and are read again', async () => {
    let isAway = true;
    show(
      {
        'files.range': () =>
          isAway ? fail({ kind: 'host-lost' }) : { total: 1, first: 0, rows: [fileRow()] },
      },
      'needs-you',
      [filesIn('failed', null, 1)],
    );
    await press(/^Show files/);
    await expectRole('button', 'Try again');
    isAway = false;
    await press('Try again');
    await expectRole('list', '1 file');
  });

  test('certificates that the service does not give lead to their list, and are asked for again', async () => {
    const { bridge } = show({ 'folders.look': () => null }, 'needs-you', [], {
      missingCertificates: 3,
    });
    await expectText('3 certificates are missing.');
    expect(hrefOf('Show certificates')).toBe(pathToMissingCertificates());
    await press('Try now');
    expect(bridge.inputs('folders.look')).toEqual([{}]);
  });

  test('when nothing asks for a person, that is said', async () => {
    show(reported, 'needs-you');
    await expectText('Nothing needs attention.');
  });
});

const entry = (id: number, over: Partial<LogEntry> = {}): LogEntry => ({
  id,
  atMs: Date.UTC(2026, 10, 21, 9),
  note: null,
  subject: {
    kind: 'file',
    id: '1',
    folderId: '1',
    name: `${id}.raw`,
    folderPath: `exp/subject_0${id}`,
    state: 'held',
    hold: 'review',
    sizeBytes: 5,
  },
  ...over,
});

describe('the log', () => {
  test('all of it is taken along, once each, however long it is', async () => {
    const all = Array.from({ length: 650 }, (_entry, index) => entry(650 - index));
    const bridge = fakeBridge({
      'activity.log': (input) => {
        const { filter, count } = input as { filter: { beforeId?: number }; count: number };
        const rows = all.filter(({ id }) => id < (filter.beforeId ?? Infinity)).slice(0, count);
        return { total: all.length, first: 0, rows };
      },
    });
    const read = await readWholeLog(bridge, {}, new AbortController().signal);
    const ids = read.ok ? read.value.map(({ id }) => id) : [];
    expect([ids.length, new Set(ids).size, ids[0], ids.at(-1)]).toEqual([650, 650, 650, 1]);
    expect(bridge.asked.length).toBe(3);
  });

  test('a table has one line for each entry, and no cell is a formula', () => {
    const subject = { kind: 'change', id: '4', name: '=1+1', change: 'invite-member' } as const;
    const change = entry(2, { subject: { ...subject, state: 'delivered' }, note: 'a,b' });
    const lines = logAsCsv([entry(1), change]).split('\r\n');
    expect(lines).toEqual([
      'time,what,name,state,hold,bytes,note,number',
      '2026-11-21T09:00:00.000Z,file,1.raw,held,review,5,,1',
      `2026-11-21T09:00:00.000Z,invite-member,'=1+1,delivered,,,"a,b",2`,
      '',
    ]);
    const turned = { ...change, note: 'a\u202Eb' };
    expect(JSON.parse(logAsJson([turned]))).toMatchObject([
      { at: '2026-11-21T09:00:00.000Z', id: 2, note: 'a\u202Eb' },
    ]);
    expect(logAsJson([turned])).not.toContain('\u202E');
  });
});

const line = (over: Partial<HistoryLine> = {}): HistoryLine => ({
  id: 7,
  what: 'notarized',
  beganAtMs: NOON,
  atMs: NOON,
  files: 1,
  credits: 1,
  isAtMost: false,
  from: null,
  to: null,
  latest: entry(1),
  original: null,
  ...over,
});

const showLine = (over: Partial<HistoryLine>) =>
  show({ 'activity.lines': () => ({ total: 1, first: 0, rows: [line(over)] }) }, 'history');

const batchLine = (id: number, files: number) => line({ id, files, credits: files });
/** How many files the shown lines tell of. */
const told = () => screen.getAllByTitle(/files notarized/).map(({ title }) => title.split(' ')[0]);

describe('the history', () => {
  test('says why a file was sent again by itself', async () => {
    showLine({
      what: 'sent-again',
      latest: entry(1, { note: writeWaitNote({ waits: 'sent-again' }) }),
    });
    await expectText(
      'The answer was lost, and the service shows no record and no charge. It is sent again.',
    );
  });

  test.each([
    ['here', 'Paid for twice: the service had denied it, and recorded it after all.'],
    ['elsewhere', 'Paid for twice: another computer of your account sent it too.'],
  ])('says of a file that was paid for twice by whom: %s', async (paidTwice, text) => {
    showLine({ what: 'paid-twice', latest: entry(1, { note: JSON.stringify({ paidTwice }) }) });
    await expectText(text);
  });

  test('of a file that was changed and renamed, what it was called stands below', async () => {
    const note = writeMovedFrom({ folderPath: 'exp', name: 'old.raw' });
    showLine({ what: 'changed', latest: entry(1, { note }) });
    await expectText('1.raw was changed; its certificate holds for the old bytes');
    await expectText('Before: exp/old.raw');
  });

  test('a batch is one line, which opens to its files and closes again; the search goes along', async () => {
    const batch = line({ files: 486, credits: 486 });
    const { bridge } = show(
      {
        'activity.lines': () => ({ total: 1, first: 0, rows: [batch] }),
        'activity.log': () => ({ total: 2, first: 0, rows: [entry(2), entry(1)] }),
      },
      'history',
    );
    await userEvent.type(await screen.findByRole('searchbox'), 'raw');
    await click('row', /486 files notarized · 486 credits/);
    await expectRole('heading', '486 files notarized · 486 credits');
    await expectRole('row', /2\.raw/);
    expect(bridge.inputs('activity.log').at(-1)).toMatchObject({
      filter: { lineId: 7, text: 'raw' },
    });
    await press('Back to History');
    await expectRole('row', /486 files/);
    expect(screen.getByRole('searchbox')).toHaveValue('raw');
  });

  test('lines hold still while somebody is at them: one that grows says so in its place, and a new one waits behind a button', async () => {
    let rows: readonly HistoryLine[] = [batchLine(2, 20), batchLine(1, 10)];
    const { bridge } = show(
      {
        'activity.lines': (input) => {
          const { lineIds = null } = (input as { filter: { lineIds?: readonly number[] } }).filter;
          const fitting = lineIds === null ? rows : rows.filter(({ id }) => lineIds.includes(id));
          return { total: fitting.length, first: 0, rows: fitting };
        },
      },
      'history',
    );
    await userEvent.hover(await screen.findByRole('row', { name: /20 files/ }));
    rows = [batchLine(1, 11), batchLine(3, 30), batchLine(2, 20)];
    act(() => bridge.tell({ kind: 'files-changed', projectIds: [], fileIds: [] } as never));
    await expectRole('button', '1 new entry');
    expect(told()).toEqual(['20', '11']);
    await press('1 new entry');
    await waitFor(() => expect(told()).toEqual(['11', '30', '20']));
  });

  test('a single file opens to all that happened to it, and says where it was', async () => {
    const note = writeMovedFrom({ folderPath: 'exp', name: 'old.raw' });
    const moved = line({ what: 'moved', from: 'exp', to: 'exp/b', latest: entry(1, { note }) });
    const { bridge } = show(
      {
        'activity.lines': () => ({ total: 1, first: 0, rows: [moved] }),
        'activity.log': () => ({ total: 1, first: 0, rows: [entry(1, { note })] }),
      },
      'history',
    );
    await click('row', /old\.raw \(now 1\.raw\) moved to exp\/subject_01/);
    await expectText('Before: exp/old.raw');
    expect(bridge.inputs('activity.log').at(-1)).toMatchObject({ filter: { fileId: '1' } });
  });

  test('an empty one says so; of finished files a day is chosen with its number of files, and its files are asked for', async () => {
    const empty = { total: 0, first: 0, rows: [] };
    const log = show({ 'activity.lines': () => empty }, 'history');
    await expectText('Nothing here yet');
    log.unmount();
    const { bridge } = show(
      {
        'activity.lines': () => empty,
        'activity.done': (input) => {
          const { edgesMs } = input as { edgesMs: readonly number[] };
          return edgesMs.slice(1).map((_edge, at) => ({ files: at === 59 ? 3 : 0, bytes: 9 }));
        },
      },
      'history',
    );
    await press(/Everything/);
    await click('option', 'Finished files');
    await press(/All days/);
    await click('option', /3 files/);
    const filters = () =>
      bridge.inputs('activity.lines').map((input) => (input as { filter: object }).filter);
    const midnight = new Date(2026, 10, 21).getTime();
    await waitFor(() =>
      expect(filters().at(-1)).toMatchObject({ about: 'done', fromMs: midnight }),
    );
  });
});
