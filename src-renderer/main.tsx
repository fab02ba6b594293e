/** The page: in a window of its own it has a door to its host; in a browser the key comes first, then the socket. */
import '../src-shared/no-code-from-strings.ts';
import { DESKTOP_API, type DesktopApi } from '../src-shared/bridge/desktop.ts';
import { EVENTS_PATH } from '../src-shared/bridge/loopback.ts';
import { NOTICE_KINDS } from '../src-shared/model/status/notices.ts';
import { startApp } from './app/app.tsx';
import type { Bridge, PageEvent } from './bridge/bridge.ts';
import { makeDesktopBridge } from './bridge/desktop-bridge.ts';
import { askTabsForKey, handKeysToTabs, openKeyChannel } from './bridge/handed-keys.ts';
import { insistOnSession, keepSession, readLaunchKey, takeLaunchKey } from './bridge/launch-key.ts';
import { makeLoopbackBridge } from './bridge/loopback-bridge.ts';
import { makeListeners } from '../src-shared/model/listeners.ts';
import { fail } from '../src-shared/model/result.ts';

const door = Object(window)[DESKTOP_API] as DesktopApi | undefined;

async function makeBridge(): Promise<Bridge> {
  const send = window.fetch.bind(window);
  if (door !== undefined) return makeDesktopBridge(door, send);
  const port = Number(window.location.port);
  const ask = (key: string | null) => insistOnSession(key, port, sessionStorage, send);
  let answer = await ask(takeLaunchKey(window.location, window.history));
  if (answer.kind === 'refused') {
    const handed = await askTabsForKey(openKeyChannel(), crypto.randomUUID());
    if (handed !== null) answer = await ask(handed);
  }
  if (answer.kind === 'refused') return refusingBridge();
  const address = `ws://${window.location.host}${EVENTS_PATH}`;
  const bridge = makeLoopbackBridge({
    session: answer.session,
    port,
    openSocket: () => new WebSocket(address),
    send,
    keepSession: (session) => keepSession(sessionStorage, session),
  });
  handKeysToTabs(openKeyChannel(), bridge.provenSession, send); // as long as the page lives
  return bridge;
}

const root = document.querySelector<HTMLElement>('#root');
if (root === null) throw new Error('the page has no root');
// The system tells without being asked first; a browser does not.
startApp(root, await makeBridge(), door === undefined ? [] : NOTICE_KINDS);

/** The bridge of a page that has no session: it says why, and nothing can be asked. */
function refusingBridge(): Bridge {
  const { on: subscribe, tell, clear } = makeListeners<[PageEvent]>();
  // The newest address, pasted over this one, changes the fragment alone.
  window.addEventListener('hashchange', () => {
    if (readLaunchKey(window.location.hash) !== null) window.location.reload();
  });
  return {
    call: () => Promise.resolve(fail({ kind: 'not-asked' })),
    bytes: () => Promise.resolve(fail({ kind: 'not-asked' })),
    keep: () => Promise.resolve(fail({ kind: 'not-asked' })),
    hand: () => Promise.resolve(fail({ kind: 'not-asked' })),
    subscribe,
    open: () => tell({ kind: 'link-changed', link: 'refused' }),
    close: clear,
  };
}
