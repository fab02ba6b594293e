import { describe, expect, test } from 'vitest';
import type { AccountStatus } from './account-status.ts';
import type { HealthItem } from './health.ts';
import type { SessionState } from '../people/session-view.ts';
import { trayView, type TrayFacts, type TrayItem } from './tray-view.ts';
import { desktopWords as english } from '../words/en/desktop.ts';
import { desktopWords as italian } from '../words/it/desktop.ts';

const SIGNED_IN = { state: 'signed-in' } as SessionState;
const folder = { lastScanAtMs: 1 } as AccountStatus['folders'][number];

const account = (over: Partial<AccountStatus> = {}): AccountStatus => ({
  folders: [folder],
  counts: [],
  changes: { waiting: 0, needYou: 0 },
  missingCertificates: 0,
  isHistoryIncomplete: false,
  projects: [],
  addedByHand: [],
  ...over,
});

const files = (state: string, count: number, hold: string | null = null) =>
  ({ state, hold, files: count, bytes: count }) as AccountStatus['counts'][number];
const ready = (count: number, isApproved: boolean) => ({ ...files('ready', count), isApproved });
const paused = (count: number) =>
  [{ cause: 'paused', files: count }] as unknown as TrayFacts['waits'];

const facts = (over: Partial<TrayFacts> = {}): TrayFacts => ({
  session: SIGNED_IN,
  account: account(),
  waits: [],
  health: [],
  leftMs: null,
  credits: null,
  projects: [],
  proofs: [],
  ...over,
});

const view = (over: Partial<TrayFacts> = {}) => trayView(facts(over), english.tray);
const offline: HealthItem = { code: 'offline', why: 'no-address', files: 2, untilMs: null };

/** "label" or "label ▸ (…)", as the menu reads. */
function read(items: readonly TrayItem[]): readonly string[] {
  return items.map((item) => {
    if (item.kind === 'line') return '—';
    return item.kind === 'more' ? `${item.label} ▸ (${read(item.items).join(', ')})` : item.label;
  });
}

const having = (...counts: AccountStatus['counts']) => ({ account: account({ counts }) });
const changes = (waiting: number, needYou: number) => ({
  account: account({ changes: { waiting, needYou } }),
});
const unscanned = { account: account({ folders: [{ ...folder, lastScanAtMs: null }] }) };
const ended = { state: 'ended' } as SessionState;
const stopped = { code: 'engine-stopped', fault: { kind: 'no-account' }, retryAtMs: 1 } as const;
const uploading = files('uploading', 3);

test.for<[string, Partial<TrayFacts>, string]>([
  ['idle', {}, 'Nothing is waiting'],
  ['syncing', having(uploading), 'Sending 3 files'],
  ['syncing', { ...having(uploading), leftMs: 700_000 }, 'Sending 3 files – about 12 minutes'],
  ['syncing', having(files('hashing', 1)), 'Preparing 1 file'],
  ['syncing', having(files('recording', 5)), 'Checking 5 files'],
  ['syncing', having(ready(1_204, true)), '1,204 files approved'],
  ['syncing', unscanned, 'Nothing is waiting'],
  ['syncing', changes(1, 0), '1 change waits in the outbox'],
  ['needs-you', having(files('record_error', 1), uploading), 'Sending 3 files'],
  ['needs-you', changes(0, 1), '1 change waits in the outbox'],
  ['needs-you', having(ready(20, false)), '20 files wait for your approval'],
  ['needs-you', { health: [stopped, offline] }, 'Stopped'],
  [
    'paused',
    { ...having(files('held', 2, 'paused')), waits: paused(2) },
    'Uploads are paused, 2 files wait',
  ],
  ['syncing', { ...having(uploading), waits: paused(2) }, 'Sending 3 files'],
  ['offline', { health: [offline] }, 'Nothing is waiting · Offline'],
  ['offline', { health: [{ code: 'signed-out', files: 2 }], session: ended }, 'Signed out'],
  ['offline', { account: null, session: { state: 'signed-out' } }, 'Signed out – sign in to go on'],
])('the shape is %s for %j', ([shape, over, sentence]) => {
  expect(view(over)).toMatchObject({ shape, sentence });
});

describe('the menu', () => {
  test('has everything that can be done without the window', () => {
    const { items, needYou } = view({
      ...having(files('record_error', 2), files('uploading', 1), ready(39, false)),
      credits: { balance: 1_284, awaitingFiles: 39, awaitingCredits: 9_870 },
      projects: [{ id: 'p/1', name: 'Lipidomics' }],
      proofs: [{ fileId: 'f 1', projectId: 'p/1', name: 'run.raw' }],
    });
    expect(needYou).toBe(41);
    expect(read(items)).toEqual([
      'Sending 1 file',
      '41 need attention',
      '1,284 credits (about 9,870 await your approval)',
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
    expect(read(view({ session: ended }).items)).toContain('Sign in…');
  });

  test('every language says the same things', () => {
    const all: Partial<TrayFacts> = {
      credits: { balance: 1, awaitingFiles: 0, awaitingCredits: 0 },
      ...having(files('record_error', 1)),
    };
    const other = trayView(facts(all), italian.tray);
    expect(other.items.map(({ kind }) => kind)).toEqual(view(all).items.map(({ kind }) => kind));
    expect(read(other.items)).toContain('1 credito');
  });
});
