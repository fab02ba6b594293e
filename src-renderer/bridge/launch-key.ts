/**
 * Turns the launch key of the address into a session. The key leaves the address bar before anything else happens, so
 * that no history, screenshot or copied address carries it; the session lives as long as the tab.
 */
import { SESSION_PATH } from '../../src-shared/bridge/loopback.ts';

const STORED = 'labseal-session';
const KEY = /^#([\w-]{22,})$/; // 128 bits and more; routes begin with #/

/** The key in a fragment; null when it holds a route. */
export function readLaunchKey(fragment: string): string | null {
  return KEY.exec(fragment)?.[1] ?? null;
}

/** Takes the key out of the address. Call before the router looks at it. */
export function takeLaunchKey(location: Location, history: History): string | null {
  const key = readLaunchKey(location.hash);
  if (key !== null) history.replaceState(null, '', '#/');
  return key;
}

export type SessionAnswer =
  | { readonly kind: 'granted'; readonly session: string }
  /** No key, or one that is not valid any more. */
  | { readonly kind: 'refused' }
  | { readonly kind: 'lost' };

/** With a key it is exchanged; without a good one the session of this tab goes on. */
export async function startSession(
  key: string | null,
  storage: Storage,
  send: typeof fetch,
): Promise<SessionAnswer> {
  if (key === null) return goOn(storage);
  try {
    const answer = await send(SESSION_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key }),
    });
    const session = answer.ok ? readSession(await answer.json()) : null;
    if (session === null) return goOn(storage); // used before, perhaps in this very tab
    keepSession(storage, session);
    return { kind: 'granted', session };
  } catch (cause) {
    if (cause instanceof TypeError || cause instanceof SyntaxError) return { kind: 'lost' };
    throw cause;
  }
}

/** The session of this tab; null without one. */
export function keptSession(storage: Storage): string | null {
  return storage.getItem(STORED);
}

export function forgetSession(storage: Storage): void {
  storage.removeItem(STORED);
}

/** The key in what a person pasted: the key alone, or the whole address that ends with it. */
export function keyIn(pasted: string): string | null {
  const text = pasted.trim();
  const at = text.lastIndexOf('#');
  return readLaunchKey(at === -1 ? `#${text}` : text.slice(at));
}

export function keepSession(storage: Storage, session: string): void {
  storage.setItem(STORED, session);
}

function goOn(storage: Storage): SessionAnswer {
  const session = keptSession(storage);
  return session === null ? { kind: 'refused' } : { kind: 'granted', session };
}

function readSession(body: unknown): string | null {
  const session: unknown = Object(body).session;
  return typeof session === 'string' && session !== '' ? session : null;
}
