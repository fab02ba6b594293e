import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import {
  CALL_PATH,
  EVENTS_PATH,
  SESSION_HEADER,
  SESSION_PATH,
  type GrantedSession,
} from '../../../src-shared/bridge/loopback.ts';
import type {
  CallAnswer,
  CallInput,
  CallName,
  CallOutput,
} from '../../../src-shared/bridge/calls.ts';
import { NAMES } from './demo-lab.ts';
import { serveDemo } from './serve-demo.ts';

/** Three parts in base64url, the first of them a JSON object. */
const TOKEN = /eyJ[\w-]{8,}\.[\w-]+\.[\w-]+/;
const PATIENTLY = { timeout: 15_000, interval: 100 };
const ALL: CallInput<'files.range'> = {
  filter: {},
  sort: { by: 'name', isDescending: false },
  first: 0,
  count: 300,
};

/** What a page of the demo asks. */
async function openDemo() {
  const started = await serveDemo(0);
  if (!started.ok) throw new Error(started.fault.kind);
  const demo = started.value;
  onTestFinished(() => demo.close());
  const { origin, hash } = new URL(demo.address);
  const headers: Record<string, string> = { origin, 'content-type': 'application/json' };
  const heard: string[] = [];
  const post = async (address: string, body: unknown): Promise<unknown> => {
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const text = await (await fetch(origin + address, sent)).text();
    heard.push(text);
    return JSON.parse(text);
  };
  const { session } = (await post(SESSION_PATH, { key: hash.slice(1) })) as GrantedSession;
  headers[SESSION_HEADER] = session;
  const socket = new WebSocket(origin.replace('http', 'ws') + EVENTS_PATH, { origin });
  socket.on('message', (data: Buffer) => heard.push(data.toString('utf8')));
  socket.once('open', () => socket.send(JSON.stringify({ kind: 'hello', session })));
  onTestFinished(() => socket.terminate());
  const ask = async <Name extends CallName>(name: Name, input: CallInput<Name>) =>
    (await post(CALL_PATH + name, input)) as CallAnswer<Name>;
  const call = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
  ): Promise<CallOutput<Name>> => {
    const answer = await ask(name, input);
    if (!answer.ok) throw new Error(`${name}: ${answer.fault.kind}`);
    return answer.value;
  };
  return { demo, heard, ask, call };
}

/** State, with its hold, of each file by name. */
async function statesBy({ call }: Awaited<ReturnType<typeof openDemo>>) {
  const { rows } = await call('files.range', ALL);
  return Object.fromEntries(
    rows.map(({ name, state, hold }) => [name, hold === null ? state : `${state} ${hold}`]),
  );
}

test('the demo has a past and a present in two projects, made by the engine itself; it begins anew when asked', async () => {
  const page = await openDemo();
  const expected = {
    'plate-01.csv': 'notarized',
    'plate-03 (copy).csv': 'duplicate',
    [NAMES.changed]: 'changed',
    [NAMES.missing]: 'missing',
    [NAMES.deleted]: 'deleted',
    [NAMES.forgotten]: 'remote_only',
    [NAMES.lost]: 'confirming',
    [`${NAMES.notRecorded}.csv`]: 'record_error',
    [NAMES.refused]: 'failed',
    '~$plate-05.csv': 'ignored',
    'peaks.csv': 'held procedure',
    'participant-1-rest.csv': 'held review',
    'notes.txt': 'ready',
  };
  await expect.poll(() => statesBy(page), PATIENTLY).toMatchObject(expected);
  expect(Object.keys(await statesBy(page))).toHaveLength(40);
  // It asks: a search that was long enough has found nothing.
  const unlucky = await page.call('files.show', {
    asked: path.join(page.demo.labFolder, 'Microscope plates', NAMES.lost),
  });
  expect(unlucky.doubt?.finding).toEqual({ kind: 'absent' });
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
  expect(await statesBy(page)).toMatchObject({ 'plate-01.csv': 'notarized' });
  expect(Object.keys(await statesBy(page))).not.toContain('mine.csv');
  expect(await page.call('session.state', {})).toMatchObject({ session: { state: 'signed-in' } });
}, 60_000);

test('its service goes away and comes back, its session ends and another begins; at the end nothing is left', async () => {
  const page = await openDemo();
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
  await page.demo.close();
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
