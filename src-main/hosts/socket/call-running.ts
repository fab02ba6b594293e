/** Has calls carried out by the program that holds a data folder. */
import net from 'node:net';
import * as z from 'zod/mini';
import type { BridgeEvent } from '../../../src-shared/bridge/events.ts';
import type { CallAnswer, CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import { frameOf, makeFrameReader } from './frames.ts';
import { isProof, MOST_TOLD_BYTES, proofOf, Told, Welcome } from './socket-messages.ts';
import { isOwn, newSecret, readSocketPlace, type SocketPlace } from './socket-place.ts';

/** Why the running program carried nothing out. */
export type Unheard =
  /** None listens there: it is about to begin or to end, or it is a command that has the folder for itself. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'other-version'; readonly version: string }
  /** It is there and says nothing, as a process that was stopped. `isAsked`: it may carry out the call once it goes on. */
  | { readonly kind: 'silent'; readonly pid: number | undefined; readonly isAsked: boolean }
  /** It ended, or was ended, before it answered: what was asked may have been carried out. */
  | { readonly kind: 'ended' };

export class NotHeard extends Error {
  readonly unheard: Unheard;

  constructor(unheard: Unheard) {
    super(`the running program did not answer: ${unheard.kind}`);
    this.name = 'NotHeard';
    this.unheard = unheard;
  }
}

export interface Asking {
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** How long nothing may come: from the connection until the greeting, and from a program that is at work, which says so. */
const MOST_SILENT_MS = { before: 5 * SECOND_MS, after: 20 * SECOND_MS };
const TICK_MS = SECOND_MS;

/** Asks the program that has this data folder; rejects with `NotHeard`, or with the signal's reason. */
export async function callRunning<Name extends CallName>(
  dataFolder: string,
  { name, input }: { readonly name: Name; readonly input: CallInput<Name> },
  onEvent: ((event: BridgeEvent) => void) | null,
  asking: Asking,
): Promise<CallAnswer<Name>> {
  const place = readSocketPlace(dataFolder);
  if (place === null || !isOwn(place)) throw new NotHeard({ kind: 'nobody' });
  if (place.version !== PRODUCT.version) {
    throw new NotHeard({ kind: 'other-version', version: place.version });
  }
  asking.signal.throwIfAborted();
  const asked = frameOf({ name, input, hearsEvents: onEvent !== null });
  return (await converse(place, asked, onEvent, asking)) as CallAnswer<Name>;
}

function converse(
  { path, secret, pid }: SocketPlace,
  asked: Buffer,
  onEvent: ((event: BridgeEvent) => void) | null,
  { clock, signal }: Asking,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path);
    const read = makeFrameReader(
      () => MOST_TOLD_BYTES,
      (message) => (isAsked ? hear(message) : greet(message)),
    );
    const caller = newSecret();
    const ended = new AbortController();
    let isAsked = false;
    let silentMs = 0;
    const onAbort = (): void => end(() => reject(signal.reason as Error));
    const fail = (unheard: Unheard): void => end(() => reject(new NotHeard(unheard)));
    function end(settle: () => void): void {
      signal.removeEventListener('abort', onAbort);
      ended.abort();
      socket.destroy();
      settle();
    }
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('connect', () => socket.write(frameOf({ challenge: caller })));
    const failEnded = (): void => fail({ kind: isAsked ? 'ended' : 'nobody' });
    socket.on('error', failEnded);
    socket.on('close', failEnded);
    socket.on('data', (chunk) => {
      silentMs = 0;
      if (!read(chunk)) failEnded();
    });
    void listen();

    /** Second by second: of the time that a computer sleeps only one counts. */
    async function listen(): Promise<void> {
      while (silentMs < (isAsked ? MOST_SILENT_MS.after : MOST_SILENT_MS.before)) {
        await clock.sleep(TICK_MS, ended.signal).catch(() => undefined);
        if (ended.signal.aborted) return;
        silentMs += TICK_MS;
      }
      fail({ kind: 'silent', pid, isAsked });
    }

    /** Whoever cannot prove to know the secret is told nothing more. */
    function greet(message: unknown): void {
      const welcome = z.safeParse(Welcome, message);
      if (!welcome.success) return fail({ kind: 'nobody' });
      const { proof, challenge: program } = welcome.data;
      const challenges = { caller, program };
      if (!isProof(proof, 'program', challenges, secret)) return fail({ kind: 'nobody' });
      isAsked = true;
      socket.write(frameOf({ proof: proofOf('caller', challenges, secret) }));
      socket.write(asked);
    }

    function hear(message: unknown): void {
      const heard = z.safeParse(Told, message);
      if (!heard.success) return fail({ kind: 'ended' });
      const told = heard.data as Told;
      if ('event' in told) onEvent?.(told.event);
      else if ('answer' in told) end(() => resolve(told.answer));
    }
  });
}
