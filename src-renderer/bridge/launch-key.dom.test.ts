import { expect, test, vi } from 'vitest';
import { digestOf, proofOf } from '../../src-shared/bridge/host-proof.ts';
import { type Challenge, PROOF_PATH } from '../../src-shared/bridge/loopback.ts';
import { JUST_OPENED } from '../paths.ts';
import {
  insistOnSession,
  keepSession,
  readLaunchKey,
  startSession,
  takeLaunchKey,
} from './launch-key.ts';

const KEY = 'Zk3_x-9aQwErTyUiOp123456';
const answers =
  (body: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(body, { status }));
const away = () => Promise.reject(new TypeError('Failed to fetch'));

test('a key is told from a route, and leaves the address at once', () => {
  expect(readLaunchKey('#/projects/p1/files')).toBeNull();
  expect(readLaunchKey('')).toBeNull();
  expect(readLaunchKey('#short')).toBeNull();
  window.location.hash = KEY;
  expect(takeLaunchKey(window.location, window.history)).toBe(KEY);
  expect(window.location.hash).toBe(`#${JUST_OPENED}`);
  expect(takeLaunchKey(window.location, window.history)).toBeNull();
});

test('the key becomes a session of this tab, and the key itself is kept nowhere', async () => {
  const first = await startSession(KEY, sessionStorage, answers({ session: 'S' }));
  expect(first).toEqual({ kind: 'granted', session: 'S' });
  const kept = [sessionStorage, localStorage].flatMap((storage) => Object.values(storage));
  expect(kept).toEqual(['S']);
  const reloaded = await startSession(null, sessionStorage, answers({}, 500));
  expect(reloaded).toEqual({ kind: 'granted', session: 'S' });
});

test('a key that was used before does not end the session this tab has', async () => {
  keepSession(sessionStorage, 'S');
  const again = await startSession(KEY, sessionStorage, answers({}, 401));
  expect(again).toEqual({ kind: 'granted', session: 'S' });
  sessionStorage.clear();
});

test('without a key or with a wrong one there is no session', async () => {
  expect(await startSession(null, sessionStorage, answers({}))).toEqual({ kind: 'refused' });
  expect(await startSession(KEY, sessionStorage, answers({}, 401))).toEqual({ kind: 'refused' });
  expect(await startSession(KEY, sessionStorage, answers({ session: 7 }))).toEqual({
    kind: 'refused',
  });
  expect(await startSession(KEY, sessionStorage, away)).toEqual({ kind: 'lost' });
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['Labseal', true, { kind: 'granted', session: 'S' }],
  ['another program', false, { kind: 'refused' }],
] as const)(
  'a lost answer is asked for again, and the key is not said to another program: %s is back',
  async (_who, knowsKey, answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const PORT = 4711;
    let tries = 0;
    const asked: string[] = [];
    const started = insistOnSession(KEY, PORT, sessionStorage, async (address, init) => {
      tries += 1;
      if (tries <= 2) throw new TypeError('Failed to fetch'); // away, and still away
      asked.push(address as string);
      if (address !== PROOF_PATH) return Response.json({ session: 'S' });
      const { nonce } = JSON.parse(init?.body as string) as Challenge;
      return Response.json({ proof: knowsKey ? proofOf(digestOf(KEY), nonce, PORT) : '0' });
    });
    // A second before each further try; the bodies of answers are read in time of their own.
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await started).toEqual(answer);
    expect(asked[0]).toBe(PROOF_PATH);
    expect(asked).toHaveLength(knowsKey ? 2 : 1);
    vi.useRealTimers();
    sessionStorage.clear();
  },
);
