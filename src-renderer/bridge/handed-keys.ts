/**
 * How a link that is opened in another tab works there: the new tab asks the open tabs of the same page for a key, and
 * one that is connected gets it from the host. A key is good once, within a minute, and opens a session of its own. Only
 * pages of this very origin, port included, can listen on the channel.
 */
import { KEY_PATH, SESSION_HEADER } from '../../src-shared/bridge/loopback.ts';

const CHANNEL = 'labseal-keys';
const LONGEST_WAIT_MS = 1_000; // another tab of this computer answers within milliseconds

/** A `BroadcastChannel`, as far as it is needed. */
export type KeyChannel = Pick<
  BroadcastChannel,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'close'
>;

export const openKeyChannel = (): KeyChannel => new BroadcastChannel(CHANNEL);

interface KeyWanted {
  readonly wantedBy: string;
}

interface KeyHanded {
  readonly handedTo: string;
  readonly key: string;
}

/** A key from another tab; null when none answers in time. Closes the channel. */
export function askTabsForKey(channel: KeyChannel, name: string): Promise<string | null> {
  return new Promise((resolve) => {
    const end = (key: string | null) => {
      clearTimeout(timer);
      channel.close();
      resolve(key);
    };
    const timer = setTimeout(() => end(null), LONGEST_WAIT_MS);
    channel.addEventListener('message', ({ data }) => {
      const { handedTo, key } = Object(data) as Partial<KeyHanded>;
      if (handedTo === name && typeof key === 'string') end(key);
    });
    channel.postMessage({ wantedBy: name } satisfies KeyWanted);
  });
}

/** Gives keys to other tabs, as long as this one is connected (`provenSession`). Returns what ends it. */
export function handKeysToTabs(
  channel: KeyChannel,
  provenSession: () => string | null,
  send: typeof fetch,
): () => void {
  const answer = async (wantedBy: string) => {
    const key = await nextKey(provenSession(), send);
    if (key !== null) channel.postMessage({ handedTo: wantedBy, key } satisfies KeyHanded);
  };
  const listen = ({ data }: MessageEvent<unknown>) => {
    const { wantedBy } = Object(data) as Partial<KeyWanted>;
    if (typeof wantedBy === 'string') void answer(wantedBy);
  };
  channel.addEventListener('message', listen);
  return () => {
    channel.removeEventListener('message', listen);
    channel.close();
  };
}

async function nextKey(session: string | null, send: typeof fetch): Promise<string | null> {
  if (session === null) return null;
  try {
    const answer = await send(KEY_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SESSION_HEADER]: session },
      body: '{}',
    });
    const key: unknown = answer.ok ? Object(await answer.json()).key : null;
    return typeof key === 'string' ? key : null;
  } catch (cause) {
    // The host is away; the other tab asks for the key itself then.
    if (cause instanceof TypeError || cause instanceof SyntaxError) return null;
    throw cause;
  }
}
