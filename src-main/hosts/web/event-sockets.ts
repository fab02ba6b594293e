/**
 * The WebSockets of the loopback face. Each asks for a proof, sends its session, gets a snapshot, and then every event. Nothing is
 * buffered for a page that does not read: past a limit it is disconnected, and reconnects for a snapshot.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import * as z from 'zod/mini';
import {
  CLOSE_CODES,
  EVENTS_PATH,
  PageMessage,
  type Capabilities,
  type HostMessage,
  type HostProof,
} from '../../../src-shared/bridge/loopback.ts';
import { assertNever } from '../../../src-shared/model/result.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Engine } from '../../app/engine.ts';
import type { Clock } from '../../platform/clock.ts';
import { endLine } from './answer-headers.ts';
import type { Connections } from './connections.ts';
import { evaluateOrigin } from './request-origin.ts';
import type { Sessions } from './sessions.ts';

export const LONGEST_FRAME_BYTES = 1_048_576;
export const MOST_UNREAD_BYTES = 4 * 1_048_576;
const GREETING_MS = 5 * SECOND_MS;
export const HEARTBEAT_MS = 30 * SECOND_MS;
const MOST_PAGES = 64;

/** A face in a browser has none of what only a window has. */
const CAPABILITIES: Capabilities = {
  tray: false,
  nativeDialogs: false,
  notifications: false,
  revealInFolder: false,
  dragPaths: false,
  globalShortcut: false,
};

export type EventSockets = ReturnType<typeof makeEventSockets>;

export function makeEventSockets(parts: {
  readonly engine: Pick<Engine, 'feed' | 'snapshot'>;
  readonly sessions: Pick<Sessions, 'isSession' | 'prove'>;
  readonly admit: Connections['admit'];
  readonly clock: Clock;
}) {
  const { engine, sessions, admit, clock } = parts;
  const pages = new Map<WebSocket, string>(); // those that have greeted, with their sessions
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LONGEST_FRAME_BYTES,
    perMessageDeflate: false,
  });

  function greet(socket: WebSocket, line: Duplex): void {
    const over = new AbortController();
    let unsubscribe: (() => void) | null = null;
    const hasSession = () => {
      const session = pages.get(socket);
      return session === undefined || sessions.isSession(session);
    };
    const say = (message: HostMessage) => {
      if (socket.bufferedAmount > MOST_UNREAD_BYTES) return socket.terminate(); // a closing frame would wait behind what is not read
      socket.send(JSON.stringify(message));
    };
    const sayAll = () =>
      say({ kind: 'snapshot', snapshot: engine.snapshot(), capabilities: CAPABILITIES });

    socket.on('message', (data, isBinary) => {
      const message =
        isBinary || !Buffer.isBuffer(data) ? null : readMessage(data.toString('utf8'));
      const isGreeting = message?.kind !== 'resync';
      if (message === null || isGreeting === (unsubscribe !== null))
        return socket.close(CLOSE_CODES.misbehaved);
      switch (message.kind) {
        case 'prove': {
          const proof = sessions.prove(message);
          if (proof === null) socket.close(CLOSE_CODES.unauthorised);
          else socket.send(JSON.stringify({ proof } satisfies HostProof));
          return;
        }
        case 'hello':
          if (!sessions.isSession(message.session)) return socket.close(CLOSE_CODES.unauthorised);
          admit(line);
          pages.set(socket, message.session);
          unsubscribe = engine.feed.subscribe((event) => say({ kind: 'event', ...event }));
          sayAll();
          return;
        case 'resync':
          if (!hasSession()) return socket.close(CLOSE_CODES.unauthorised);
          sayAll();
          return;
        default:
          assertNever(message);
      }
    });
    socket.on('error', () => undefined); // a broken connection is closed next; nothing else to do
    socket.on('close', () => {
      over.abort();
      pages.delete(socket);
      unsubscribe?.();
    });
    void after(GREETING_MS, over.signal, () => {
      if (unsubscribe === null) socket.close(CLOSE_CODES.misbehaved);
    });
    beat(socket, over.signal, hasSession);
  }

  /** A page whose computer fell asleep, or that hangs, says nothing back. One that answers uses its session. */
  function beat(socket: WebSocket, signal: AbortSignal, hasSession: () => boolean): void {
    let isAlive = true;
    socket.on('pong', () => {
      isAlive = true;
    });
    const next = () => {
      if (!isAlive) return socket.terminate();
      if (!hasSession()) return socket.close(CLOSE_CODES.unauthorised);
      isAlive = false;
      socket.ping();
      void after(HEARTBEAT_MS, signal, next);
    };
    void after(HEARTBEAT_MS, signal, next);
  }

  async function after(ms: number, signal: AbortSignal, work: () => void): Promise<void> {
    try {
      await clock.sleep(ms, signal);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    work();
  }

  return {
    /** Takes an upgrade over, or refuses it. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
      const { method = '', url: target = '', rawHeaders } = request;
      const judged = evaluateOrigin({ method, target, rawHeaders }, { needsOrigin: true });
      const status = !judged.isOurs ? judged.status : target === EVENTS_PATH ? null : 404;
      if (status !== null || pages.size >= MOST_PAGES) return endLine(socket, status ?? 503);
      server.handleUpgrade(request, socket, head, (opened) => greet(opened, socket));
    },
    /** Those of all pages that have greeted. */
    sessions: () => [...pages.values()],
    /** All of them have ended: a page goes on with the one that took the place of its own, or ends. */
    renew(renewed: ReadonlyMap<string, string>) {
      for (const [page, before] of pages) {
        const session = renewed.get(before);
        if (session === undefined) {
          page.close(CLOSE_CODES.unauthorised);
          continue;
        }
        pages.set(page, session);
        page.send(JSON.stringify({ kind: 'renewed', session } satisfies HostMessage));
      }
    },
    close() {
      for (const socket of server.clients) {
        socket.close(CLOSE_CODES.closing);
        void after(SECOND_MS, new AbortController().signal, () => socket.terminate());
      }
      server.close();
    },
  };
}

function readMessage(text: string): PageMessage | null {
  try {
    const read = z.safeParse(PageMessage, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null; // no JSON
  }
}
