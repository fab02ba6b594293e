import type { TroubledDrive } from '../files/read-trouble.ts';
import { describe, expect, test } from 'vitest';
import { evaluateHealth, type HealthCode, type HealthFacts, type HealthItem } from './health.ts';
import type { Wait } from '../files/queue-view.ts';
import { UNAVAILABLE_CAUSES } from './service-fault.ts';
import { MINUTE_MS } from '../text/time.ts';
import { healthLabel as englishLabel, healthWords as english } from '../words/en/health.ts';
import { causeWords } from '../words/en/causes.ts';
import { healthLabel as italianLabel, healthWords as italian } from '../words/it/health.ts';

const NOW = Date.UTC(2026, 10, 21, 12);

const facts = (over: Partial<HealthFacts> = {}): HealthFacts => ({
  isHostLost: false,
  stopped: null,
  watchTrouble: null,
  session: { state: 'signed-out' },
  account: null,
  waits: [],
  ...over,
});

type AccountFacts = NonNullable<HealthFacts['account']>;
const account = (over: Partial<AccountFacts> = {}): AccountFacts => ({
  folders: [],
  counts: [],
  changes: { waiting: 0, needYou: 0 },
  missingCertificates: 0,
  isHistoryIncomplete: false,
  projects: [],
  addedByHand: [],
  ...over,
});

const changed = (needYou: number) => account({ changes: { waiting: 3, needYou } });

const wait = (cause: Wait['cause'], over: Partial<Wait> = {}): Wait => ({
  server: 'https://lab.example',
  cause,
  why: null,
  note: null,
  sinceMs: NOW - MINUTE_MS,
  untilMs: null,
  files: 3,
  bytes: 10,
  ...over,
});

const owner = { account: 'a', server: 'https://lab.example', userId: 'u', email: 'a@b' };
const ended = { state: 'ended', why: 'expired', ...owner } as const;
const signedIn = (expiresAtMs: number) =>
  ({ state: 'signed-in', keeping: { kept: 'keychain' }, expiresAtMs, ...owner }) as const;

const codes = (over: Partial<HealthFacts>): readonly HealthCode[] =>
  evaluateHealth(facts(over), NOW).map(({ code }) => code);

const since = (cause: Wait['cause'], sinceMs: number) =>
  codes({ waits: [wait(cause, { sinceMs })] });

test('nothing is told while all is well', () => {
  expect(codes({})).toEqual([]);
  expect(codes({ account: account(), session: signedIn(NOW + 20 * 60 * MINUTE_MS) })).toEqual([]);
});

test('the heaviest comes first', () => {
  const counts = [{ state: 'held', hold: 'credits', files: 2, bytes: 1 }] as const;
  const sick = account({ counts, isHistoryIncomplete: true });
  const told = codes({ watchTrouble: 'ENOSPC', session: ended, account: sick });
  expect(told).toEqual(['signed-out', 'credits-short', 'watch-limit', 'history-incomplete']);
});

test('while nobody is signed in, an old wait says nothing about the service', () => {
  for (const cause of ['offline', 'server'] as const)
    expect(codes({ session: ended, waits: [wait(cause)] })).toEqual(['signed-out']);
});

test('a limit of watches is told by the engine, and by the last scan of a folder', () => {
  const folder = {
    id: '1',
    trouble: null,
    drives: [],
  } as unknown as AccountFacts['folders'][number];
  const seen = (isWatchLimited: boolean) => account({ folders: [{ ...folder, isWatchLimited }] });
  expect(codes({ account: seen(false) })).toEqual([]);
  expect(codes({ account: seen(true) })).toEqual(['watch-limit']);
  expect(codes({ account: seen(false), watchTrouble: 'EMFILE' })).toEqual(['watch-limit']);
});

test("a short breath of the network is nobody's worry", () => {
  expect(since('offline', NOW - 1_499)).toEqual([]);
  expect(since('offline', NOW - 1_500)).toEqual(['offline']);
  expect(since('server', NOW - 1_499)).toEqual([]);
  expect(since('server', NOW - 1_500)).toEqual(['server-down']);
});

