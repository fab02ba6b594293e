import { describe, expect, test } from 'vitest';
import type { AccountStatus } from './account-status.ts';
import type { HealthItem } from './health.ts';
import type { SessionState } from './session-view.ts';
import { trayView, type TrayFacts, type TrayItem } from './tray-view.ts';
import { desktopWords as english } from './words/en/desktop.ts';
import { desktopWords as italian } from './words/it/desktop.ts';

const SIGNED_IN = { state: 'signed-in' } as SessionState;
const folder = { lastScanAtMs: 1 } as AccountStatus['folders'][number];

function account(over: Partial<AccountStatus> = {}): AccountStatus {
  return {
    folders: [folder],
    counts: [],
    changes: { waiting: 0, needYou: 0 },
    isHistoryIncomplete: false,
    ...over,
  };
}

const files = (state: string, count: number, hold: string | null = null) =>
  ({ state, hold, files: count, bytes: count }) as AccountStatus['counts'][number];
const paused = (count: number) =>
  [{ cause: 'paused', files: count }] as unknown as TrayFacts['waits'];

function facts(over: Partial<TrayFacts> = {}): TrayFacts {
  return {
    session: SIGNED_IN,
    account: account(),
    waits: [],
    health: [],
    leftMs: null,
    credits: null,
    projects: [],
    proofs: [],
    ...over,
  };
}

const view = (over: Partial<TrayFacts> = {}) => trayView(facts(over), english.tray);
const offline: HealthItem = { code: 'offline', files: 2, untilMs: null };

/** "label" or "label ▸ (…)", as the menu reads. */
function read(items: readonly TrayItem[]): readonly string[] {
  return items.map((item) => {
    if (item.kind === 'line') return '—';
    return item.kind === 'more' ? `${item.label} ▸ (${read(item.items).join(', ')})` : item.label;
  });
}

describe('the shape', () => {
  test.for<[string, Partial<TrayFacts>, string]>([
    ['idle', {}, 'Nothing is waiting'],
    ['syncing', { account: account({ counts: [files('uploading', 3)] }) }, 'Sending 3 files'],
    [
      'syncing',
      { account: account({ counts: [files('uploading', 3)] }), leftMs: 700_000 },
      'Sending 3 files – about 12 minutes',
    ],
    ['syncing', { account: account({ counts: [files('hashing', 1)] }) }, 'Preparing 1 file'],
    ['syncing', { account: account({ counts: [files('ready', 1_204)] }) }, '1,204 files in line'],
    [
      'syncing',
      { account: account({ folders: [{ ...folder, lastScanAtMs: null }] }) },
      'Nothing is waiting',
    ],
    [
      'syncing',
      { account: account({ changes: { waiting: 1, needYou: 0 } }) },
      'Nothing is waiting',
    ],
    [
      'needs-you',
      { account: account({ counts: [files('record_error', 1), files('uploading', 1)] }) },
      'Sending 1 file',
    ],
    [
      'needs-you',
      { account: account({ changes: { waiting: 0, needYou: 1 } }) },
      'Nothing is waiting',
    ],
    [
      'paused',
      { waits: paused(2), account: account({ counts: [files('held', 2, 'paused')] }) },
      'Uploads are paused, 2 files wait',
    ],
    [
      'syncing',
      { waits: paused(2), account: account({ counts: [files('uploading', 1)] }) },
      'Sending 1 file',
    ],
    ['offline', { health: [offline] }, 'Nothing is waiting · Offline'],
    [
      'offline',
      { health: [{ code: 'signed-out', files: 2 }], session: { state: 'ended' } as SessionState },
      'Session ended',
    ],
    [
      'offline',
      { account: null, session: { state: 'signed-out' } },
      'Signed out – sign in to go on',
    ],
  ])('%s: %j', ([shape, over, sentence]) => {
    expect(view(over)).toMatchObject({ shape, sentence });
  });

  test('an engine that cannot go on needs somebody, whatever else is', () => {
    const stopped = {
      code: 'engine-stopped',
      fault: { kind: 'no-account' },
      retryAtMs: 1,
    } as const;
    expect(view({ health: [stopped, offline] })).toMatchObject({
      shape: 'needs-you',
      sentence: 'Stopped',
    });
  });
});

describe('the menu', () => {
  test('has everything that can be done without the window', () => {
    const { items, needYou } = view({
      account: account({ counts: [files('record_error', 2), files('uploading', 1)] }),
      credits: { balance: 1_284, queuedFiles: 39, queuedCredits: 9_870 },
      projects: [{ id: 'p/1', name: 'Lipidomics' }],
      proofs: [{ fileId: 'f 1', projectId: 'p/1', name: 'run.raw' }],
    });
    expect(needYou).toBe(2);
    expect(read(items)).toEqual([
      'Sending 1 file',
      '2 need you',
      '1,284 credits (next 39 files: about 9,870)',
      '—',
      'Open Labseal',
      'Verify a file…',
      'Add files… ▸ (Lipidomics)',
      '—',
      'Pause uploads ▸ (After the current files ▸ (For 1 hour, Until tomorrow, Until I resume), Stop now ▸ (For 1 hour, Until tomorrow, Until I resume))',
      '—',
      'Last notarized ▸ (run.raw)',
      'Settings…',
      'Quit Labseal',
    ]);
    const places = JSON.stringify(items);
    expect(places).toContain('"/projects/p%2F1/files/f%201/certificate"');
    expect(places).toContain('"/activity?view=needs-you"');
  });

  test('paused it offers to resume; signed out it offers to sign in, and little else', () => {
    expect(read(view({ waits: paused(1) }).items)).toContain('Resume uploads');
    expect(read(view({ session: { state: 'signed-out' } }).items)).toEqual([
      'Signed out – sign in to go on',
      '—',
      'Open Labseal',
      'Sign in…',
      '—',
      'Quit Labseal',
    ]);
    const ended = view({ session: { state: 'ended' } as SessionState });
    expect(read(ended.items)).toContain('Sign in…');
  });

  test('every language says the same things', () => {
    const all: Partial<TrayFacts> = {
      credits: { balance: 1, queuedFiles: 0, queuedCredits: 0 },
      account: account({ counts: [files('record_error', 1)] }),
    };
    const other = trayView(facts(all), italian.tray);
    expect(other.items.map(({ kind }) => kind)).toEqual(view(all).items.map(({ kind }) => kind));
    expect(read(other.items)).toContain('1 credito');
  });
});
