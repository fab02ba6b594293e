/**
 * Carries out calls of other processes of this user, one for each connection. Nobody is told anything but the proof that this
 * is the program before they have proven to know the secret; a client that says nothing, too much or too often is cut off.
 */
import fs from 'node:fs';
import net from 'node:net';
import * as z from 'zod/mini';
import type { ServeCall } from '../../use-cases/serve-calls.ts';
import type { EventFeed } from '../../app/event-feed.ts';
import type { Clock } from '../../platform/clock.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { frameOf, makeFrameReader } from './frames.ts';
import {
  ALIVE_MS,
  Asked,
  type Challenges,
  Hello,
  isProof,
  MOST_ASKED_BYTES,
  MOST_HELLO_BYTES,
  Proof,
  proofOf,
  type Told,
} from './socket-messages.ts';
import { makeSocketPath, newSecret, removeSocket, writeSocketPlace } from './socket-place.ts';

/** Callers whose calls are carried out. */
const MOST_CALLERS = 64;
/** Connections that have proven nothing yet; the oldest makes room. */
const MOST_STRANGERS = 64;
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
  removeSocket(dataFolder);
  const secret = newSecret();
  const place = makeSocketPath(dataFolder);
  const strangers = new Set<net.Socket>();
  const callers = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const [oldest] = strangers;
    if (strangers.size >= MOST_STRANGERS) oldest?.destroy();
    strangers.add(socket);
    socket.once('close', () => {
      strangers.delete(socket);
      callers.delete(socket);
    });
    const mayCall = (): boolean => {
      strangers.delete(socket);
      callers.add(socket);
      return callers.size <= MOST_CALLERS;
    };
    answerOne(socket, { secret, serve, feed, clock, mayCall });
  });
  try {
    await listening(server, place.path);
    const { version } = PRODUCT;
    await writeSocketPlace(dataFolder, { path: place.path, secret, version, pid: process.pid });
  } catch (error) {
    server.close();
    place.remove();
    throw error;
  }
  return {
    async close() {
      removeSocket(dataFolder);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of [...strangers, ...callers]) socket.destroy();
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

interface AnsweringParts extends Pick<CallListenerParts, 'serve' | 'feed' | 'clock'> {
  readonly secret: string;
  /** Called once, for who has proven to know it; false: there are too many already. */
  readonly mayCall: () => boolean;
}

function answerOne(
  socket: net.Socket,
  { secret, serve, feed, clock, mayCall }: AnsweringParts,
): void {
  const gone = new AbortController();
  const introduced = new AbortController();
  let expects: 'hello' | 'proof' | 'call' | 'nothing' = 'hello';
  let challenges: Challenges = { caller: '', program: '' };
  const read = makeFrameReader(
    () => (expects === 'call' ? MOST_ASKED_BYTES : MOST_HELLO_BYTES),
    hear,
  );
  const tell = (told: Told): boolean => socket.write(frameOf(told));
  socket.on('error', () => socket.destroy()); // the other side is gone
  socket.once('close', () => gone.abort(new Error('the caller is gone')));
  clock.sleep(INTRODUCTION_MS, AbortSignal.any([introduced.signal, gone.signal])).then(
    () => socket.destroy(),
    () => undefined, // introduced, or gone
  );
  socket.on('data', (chunk) => {
    if (!read(chunk)) refuse();
  });

  function refuse(): void {
    expects = 'nothing';
    socket.destroy();
  }

  function hear(message: unknown): void {
    switch (expects) {
      case 'hello': {
        const hello = z.safeParse(Hello, message);
        if (!hello.success) return refuse();
        challenges = { caller: hello.data.challenge, program: newSecret() };
        expects = 'proof';
        const proof = proofOf('program', challenges, secret);
        socket.write(frameOf({ proof, challenge: challenges.program }));
        return;
      }
      case 'proof': {
        const said = z.safeParse(Proof, message);
        const isKnown = said.success && isProof(said.data.proof, 'caller', challenges, secret);
        if (!isKnown || !mayCall()) return refuse();
        expects = 'call';
        return;
      }
      case 'call': {
        const asked = z.safeParse(Asked, message);
        expects = 'nothing';
        if (!asked.success) return refuse();
        introduced.abort();
        void carryOut(asked.data);
        return;
      }
      case 'nothing':
        refuse();
        return;
      default:
        expects satisfies never;
    }
  }

  /** `serve` never rejects. */
  async function carryOut({ name, input, hearsEvents }: Asked): Promise<void> {
    const stop = hearsEvents
      ? feed.subscribe(({ event }) => {
          if (socket.writableLength < MOST_WAITING_BYTES) tell({ event });
        })
      : () => undefined;
    const answered = new AbortController();
    void sayAlive(AbortSignal.any([answered.signal, gone.signal]));
    const answer = await serve(name, input, gone.signal);
    answered.abort();
    stop();
    if (!gone.signal.aborted) socket.end(frameOf({ answer }));
  }

  async function sayAlive(until: AbortSignal): Promise<void> {
    for (;;) {
      await clock.sleep(ALIVE_MS, until).catch(() => undefined);
      if (until.aborted) return;
      if (socket.writableLength < MOST_WAITING_BYTES) tell({ alive: true });
    }
  }
}
