import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ok } from '../../../src-shared/model/result.ts';
import { writeWaitNote } from '../../../src-shared/model/files/queue-view.ts';
import { writeHoldNote } from '../../../src-shared/model/money/spend-limits.ts';
import { CLOCK_SLACK_MS } from '../../../src-shared/model/money/match-charges.ts';
import { DAY_MS, startOfUtcDayMs, utcDay, MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { startMockService, type MockService } from '../../../src-mock/mock-service.ts';
import type { State } from '../../db/state.ts';
import { makeTestClient } from '../../service/test-support/test-client.ts';
import {
  addContent,
  addFile,
  deletion,
  folderRules,
  invitation,
  newProject,
  sentChange,
  temporaryState,
  uploadJob,
} from '../../test-support/temporary-state.ts';
import { valueOf } from '../../test-support/value-of.ts';
import { makeFakeClock } from '../../test-support/fake-clock.ts';
import { observeBalance } from '../../pipeline/confirm/balance-evidence.ts';
import type { RemoteRecords } from '../../pipeline/common/ports.ts';
import { bindRemote } from '../../app/bind-remote.ts';
import { makeFileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { makeCredits } from './credits.ts';

const never = new AbortController().signal;

/** Shared by the service and all its tests; each test has days of its own. */
const clock = makeFakeClock();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-credits-'));
const transitionsOf = (state: State) =>
  makeFileTransitions(state, { clock, announce: () => undefined });

const startService = (name: string) =>
  startMockService({ dataFolder: path.join(folder, name), nowMs: () => clock.nowMs() });

let shared: MockService;
beforeAll(async () => {
  shared = await startService('shared');
});
afterAll(async () => {
  await shared.close();
  fs.rmSync(folder, { recursive: true });
});

/** The account of the demo's principal investigator, with what this computer knows about its uploads. */
async function accountAtService(mock = shared) {
  const noonMs = startOfUtcDayMs(clock.nowMs()) + 5.5 * DAY_MS; // far from midnight on both sides
  await clock.advance(noonMs - clock.nowMs());
  const { state } = temporaryState(clock);
  const leader = mock.demoAccounts.find(({ role }) => role === 'principal investigator');
  if (leader === undefined) throw new Error('the demo has no leader');
  const body = { email: leader.email, password: leader.password };
  const { token } = valueOf(await makeTestClient(mock.url).client.call('login', { body }, never));
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8');
  const { id } = JSON.parse(claims) as { id: string };
  const { client: real } = makeTestClient(mock.url, { token });
  const history = { hasEntries: true };
  const call: typeof real.call = async (operation, ...more) => {
    const answer = await real.call(operation, ...more);
    if (operation !== 'downloadTransactions' || history.hasEntries) return answer;
    return { ok: true, value: { txs: [] } } as unknown as typeof answer;
  };
  const client = { ...real, call };
  const userId = () => id;
  const remote = observeBalance(bindRemote(client, userId), { state, clock });
  const credits = makeCredits({
    client,
    state,
    transitions: transitionsOf(state),
    clock,
    remote,
    userId,
  });
  const projects = valueOf(await client.call('listProjects', {}, never));
  const projectId = projects.records[0]?.id ?? '';
  const today = utcDay(clock.nowMs());
  const read = async (from = today) => valueOf(await credits.history.read(from, today, never));

  /** A public file, as any client would. */
  async function send(name: string, sizeBytes: number): Promise<void> {
    const form = new FormData();
    form.append('type', 'primary');
    form.append('label', 'raw');
    form.append('uploaded', new Date(clock.nowMs()).toISOString());
    form.append('file', new Blob([Buffer.alloc(sizeBytes, name)]), name);
    const answer = await fetch(`${mock.url}/projects/${projectId}/files`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    if (!answer.ok) throw new Error(await answer.text());
    await clock.advance(1_000);
  }

  return {
    state,
    mock,
    credits,
    today,
    read,
    send,
    history,
    /** What the history shows for changes. */
    changeLines: async () => (await read()).lines.filter(({ change }) => change !== null),
    /** The same, recorded as a job that expected `expected` credits. */
    upload: async (name: string, sizeBytes: number, expected: number): Promise<void> => {
      const { id: contentId } = addContent(state, name, sizeBytes);
      const job = { contentId, visibility: 'public', name, uploadedIso: name } as const;
      const createdAtMs = clock.nowMs();
      state.uploads.add(uploadJob({ id: name, estimatedCredits: expected, createdAtMs, ...job }));
      state.uploads.move(name, { type: 'attempt-begun', attemptId: `of-${name}` }, createdAtMs);
      await send(name, sizeBytes);
      state.uploads.move(name, { type: 'recorded', recordId: null, by: null }, clock.nowMs());
    },
  };
}

test('the entries of the service stand beside the files they paid for', async () => {
  const a = await accountAtService();
  await a.upload('small.raw', 1_500_000, 2);
  await a.upload('large.raw', 3_100_000, 4);
  const { lines, asOfMs, unknownDays } = await a.read();
  expect([asOfMs, unknownDays]).toEqual([null, 0]);
  const same = { type: 'PUBLIC_FILE_UPLOAD', difference: 0, isDeviation: false };
  expect(lines.filter(({ file }) => file !== null)).toMatchObject([
    { file: 'small.raw', amount: -2, expected: 2, charged: 2, ...same },
    { file: 'large.raw', amount: -4, expected: 4, charged: 4, ...same },
  ]);
});

test('a window that goes on shows what was read, without another question to the service', async () => {
  const { today, credits, upload, mock } = await accountAtService();
  for (const name of ['a.raw', 'b.raw', 'c.raw']) await upload(name, 10, 1);
  const filesIn = async (first: number) => {
    const read = await credits.history.read(today, today, never, { first, count: 2 });
    const { total, lines } = valueOf(read);
    return { total, files: lines.map(({ file }) => file) };
  };
  expect(await filesIn(0)).toEqual({ total: 3, files: ['a.raw', 'b.raw'] });
  const asked = mock.requests().length;
  expect(await filesIn(2)).toEqual({ total: 3, files: ['c.raw'] });
  expect(mock.requests()).toHaveLength(asked);
});

test('a charge just after midnight is not given to an upload that had none', async () => {
  const { state, credits, upload } = await accountAtService();
  const midnightMs = startOfUtcDayMs(clock.nowMs()) + DAY_MS;
  await clock.advance(midnightMs - clock.nowMs() - 500);
  await upload('before midnight', 3_100_000, 4);
  const { id: contentId } = addContent(state, 'free');
  const job = { contentId, visibility: 'public', name: 'free', uploadedIso: 'free' } as const;
  state.uploads.add(uploadJob({ id: 'free', createdAtMs: clock.nowMs(), ...job }));
  state.uploads.move('free', { type: 'recorded', recordId: null, by: null }, clock.nowMs());
  const charged = { id: 'tx', createdAtMs: midnightMs + 1, amount: -4, type: 'UPLOAD' };
  state.transactions.keep([charged], [], 0);
  const nextDay = utcDay(midnightMs);
  await credits.history.read(nextDay, nextDay, never);
  const { transactionId } = state.charges.jobs(midnightMs, midnightMs + DAY_MS)[0] ?? {};
  expect(transactionId).toBeNull();
});

test('the charge of an upload that took days is not given to one of the same price at its end', async () => {
  const { state, credits, upload, today } = await accountAtService();
  const endedAtMs = clock.nowMs() + 3_000;
  const began = (id: string, createdAtMs: number) => {
    const { id: contentId } = addContent(state, id, 3_100_000);
    const job = { contentId, visibility: 'public', name: id, uploadedIso: id } as const;
    state.uploads.add(uploadJob({ id, estimatedCredits: 4, createdAtMs, ...job }));
    state.uploads.move(id, { type: 'attempt-begun', attemptId: `of-${id}` }, createdAtMs);
  };
  began('of days', clock.nowMs() - 3 * DAY_MS);
  await upload('of now', 3_100_000, 4);
  state.uploads.move('of days', { type: 'recorded', recordId: null, by: null }, endedAtMs);
  const days = utcDay(clock.nowMs() - 3 * DAY_MS);
  valueOf(await credits.history.read(days, today, never)); // both: which of the two it paid for is not known
  const [entry] = state.transactions.between(clock.nowMs() - DAY_MS, clock.nowMs() + DAY_MS);
  state.charges.settle('of days', 4, entry?.id ?? '');
  valueOf(await credits.history.read(today, today, never));
  const named = state.charges.jobs(0, clock.nowMs() + DAY_MS).map((job) => job.transactionId);
  expect(named).toEqual([entry?.id, null]);
  expect(credits.history.evidence(clock.nowMs() - DAY_MS, clock.nowMs() + DAY_MS)).not.toBe(
    'unexplained',
  );
});

test('a charge above what was expected is named, once a run asks and in the history', async () => {
  const a = await accountAtService();
  const fromMs = clock.nowMs();
  await a.upload('run.raw', 3_100_000, 3);
  const deviations = await a.credits.history.settle(fromMs, never);
  expect(deviations).toEqual([
    { name: 'run.raw', expectedCredits: 3, chargedCredits: 4, isElsewhere: false },
  ]);
});

test.each([
  ['entries that may be of another computer', true, []],
  ['no entry', false, [{ name: 'run.raw', expectedCredits: 1, chargedCredits: 3 }]],
])(
  'what the balance fell by is said to be the charge of an upload unless the history tells otherwise: %s',
  async (_, hasEntries, named) => {
    const a = await accountAtService();
    a.history.hasEntries = hasEntries;
    const fromMs = clock.nowMs();
    await a.credits.balance(never);
    await a.upload('run.raw', 10, 1);
    await a.send('of another computer.raw', 1_500_000);
    await a.credits.balance(never);
    expect(await a.credits.history.settle(fromMs, never)).toMatchObject(named);
    const line = (await a.read()).lines.find(({ file }) => file !== null);
    expect(line).toMatchObject({ isDeviation: named.length > 0 });
  },
);

test('an upload says where its file lies, for as long as that is known', async () => {
  const a = await accountAtService();
  await a.upload('well-00.csv', 10, 1);
  const place = async () => (await a.read()).lines.find(({ file }) => file !== null)?.folderPath;
  expect(await place()).toBeNull();
  const folderId = a.state.folders.add('/data/plates', folderRules(), 0);
  const directoryId = a.state.files.directory(folderId, 'plate-001');
  addFile(a.state, folderId, { name: 'well-00.csv', directoryId });
  expect(await place()).toBe('plates/plate-001');
});

test.each([
  ['unavailable', { kind: 'drop' }],
  ['forbidden', { kind: 'status', status: 403 }],
] as const)(
  '%s: the last copy is shown with its age, and what was never read is counted',
  async (kind, fault) => {
    const a = await accountAtService();
    await a.upload('run.raw', 10, 1);
    await a.read();
    const asOfMs = clock.nowMs();
    await clock.advance(5_000);
    a.mock.faults.add({ id: 'away', endpoint: '*', do: fault });
    onTestFinished(() => void a.mock.faults.remove('away'));
    const yesterday = utcDay(asOfMs - DAY_MS);
    const history = await a.read(yesterday);
    expect(history).toMatchObject({ asOfMs, unknownDays: 1, fault: { kind } });
    expect(history.lines.some(({ file }) => file === 'run.raw')).toBe(true);
    expect(await a.credits.history.read(yesterday, yesterday, never)).toMatchObject({ ok: false });
  },
);

test('the copy is not older than its newest entry: a day that was over when it was read is complete', async () => {
  const a = await accountAtService();
  const yesterday = utcDay(clock.nowMs() - DAY_MS);
  await a.read(yesterday);
  await clock.advance(180_000);
  const fromMs = clock.nowMs();
  await a.upload('run.raw', 10, 1);
  await a.credits.history.settle(fromMs, never); // reads today alone
  a.mock.faults.add({ id: 'away', endpoint: '*', do: { kind: 'drop' } });
  onTestFinished(() => void a.mock.faults.remove('away'));
  const { asOfMs, lines } = await a.read(yesterday);
  expect(asOfMs).toBeGreaterThanOrEqual(lines.at(-1)?.atMs ?? Infinity);
  expect(lines.at(-1)?.atMs).toBeGreaterThanOrEqual(fromMs);
});

test('a charge below what was expected at most is what it cost, and nothing to tell of', async () => {
  const mock = await startService('binary');
  onTestFinished(() => mock.close());
  mock.setReadings({ megabyte: { bytes: 1_048_576, rounding: 'down' } });
  const a = await accountAtService(mock);
  const fromMs = clock.nowMs();
  await a.upload('run.raw', 3_100_000, 4);
  expect(await a.credits.history.settle(fromMs, never)).toEqual([]);
  const line = (await a.read()).lines.find(({ file }) => file !== null);
  expect(line).toMatchObject({ charged: 2, expected: 4, difference: -2, isDeviation: false });
});

/** Charges in the service's history, `secondsAgo` and in that order. */
function charge(
  { state }: { readonly state: State },
  ...entries: readonly (readonly [type: string, amount: number, secondsAgo: number])[]
): void {
  const kept = entries.map(([type, amount, ago], at) => {
    const createdAtMs = clock.nowMs() - ago * 1_000;
    return { id: `tx-${at}`, createdAtMs, amount, type };
  });
  state.transactions.keep(kept, [], clock.nowMs());
}

test('charges of changes stand beside what they paid for, and are no charges of uploads', async () => {
  const a = await accountAtService();
  const nowMs = clock.nowMs();
  const at = (ago: number) => [nowMs - ago * 1_000, nowMs - ago * 1_000 + 400] as const;
  const { id: contentId } = addContent(a.state, 'run');
  const upload = { contentId, visibility: 'private', name: 'run.raw', uploadedIso: 'run' } as const;
  a.state.uploads.add(uploadJob({ id: 'run', createdAtMs: at(20)[0], ...upload }));
  a.state.uploads.move('run', { type: 'recorded', recordId: null, by: null }, at(20)[1]);
  sentChange(a.state, newProject('Tides', ['id of Kim']), 'answered', at(40));
  sentChange(a.state, invitation('Sam'), 'answered', at(30));
  sentChange(a.state, deletion('old.raw'), 'answered', at(10));
  charge(
    a,
    ['PROJECT_CREATION', -50, 40],
    ['PROJECT_INVITATION', -10, 39.9],
    ['PROJECT_INVITATION', -12, 29.9],
    ['PRIVATE', -1, 19.9],
    ['DELETE', -1, 9.9],
  );
  const { lines } = await a.read();
  const ours = lines.filter(({ file, change }) => file !== null || change !== null);
  expect(ours).toMatchObject([
    { amount: -50, change: { part: 'project', name: 'Tides' }, difference: 0 },
    { amount: -10, change: { part: 'member', name: 'Tides' }, difference: 0 },
    { amount: -12, change: { part: 'invitation', name: 'Sam' }, difference: 2, isDeviation: true },
    { amount: -1, file: 'run.raw', change: null },
    { amount: -1, file: null, change: { part: 'deletion', name: 'old.raw' }, isDeviation: false },
  ]);
  expect(ours.every(({ transactionId }) => transactionId !== null)).toBe(true);
  expect(a.state.charges.spentSince(0)).toBe(50 + 10 + 12 + 1 + 1);
});

test('a change that the history does not show is listed all the same, and what was named stays', async () => {
  const a = await accountAtService();
  const nowMs = clock.nowMs();
  sentChange(a.state, newProject('Tides', ['id of Kim']), 'answered', [nowMs - 9_000, nowMs]);
  expect(await a.changeLines()).toMatchObject([
    { transactionId: null, amount: null, charged: null, expected: 60, change: { name: 'Tides' } },
  ]);
  charge(a, ['PROJECT_CREATION', -50, 8]);
  const first = { transactionId: 'tx-0', charged: 50, expected: 50 };
  expect(await a.changeLines()).toMatchObject([first]);
  charge(a, ['PROJECT_CREATION', -50, 8], ['PROJECT_INVITATION', -10, 7]);
  expect(await a.changeLines()).toMatchObject([first, { transactionId: 'tx-1' }]);
});

test('a service that charges a project and its members at once charges what was expected', async () => {
  const a = await accountAtService();
  const nowMs = clock.nowMs();
  sentChange(a.state, newProject('Tides', ['id of Kim']), 'answered', [nowMs - 9_000, nowMs]);
  charge(a, ['PROJECT_CREATION', -60, 8]);
  const line = { charged: 60, expected: 60, isDeviation: false };
  expect(await a.changeLines()).toMatchObject([line]);
});

test.each([
  ['that belongs to it', ['PROJECT_INVITATION', -10], 'unexplained'],
  ['under a type of its own', ['Members', -10], 'unexplained'],
  ['for something else', ['PROJECT_CREATION', -50], 'not-told'],
  ['that is too small', ['Private file', -1], 'not-told'],
  ['that adds credits', ['Credit addition', 10], 'not-told'],
] as const)(
  'an invitation that was denied is in doubt where the history shows a charge for it: one %s',
  async (_, [type, amount], evidence) => {
    const a = await accountAtService();
    const nowMs = clock.nowMs();
    const id = sentChange(a.state, invitation('Kim'), 'lost', [nowMs - 9_000, nowMs - 8_000]);
    charge(a, [type, amount, 8.5]);
    await a.read();
    const { history } = a.credits;
    expect(history.changeEvidence(id, CLOCK_SLACK_MS)).toBe(evidence);
    expect(history.changeEvidence(id, 0)).toBe(evidence);
    expect(history.wereAdded(nowMs - 60_000)).toBe(amount > 0);
  },
);

const entry = (id: string, createdAtMs: number, amount: number) => ({
  id,
  createdAtMs,
  amount,
  type: 'UPLOAD',
});

test('what an upload was charged that was found much later does not explain the charge of a lost one (P1)', async () => {
  const { state, credits } = await accountAtService();
  const nowMs = clock.nowMs();
  const lost = (id: string, sentAtMs: number, visibility: 'public' | 'private') => {
    const { id: contentId } = addContent(state, id, 12);
    const job = { contentId, visibility, name: id, uploadedIso: id } as const;
    state.uploads.add(uploadJob({ id, estimatedCredits: 1, createdAtMs: sentAtMs, ...job }));
    state.uploads.move(id, { type: 'attempt-begun', attemptId: `of-${id}` }, sentAtMs);
    state.uploads.move(id, { type: 'answer-lost' }, sentAtMs + 1_000);
  };
  lost('named', nowMs - DAY_MS, 'private');
  state.uploads.move('named', { type: 'recorded', recordId: null, by: null }, nowMs - DAY_MS);
  state.charges.settle('named', 1, 'tx of another day');
  const foundMs = nowMs - 25 * MINUTE_MS;
  lost('found', foundMs, 'public');
  lost('lost', nowMs - 12 * MINUTE_MS, 'private');
  state.uploads.move('found', { type: 'recorded', recordId: null, by: null }, nowMs - MINUTE_MS);
  const free = entry('free', foundMs + 500, 0);
  state.transactions.keep([free, entry('paid', nowMs - 12 * MINUTE_MS + 500, -1)], [], 0);
  const evidence = () => credits.history.evidence(nowMs - 14 * MINUTE_MS, nowMs);
  expect(evidence()).toBe('unexplained');
  state.transactions.keep([entry('paid', nowMs - 5 * DAY_MS, -1)], [], 0); // it was for something else
  expect(evidence()).toBe('none');
});

test('what changes of ours were charged under types of the service’s own is no charge of anything else', async () => {
  const a = await accountAtService();
  const nowMs = clock.nowMs();
  const fromMs = nowMs - 20_000;
  sentChange(a.state, newProject('Tides', ['id of Kim']), 'answered', [fromMs, fromMs + 500]);
  sentChange(a.state, newProject('Dunes', ['id of Kim']), 'answered', [fromMs, fromMs + 500]);
  const id = sentChange(a.state, invitation('Sam'), 'lost', [nowMs - 9_000, nowMs - 8_000]);
  const ours = [
    ['Project', -50, 19.9],
    ['Member', -10, 19.8],
    ['Project', -60, 19.7],
  ] as const;
  const evidence = () => [
    a.credits.history.changeEvidence(id, CLOCK_SLACK_MS),
    a.credits.history.evidence(fromMs, nowMs),
  ];
  charge(a, ...ours);
  await a.read();
  expect(evidence()).toEqual(['not-told', 'not-told']);
  charge(a, ...ours, ['Member', -10, 8.5]);
  await a.read();
  expect(evidence()).toEqual(['unexplained', 'unexplained']);
});

test('a charge that was noted before a change was sent may be for it only by a slack of clocks', async () => {
  const a = await accountAtService();
  const nowMs = clock.nowMs();
  const id = sentChange(a.state, invitation('Kim'), 'lost', [nowMs - 9_000, nowMs - 8_000]);
  charge(a, ['PROJECT_INVITATION', -10, 60]);
  await a.read();
  const { history } = a.credits;
  expect(history.changeEvidence(id, CLOCK_SLACK_MS)).toBe('unexplained');
  expect(history.changeEvidence(id, 0)).toBe('not-told');
});

/** The queue of an account without a service: rows, limits, uploads of past days. */
function accountWith(balance: number | null) {
  const { state } = temporaryState(clock);
  const folderId = state.folders.add('/data', folderRules({ budgetCredits: 500 }), 0);
  const remote = {
    balance: async () =>
      balance === null
        ? ({ ok: false, fault: { kind: 'not-signed-in', serviceSays: null } } as const)
        : ok(balance),
  } as unknown as RemoteRecords; // nothing else of it is used
  const observed = observeBalance(remote, { state, clock });
  const client = null as never; // only the history calls the service
  const credits = makeCredits({
    state,
    transitions: transitionsOf(state),
    clock,
    userId: () => 'me',
    remote: observed,
    client,
  });

  return {
    state,
    credits,
    summary: () => credits.summary(never),
    ready(name: string, content = name) {
      const { id: contentId } = addContent(state, content);
      const row = addFile(state, folderId, { name });
      return state.files.move(state.files.move(row, 'hashing', { contentId }), 'ready');
    },
  };
}

test('the balance is told without what is queued, each content paid for once, and which files fit', async () => {
  const f = accountWith(2);
  for (const name of ['a', 'b', 'c']) f.ready(name);
  f.ready('copy of a', 'a');
  expect(await f.summary()).toMatchObject({
    balance: 2,
    fault: null,
    reserved: 0,
    queuedFiles: 4,
    queuedCredits: 3,
    available: -1,
    fittingFiles: 3,
    folders: [{ queuedCredits: 3, budgetCredits: 500 }],
  });
});

test('what is held until a person approves it counts as waiting, and what a person stopped does not', async () => {
  const f = accountWith(2);
  f.ready('a');
  const looked = f.ready('b');
  const note = writeHoldNote({ why: 'approve-each' });
  f.state.files.move(looked, 'held', { hold: 'review', message: note });
  f.state.files.move(f.ready('c'), 'held', { hold: 'size_confirm' });
  const stopped = writeWaitNote({ waits: 'stopped' });
  f.state.files.move(f.ready('d'), 'held', { hold: 'review', message: stopped });
  expect(await f.summary()).toMatchObject({ queuedFiles: 3, queuedCredits: 3, fittingFiles: 2 });
});

test('changes that wait, that are on their way, or that lost their answer are taken off what is available', async () => {
  const f = accountWith(100);
  f.ready('a');
  const nowMs = clock.nowMs();
  f.state.changes.add({ key: 'waits', intent: newProject('Tides'), createdAtMs: nowMs });
  sentChange(f.state, deletion('old.raw'), 'answered', [nowMs, nowMs]);
  sentChange(f.state, deletion('older.raw'), 'lost', [nowMs, nowMs]);
  sentChange(f.state, invitation('Sam'), 'sending', [nowMs, nowMs]);
  expect(await f.summary()).toMatchObject({
    reserved: 10,
    queuedCredits: 1,
    waitingChanges: 1,
    waitingCredits: 50,
    available: 100 - 10 - 1 - 1 - 50,
    spentToday: 12, // spending in progress counts too
    spentThisMonth: 12,
    fittingFiles: 1, // a change needs a person's approval, so it blocks no file
  });
});

test('the reserve counts for what the credits are enough for, a budget does not', async () => {
  const f = accountWith(100);
  for (const name of ['a', 'b', 'c']) f.ready(name);
  f.credits.changeLimits({ reserve: 98, month: 0 });
  expect(await f.summary()).toMatchObject({ available: -1, fittingFiles: 2 });
});

test('without the service the last balance is told with its time, and nothing when there is none', async () => {
  const f = accountWith(null);
  expect(await f.summary()).toMatchObject({ balance: null, available: null });
  const reading = { credits: 7, askedAtMs: 1, readAtMs: 2 };
  f.state.balances.keep('latest', reading);
  expect(await f.summary()).toMatchObject({ balance: 7, balanceAtMs: 2, available: 7 });
});
