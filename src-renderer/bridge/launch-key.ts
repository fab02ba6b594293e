/**
 * Turns the launch key of the address into a session. The key leaves the address bar before anything else happens, so
 * that no history, screenshot or copied address carries it; the session lives as long as the tab.
 */
import { PROOF_PATH, SESSION_PATH } from '../../src-shared/bridge/loopback.ts';
import { JUST_OPENED } from '../paths.ts';
import { makeChallenge } from './host-challenge.ts';

const STORED = 'labseal-session';
const KEY = /^#([\w-]{22,})$/; // 128 bits and more; routes begin with #/

const OWN_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** The key in a fragment; null when it holds a route. */
export function readLaunchKey(fragment: string): string | null {
  return KEY.exec(fragment)?.[1] ?? null;
}

/** Takes the key out of the address. Call before the router looks at it. */
export function takeLaunchKey(location: Location, history: History): string | null {
  const key = readLaunchKey(location.hash);
  if (key !== null) history.replaceState(null, '', `#${JUST_OPENED}`);
  return key;
}

export type SessionAnswer =
  | { readonly kind: 'granted'; readonly session: string }
  /** No key, or one that is not valid any more. */
  | { readonly kind: 'refused' }
  /** Nobody answered, or the answer was cut off. */
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

/**
 * For a key that was pasted into a page that may be older than whoever listens at its address, `port`: it is said to a
 * host alone that knows it. The session that this tab had is none any more then.
 */
export async function startWithPastedKey(
  key: string,
  port: number,
  storage: Storage,
  send: typeof fetch,
): Promise<SessionAnswer> {
  const { asked, isMetBy } = makeChallenge(key, port);
  try {
    const answer = await send(PROOF_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    if (!answer.ok || !isMetBy(await answer.text())) return { kind: 'refused' };
  } catch (cause) {
    if (cause instanceof TypeError) return { kind: 'lost' };
    throw cause;
  }
  storage.removeItem(STORED);
  return startSession(key, storage, send);
}

const ASK_AGAIN_MS = 1_000;

/** As `startSession`, until there is an answer. Whoever listens by then has to prove to be Labseal first. */
export async function insistOnSession(
  key: string | null,
  port: number,
  storage: Storage,
  send: typeof fetch,
): Promise<Exclude<SessionAnswer, { readonly kind: 'lost' }>> {
  let answer = await startSession(key, storage, send);
  while (answer.kind === 'lost') {
    await new Promise((resolve) => {
      setTimeout(resolve, ASK_AGAIN_MS);
    });
    answer = key === null ? goOn(storage) : await startWithPastedKey(key, port, storage, send);
  }
  return answer;
}

/** The key in what a person pasted: the key alone, or the whole address that ends with it. */
export function keyIn(pasted: string): string | null {
  const text = pasted.trim();
  const at = text.lastIndexOf('#');
  return readLaunchKey(at === -1 ? `#${text}` : text.slice(at));
}

/** The address in what was pasted, when it is one of Labseal's with a key, but not of this page. */
export function otherAddressIn(pasted: string, origin: string): string | null {
  const text = pasted.trim();
  if (keyIn(text) === null || !URL.canParse(text)) return null;
  const { origin: named, protocol, hostname, href } = new URL(text);
  const isLabseal = protocol === 'http:' && OWN_HOSTS.has(hostname);
  return isLabseal && named !== origin ? href : null;
}

export function keepSession(storage: Storage, session: string): void {
  storage.setItem(STORED, session);
}

function goOn(storage: Storage): SessionAnswer {
  const session = storage.getItem(STORED);
  return session === null ? { kind: 'refused' } : { kind: 'granted', session };
}

function readSession(body: unknown): string | null {
  const session: unknown = Object(body).session;
  return typeof session === 'string' && session !== '' ? session : null;
}
