import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { EVENTS_PATH } from '../../../../src-shared/bridge/loopback.ts';
import type { CallInput } from '../../../../src-shared/bridge/calls.ts';
import { realClock } from '../../../platform/real-ports.ts';
import { pageOn } from '../test-support/page-on.ts';
import { DAY_MS, SECOND_MS, utcDay } from '../../../../src-shared/model/text/time.ts';
import { NAMES } from './demo-lab.ts';
import { serveDemo } from './serve-demo.ts';

/** Three parts in base64url, the first of them a JSON object. */
const TOKEN = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/;
const PATIENTLY = { interval: 100 };
const ALL: CallInput<'files.range'> = {
  filter: {},
  sort: { by: 'name', isDescending: false },
  first: 0,
  count: 300,
};

let page: Awaited<ReturnType<typeof openDemo>>;
/** Waits that went by while its past was made. */
const waitedMs: number[] = [];

beforeAll(async () => {
  const sleep = realClock.sleep.bind(realClock);
  const watched = vi.spyOn(realClock, 'sleep').mockImplementation(async (ms, signal) => {
    await sleep(ms, signal);
    waitedMs.push(ms);
  });
  page = await openDemo();
  watched.mockRestore();
}, 60_000);
afterAll(() => page.close());

/** What a page of the demo asks, and hears. */
async function openDemo() {
  const started = await serveDemo(0);
  if (!started.ok) throw new Error(started.fault.kind);
  const demo = started.value;
  const { origin, hash, port } = new URL(demo.address());
  const heard: string[] = [];
  const asking = await pageOn(Number(port), hash.slice(1), (text) => heard.push(text));
  const socket = new WebSocket(origin.replace('http', 'ws') + EVENTS_PATH, { origin });
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  const hello = JSON.stringify({ kind: 'hello', session: asking.session });
  socket.once('open', () => socket.send(hello));
  const close = async () => {
    socket.terminate();
    await demo.close();
  };
  return { ...asking, demo, heard, close };
}

const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** State, with its hold, of each file by name. */
async function states() {
  const { rows } = await page.call('files.range', ALL);
  return Object.fromEntries(
    rows.map(({ name, state, hold }) => [name, hold === null ? state : `${state} ${hold}`]),
  );
}

test('nobody waits for what was a wait in its past', () => {
  expect(waitedMs).not.toEqual([]);
  expect(Math.max(...waitedMs)).toBeLessThan(5 * SECOND_MS);
});

test('the demo has a past and a present in two projects, made by the engine itself; it begins anew when asked', async () => {
  const expected = {
    'plate-01.csv': 'notarized',
    'plate-03 (copy).csv': 'duplicate',
    [NAMES.changed]: 'changed',
    [NAMES.missing]: 'missing',
    [NAMES.deleted]: 'deleted',
    [NAMES.forgotten]: 'remote_only',
    [NAMES.lost]: 'confirming undecided',
    [`${NAMES.notRecorded}.csv`]: 'record_error',
    [NAMES.refused]: 'failed',
    '~$plate-05.csv': 'ignored',
    'peaks.csv': 'held procedure',
    'participant-1-rest.csv': 'held review',
    'notes.txt': 'ready',
  };
  await expect.poll(states, PATIENTLY).toMatchObject(expected);
  expect(Object.keys(await states())).toHaveLength(40);
  // Its account has thirty days of life, as files, records and charges say alike.
  const { rows } = await page.call('files.range', ALL);
  const notarized = rows.filter(({ state }) => state === 'notarized');
  const days = new Set(notarized.map(({ changedAtMs }) => day(changedAtMs)));
  expect(days.size).toBeGreaterThan(5);
  expect(days).toContain(day(Date.now() - 29 * DAY_MS));
  const [from, to] = [Date.now() - 29 * DAY_MS, Date.now()].map(utcDay) as [string, string];
  const { lines } = await page.call('credits.history', { from, to });
  const charged = lines.filter((line) => line.file !== null && line.charged !== null);
  expect(new Set(charged.map(({ atMs }) => day(atMs))).size).toBeGreaterThan(5);
  // It asks: a search that was long enough has found nothing.
  const unlucky = await page.call('files.show', {
    asked: path.join(page.demo.labFolder, 'Microscope plates', NAMES.lost),
  });
  expect(unlucky.doubt?.finding).toEqual({ kind: 'absent', charge: 'none' });
  const { projects } = await page.call('projects.list', {});
  expect(projects).toHaveLength(2);
  const { demo } = await page.call('status.read', {});
  expect(demo?.people.map(({ role }) => role)).toContain('administrator');

  fs.writeFileSync(path.join(page.demo.labFolder, 'Microscope plates', 'mine.csv'), 'mine');
  const { forms } = await page.call('certificates.get', {
    asked: path.join(page.demo.labFolder, 'Microscope plates', 'plate-01.csv'),
  });
  expect(forms).toHaveLength(2);
  expect(await page.call('demo.reset', {})).toBeNull();
  expect(await states()).toMatchObject({ 'plate-01.csv': 'notarized' });
  expect(Object.keys(await states())).not.toContain('mine.csv');
  expect(await page.call('session.state', {})).toMatchObject({ session: { state: 'signed-in' } });
}, 60_000);

test('its service goes away and comes back, its session ends and another begins; at the end nothing is left', async () => {
  const root = path.dirname(page.demo.labFolder);
  expect(await page.call('demo.setOffline', { isOffline: true })).toMatchObject({
    isOffline: true,
  });
  expect(await page.ask('credits.balance', {})).toMatchObject({
    fault: { kind: 'unavailable', why: 'no-connection' },
  });
  expect(await page.call('status.read', {})).toMatchObject({ demo: { isOffline: true } });
  const switched = [false, true, false].map((isOffline) =>
    page.call('demo.setOffline', { isOffline }),
  );
  await Promise.all(switched);
  expect(await page.call('credits.balance', {})).toMatchObject({ credits: expect.any(Number) });

  await page.call('demo.endSession', {});
  const { session } = await page.call('session.state', {});
  expect(session).toMatchObject({ state: 'ended', why: 'refused' });
  const { demo } = await page.call('status.read', {});
  const { email = '', password = '' } =
    demo?.people.find(({ role }) => role === 'researcher') ?? {};
  await page.call('session.signIn', { server: null, email, password });
  expect(await page.call('session.state', {})).toMatchObject({ session: { state: 'signed-in' } });

  // Of all that was said and written nothing is a token, although a whole account was lived through
  const { server } = await page.call('session.state', {});
  const token = await tokenOf(server ?? '', { email, password });
  expect(token).toMatch(TOKEN);
  expect(page.heard.length).toBeGreaterThan(10);
  expect(page.heard.filter((text) => TOKEN.test(text))).toEqual([]);
  const kept = fs
    .globSync(path.join(root, 'labseal/**'))
    .filter((file) => fs.statSync(file).isFile());
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((file) => TOKEN.test(fs.readFileSync(file, 'latin1')))).toEqual([]);
  await page.close();
  expect(fs.existsSync(root)).toBe(false);
}, 60_000);

async function tokenOf(server: string, credentials: object): Promise<string> {
  const answer = await fetch(new URL('login', server.endsWith('/') ? server : `${server}/`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  return ((await answer.json()) as { token: string }).token;
}