test('a service that cannot be reached is told at once, and withdrawn at once', () => {
  const waits = [wait('offline', { sinceMs: NOW - MINUTE_MS, untilMs: NOW + MINUTE_MS })];
  const away = { kind: 'away', sinceMs: NOW, why: 'proxy-no-address' } as const;
  expect(codes({ contact: away })).toEqual(['offline']);
  expect(codes({ contact: away, waits })).toEqual(['offline']);
  expect(evaluateHealth(facts({ contact: away, waits }), NOW)).toMatchObject([
    { why: 'proxy-no-address', files: 3 },
  ]);
  const back = { kind: 'back', sinceMs: NOW } as const;
  expect(codes({ contact: back })).toEqual([]);
  expect(codes({ contact: back, waits })).toEqual([]);
  // What still waits then is said with its end, after a moment.
  const settled = { kind: 'back', sinceMs: NOW - 1_500 } as const;
  expect(evaluateHealth(facts({ contact: settled, waits }), NOW)).toEqual([
    { code: 'service-back', files: 3, untilMs: NOW + MINUTE_MS },
  ]);
  // A wait that began after the return is another outage.
  const later = [wait('offline', { sinceMs: NOW - 1_499 })];
  expect(codes({ contact: settled, waits: later })).toEqual([]);
});

test('what follows from something else is not told beside it', () => {
  const waits = [wait('offline', { sinceMs: NOW }), wait('server')];
  const contact = { kind: 'away', sinceMs: NOW, why: 'no-connection' } as const;
  expect(codes({ contact, waits, session: ended })).toEqual(['offline']);
  const all = { isHostLost: true, waits, session: ended, watchTrouble: 'ENOSPC' } as const;
  expect(codes(all)).toEqual(['host-lost']);
});

test('several services that are away are one wait with all files', () => {
  const waits = [wait('server', { files: 2 }), wait('server', { files: 5, server: 'https://b' })];
  const told = { code: 'server-down', why: null, files: 7, untilMs: null };
  expect(evaluateHealth(facts({ waits }), NOW)).toEqual([told]);
});

test.each<[minutes: number, files: number, told: readonly HealthCode[]]>([
  [16, 1, []],
  [15, 0, []],
  [15, 1, ['session-ends-soon']],
])('%i minutes before its end a session with %i files to send: %j', (minutes, files, told) => {
  const counts = [{ state: 'uploading', hold: null, files, bytes: 1 }] as const;
  const session = signedIn(NOW + minutes * MINUTE_MS);
  expect(codes({ session, account: account({ counts }) })).toEqual(told);
});

test('files that nobody approved are not told to be late for the end of a session', () => {
  const ready = { state: 'ready', hold: null, files: 3, bytes: 1 } as const;
  const session = signedIn(NOW + 10 * MINUTE_MS);
  const told = (isApproved: boolean) =>
    codes({ session, account: account({ counts: [{ ...ready, isApproved }] }) });
  expect([told(true), told(false)]).toEqual([['session-ends-soon'], []]);
});

test('changes that wait are no trouble, those that need a person are', () => {
  expect(codes({ account: changed(0) })).toEqual([]);
  expect(codes({ account: changed(1) })).toEqual(['changes-need-you']);
});

test('certificates that the service does not give are counted', () => {
  const told = evaluateHealth(facts({ account: account({ missingCertificates: 3 }) }), NOW);
  expect(told).toEqual([{ code: 'certificates-missing', certificates: 3 }]);
});

test('every folder at rest is named', () => {
  const place = { folderId: '1', path: '/data/1', projectId: 'p', trouble: 'absent' } as const;
  const drives: TroubledDrive[] = [];
  const folder = { ...place, id: '1', drives } as unknown as AccountFacts['folders'][number];
  const folders = [folder, { ...folder, id: '2', trouble: null }];
  const told = evaluateHealth(facts({ account: account({ folders }) }), NOW);
  expect(told).toEqual([{ code: 'folder-trouble', ...place }]);
  drives.push({ path: 'stick', trouble: 'gone' });
  const at = { folderId: '2', path: '/data/1/stick', projectId: 'p', trouble: 'gone' };
  const also = evaluateHealth(facts({ account: account({ folders: folders.slice(1) }) }), NOW);
  expect(also).toEqual([{ code: 'drive-trouble', ...at }]);
});

