import { expect, test } from 'vitest';
import { keepSession, readLaunchKey, startSession, takeLaunchKey } from './launch-key.ts';

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
  expect(window.location.hash).toBe('#/');
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
