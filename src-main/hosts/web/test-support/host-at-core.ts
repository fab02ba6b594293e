/** The real host on a free port, over a real core whose data folder is fresh and empty. */
import fs from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { WebSocket, type ClientOptions } from 'ws';
import {
  EVENTS_PATH,
  SESSION_PATH,
  type HostMessage,
} from '../../../../src-shared/bridge/loopback.ts';
import type { ServeCall } from '../../../use-cases/serve-calls.ts';
import type { Engine } from '../../../app/engine.ts';
import { realClock, realIds } from '../../../platform/real-ports.ts';
import type { CoreSettings } from '../../../app/settings.ts';
import type { Clock } from '../../../platform/clock.ts';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { startHost, type Host } from '../start-host.ts';
import { coreAt } from './core-at.ts';

export interface HostAtCore {
  readonly host: Host;
  readonly engine: Engine;
  readonly settings: CoreSettings;
  /** What went wrong by a bug, as the host kept it. */
  readonly errors: readonly unknown[];
  /** Exchanges the key that is shown, or another one. */
  readonly session: (key?: string) => Promise<string>;
  /** A socket as our page opens it; it has said nothing yet. */
  readonly socket: (options?: ClientOptions) => WebSocket;
  /** Posts JSON as our page does. */
  readonly post: (
    address: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

interface HostOptions {
  readonly clock?: Clock;
  readonly serve?: ServeCall;
  /** Files of the page, by name. */
  readonly page?: Readonly<Record<string, string>>;
}

const PAGE = { 'index.html': '<!doctype html>', 'assets/app.js': 'export {};' };

export async function hostAtCore({
  page = PAGE,
  clock = realClock,
  serve: other,
}: HostOptions = {}): Promise<HostAtCore> {
  const root = temporaryFolder();
  const pageFolder = path.join(root, 'page');
  for (const [name, content] of Object.entries(page)) {
    fs.mkdirSync(path.dirname(path.join(pageFolder, name)), { recursive: true });
    fs.writeFileSync(path.join(pageFolder, name), content);
  }
  const { engine, settings, errors, keepError, serve } = await coreAt(root);
  const host = await startHost({
    engine,
    serve: other ?? serve,
    clock,
    ids: realIds,
    port: 0,
    dataFolder: settings.dataFolder,
    pageFolder,
    keepError,
  });
  onTestFinished(() => host.close());

  const post: HostAtCore['post'] = (address, body, headers) =>
    fetch(host.origin + address, {
      method: 'POST',
      headers: { origin: host.origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });

  return {
    host,
    engine,
    settings,
    errors,
    post,
    async session(key = host.launchKey()) {
      const { session } = (await (await post(SESSION_PATH, { key })).json()) as { session: string };
      return session;
    },
    socket(options) {
      const address = `ws://127.0.0.1:${host.port}${EVENTS_PATH}`;
      const socket = new WebSocket(address, { origin: host.origin, ...options });
      onTestFinished(() => socket.terminate());
      return socket;
    },
  };
}

/** Records what a socket receives; `next` takes the messages one after the other. */
export function listen(socket: WebSocket): { next(): Promise<HostMessage> } {
  const reported: HostMessage[] = [];
  let wake: (() => void) | null = null;
  socket.on('message', (data: Buffer) => {
    reported.push(JSON.parse(data.toString('utf8')) as HostMessage);
    wake?.();
  });
  return {
    async next() {
      while (reported.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return reported.shift() as HostMessage;
    },
  };
}

/** The code with which the host closes the socket. */
export function closing(socket: WebSocket): Promise<number> {
  return new Promise((resolve) => {
    socket.once('close', resolve);
    socket.on('error', () => undefined); // a line that is cut ends in both
  });
}

/** The status with which an upgrade is refused; null when it is granted. */
export function refusal(socket: WebSocket): Promise<number | null> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve(null));
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
    socket.on('error', () => undefined);
  });
}