const SAID: readonly HealthItem[] = [
  { code: 'host-lost' },
  { code: 'engine-stopped', fault: { kind: 'no-account' }, retryAtMs: NOW },
  { code: 'offline', why: null, files: 0, untilMs: null },
  { code: 'server-down', why: null, files: 2, untilMs: NOW },
  ...UNAVAILABLE_CAUSES.map((why) => ({ code: 'offline', why, files: 1, untilMs: NOW }) as const),
  { code: 'signed-out', files: 0 },
  { code: 'signed-out', files: 3 },
  { code: 'session-ends-soon', atMs: NOW, files: 1 },
  { code: 'credits-short', files: 24 },
  { code: 'budget-reached', files: 1 },
  { code: 'folder-trouble', folderId: '1', path: '/d', projectId: 'p', trouble: 'emptied' },
  { code: 'folder-trouble', folderId: '1', path: '/d', projectId: 'p', trouble: 'other-drive' },
  { code: 'drive-trouble', folderId: '1', path: '/d/x', projectId: 'p', trouble: 'gone' },
  { code: 'drive-trouble', folderId: '1', path: '/d/x', projectId: 'p', trouble: 'other' },
  { code: 'silent-change', files: 1, runId: '7', path: '/data/ms2' },
  { code: 'silent-change', files: 2, runId: '7', path: '/data/ms2' },
  { code: 'paid-twice', files: 1, credits: 7, name: 'run.raw' },
  { code: 'paid-twice', files: 2, credits: 14, name: 'run.raw' },
  { code: 'certificates-missing', certificates: 1 },
  { code: 'certificates-missing', certificates: 3 },
  { code: 'changes-need-you', changes: 2 },
  { code: 'clock-wrong', aheadMs: 90_000_000 },
  { code: 'clock-wrong', aheadMs: -90_000_000 },
  { code: 'watch-limit' },
  { code: 'history-incomplete' },
];

test.each([
  ['proxy-sign-in', 'Proxy trouble', true],
  ['early-certificate', 'Connection blocked', true],
  ['expired-certificate', 'Offline', true],
  ['no-network', 'Offline', false],
  ['server-error', 'Offline', false],
  ['working-offline', 'Offline', true],
] as const)(
  '%s is told as that of its party, and what mends it where waiting does not',
  (...row) => {
    const [why, label, isRepairTold] = row;
    const item = { code: 'offline', why, files: 1, untilMs: null } as const;
    const { happened, repair } = causeWords[why];
    const { title, text } = english(item, figures);
    expect([title, englishLabel(item)]).toEqual([happened, label]);
    expect(text.includes(repair)).toBe(isRepairTold);
  },
);

const figures = { moment: () => '14:20', timeUntil: () => '12 min', duration: () => '25 h' };

describe.each([
  ['English', english, englishLabel],
  ['Italian', italian, italianLabel],
] as const)('in %s', (_name, words, label) => {
  test.each(SAID)('$code has a title and a sentence of its own', (item) => {
    const { title, text } = words(item, figures);
    expect(title).toMatch(/^[\p{Lu}\d].*[.…]$/u);
    expect(text).toMatch(/^[\p{Lu}\d].*\.$/u);
    expect(label(item)).not.toBe('');
  });
});

test.each([
  [null, []],
  [4 * 60_000, []],
  [-4 * 60_000, []],
  [6 * 60_000, ['clock-wrong']],
  [-365 * 86_400_000, ['clock-wrong']],
] as const)('a clock that is %s ms ahead', (clockAheadMs, told) => {
  expect(codes({ clockAheadMs })).toEqual(told);
});

test('a service that refuses the account is told with its words, unless the session has ended', () => {
  const contact = { kind: 'refusing', sinceMs: NOW - 1, serviceSays: 'Suspended: unpaid' } as const;
  const counts = [{ state: 'ready', hold: null, isApproved: true, files: 3, bytes: 1 }] as const;
  expect(evaluateHealth(facts({ contact, account: account({ counts }) }), NOW)).toEqual([
    { code: 'account-refused', serviceSays: 'Suspended: unpaid', sinceMs: NOW - 1, files: 3 },
  ]);
  expect(codes({ contact, session: ended })).toEqual(['signed-out']);
});
