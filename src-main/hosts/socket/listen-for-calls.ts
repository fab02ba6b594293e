/**
 * Carries out calls of other processes of this user, one for each connection. Nobody is told anything before the secret
 * was heard; a client that says nothing, too much or too often is cut off.
 */
import { timingSafeEqual } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import * as z from 'zod/mini';
import type { ServeCall } from '../../use-cases/serve-calls.ts';
import type { EventFeed } from '../../app/event-feed.ts';
import type { Clock } from '../../platform/clock.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { frameOf, makeFrameReader } from './frames.ts';
import { Asked, Hello, MOST_ASKED_BYTES, MOST_HELLO_BYTES } from './socket-messages.ts';
import { makeSocketPath, newSecret, removeSocketPlace, writeSocketPlace } from './socket-place.ts';

const MOST_CONNECTIONS = 64;
/** From the connection until the call is there. */
const INTRODUCTION_MS = 5 * SECOND_MS;
/** Bytes that a slow caller has not taken yet: later events are left out until it has. The answer always comes. */
const MOST_WAITING_BYTES = 1_048_576;

export interface CallListener {
  /** Ends every connection; their calls are cancelled. */
  close(): Promise<void>;
}

/** Where no socket can be made, the log says why, and commands hear that the data folder is in use. */
export async function listenForCalls(parts: CallListenerParts): Promise<CallListener> {
  try {
    return await openListener(parts);
  } catch (error) {
    parts.keepError('socket', error);
    return { close: async () => undefined };
  }
}

interface CallListenerParts {
  readonly dataFolder: string;
  readonly serve: ServeCall;
  readonly feed: Pick<EventFeed, 'subscribe'>;
  readonly clock: Clock;
  /** Keeps the details of what went wrong. */
  readonly keepError: (where: string, error: unknown) => void;
}

async function openListener({
  dataFolder,
  serve,
  feed,
  clock,
}: CallListenerParts): Promise<CallListener> {
  const secret = newSecret();
  const place = makeSocketPath(dataFolder);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    if (sockets.size >= MOST_CONNECTIONS) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    answerOne(socket, { secret, serve, feed, clock });
  });
  try {
    await listening(server, place.path);
    await writeSocketPlace(dataFolder, { path: place.path, secret, version: PRODUCT.version });
  } catch (error) {
    server.close();
    place.remove();
    throw error;
  }
  return {
    async close() {
      removeSocketPlace(dataFolder);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of sockets) socket.destroy();
      await closed;
      place.remove();
    },
  };
}

function listening(server: net.Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // The folder keeps others out from the first moment; the socket's own mode says the same to whoever looks.
    server.listen(path, () => {
      server.off('error', reject);
      if (process.platform !== 'win32') fs.chmodSync(path, 0o600);
      resolve();
    });
  });
}

function answerOne(
  socket: net.Socket,
  {
    secret,
    serve,
    feed,
    clock,
  }: {
    readonly secret: string;
    readonly serve: ServeCall;
    readonly feed: Pick<EventFeed, 'subscribe'>;
    readonly clock: Clock;
  },
): void {
  const gone = new AbortController();
  const introduced = new AbortController();
  let expects: 'hello' | 'call' | 'nothing' = 'hello';
  const read = makeFrameReader(() => (expects === 'hello' ? MOST_HELLO_BYTES : MOST_ASKED_BYTES));
  socket.on('error', () => socket.destroy()); // the other side is gone
  socket.once('close', () => gone.abort(new Error('the caller is gone')));
  clock.sleep(INTRODUCTION_MS, AbortSignal.any([introduced.signal, gone.signal])).then(
    () => socket.destroy(),
    () => undefined, // introduced, or gone
  );
  socket.on('data', (chunk) => {
    const messages = read(chunk);
    if (messages === null) socket.destroy();
    for (const message of messages ?? []) hear(message);
  });

  function hear(message: unknown): void {
    switch (expects) {
      case 'hello': {
        const hello = z.safeParse(Hello, message);
        if (!hello.success || !isSame(hello.data.secret, secret)) {
          socket.destroy();
          return;
        }
        const isOurs = hello.data.version === PRODUCT.version;
        expects = isOurs ? 'call' : 'nothing';
        socket.write(frameOf({ version: PRODUCT.version }));
        if (!isOurs) socket.end();
        return;
      }
      case 'call': {
        const asked = z.safeParse(Asked, message);
        expects = 'nothing';
        if (!asked.success) {
          socket.destroy();
          return;
        }
        introduced.abort();
        void carryOut(asked.data);
        return;
      }
      case 'nothing':
        socket.destroy();
        return;
      default:
        expects satisfies never;
    }
  }

  /** `serve` never rejects. */
  async function carryOut({ name, input, hearsEvents }: Asked): Promise<void> {
    const stop = hearsEvents
      ? feed.subscribe(({ event }) => {
          if (socket.writableLength < MOST_WAITING_BYTES) socket.write(frameOf({ event }));
        })
      : () => undefined;
    const answer = await serve(name, input, gone.signal);
    stop();
    if (!gone.signal.aborted) socket.end(frameOf({ answer }));
  }
}

function isSame(told: string, secret: string): boolean {
  const [one, other] = [Buffer.from(told), Buffer.from(secret)];
  return one.length === other.length && timingSafeEqual(one, other);
}
