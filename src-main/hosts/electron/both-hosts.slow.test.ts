import { describe } from 'vitest';
import { WebSocket as Socket } from 'ws';
import { EVENTS_PATH, SESSION_PATH } from '../../../src-shared/bridge/loopback.ts';
import { makeLoopbackBridge } from '../../../src-renderer/bridge/loopback-bridge.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';
import { startHost } from '../web/start-host.ts';
import { HOSTILE, keepsTheContract, type Behind } from './test-support/face.contract.ts';
import { bridgeToDesktop } from './test-support/fake-desktop.ts';

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;

/** What the structured clone carries and JSON would not. */
const COPIED: readonly unknown[] = [
  cyclic,
  10n,
  Number.NaN,
  Infinity,
  new Map([['path', '/etc']]),
  new Set(['/etc']),
  new Date(0),
  /x/,
  new Uint8Array(9),
  new Error('x'),
];

async function openLoopback(behind: Behind) {
  const host = await startHost({ ...behind, clock: realClock, ids: realIds, port: 0 });
  const { origin } = host;
  const send: typeof fetch = async (address, init = {}) =>
    fetch(origin + (address as string), {
      ...init,
      headers: { ...(init.headers as Record<string, string>), origin },
    });
  const answer = await send(SESSION_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: host.launchKey() }),
  });
  const { session } = (await answer.json()) as { session: string };
  const openSocket = () => {
    const socket = new Socket(`ws://127.0.0.1:${host.port}${EVENTS_PATH}`, { origin });
    // What gets lost is lost before the page hears of it.
    const listen = (kind: 'message', hear: (event: { data: unknown }) => void) =>
      socket.addEventListener(kind, (event) => {
        const { data } = event;
        if (typeof data !== 'string' || !behind.lose(JSON.parse(data))) hear(event);
      });
    return {
      addEventListener: listen,
      send: (text: string) => socket.send(text),
      close: () => socket.close(),
    } as unknown as WebSocket;
  };
  return {
    bridge: makeLoopbackBridge({ session, port: host.port, openSocket, send }),
    close: () => host.close(),
  };
}

describe('the loopback host, over real HTTP and WebSocket', () => {
  keepsTheContract(openLoopback, HOSTILE);
});

describe('the desktop host, over the channels of Electron as they are played', () => {
  keepsTheContract(bridgeToDesktop, [...HOSTILE, ...COPIED]);
});
