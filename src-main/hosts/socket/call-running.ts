/** Has calls carried out by the program that holds a data folder. */
import net from 'node:net';
import * as z from 'zod/mini';
import type { BridgeEvent } from '../../../src-shared/bridge/events.ts';
import type { CallAnswer, CallInput, CallName } from '../../../src-shared/bridge/calls.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { frameOf, makeFrameReader } from './frames.ts';
import { MOST_TOLD_BYTES, Welcome, type Told } from './socket-messages.ts';
import { readSocketPlace, type SocketPlace } from './socket-place.ts';

/** Why the running program carried nothing out. */
export type Unheard =
  /** None listens there: it is about to begin or to end, or it is a command that has the folder for itself. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'other-version'; readonly version: string }
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

/** Asks the program that has this data folder; rejects with `NotHeard`, or with the signal's reason. */
export async function callRunning<Name extends CallName>(
  dataFolder: string,
  { name, input }: { readonly name: Name; readonly input: CallInput<Name> },
  onEvent: ((event: BridgeEvent) => void) | null,
  signal: AbortSignal,
): Promise<CallAnswer<Name>> {
  const place = readSocketPlace(dataFolder);
  if (place === null) throw new NotHeard({ kind: 'nobody' });
  if (place.version !== PRODUCT.version) {
    throw new NotHeard({ kind: 'other-version', version: place.version });
  }
  signal.throwIfAborted();
  const asked = frameOf({ name, input, hearsEvents: onEvent !== null });
  return (await converse(place, asked, onEvent, signal)) as CallAnswer<Name>;
}

function converse(
  { path, secret }: SocketPlace,
  asked: Buffer,
  onEvent: ((event: BridgeEvent) => void) | null,
  signal: AbortSignal,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(path);
    const read = makeFrameReader(() => MOST_TOLD_BYTES);
    let isWelcome = false;
    const onAbort = (): void => end(() => reject(signal.reason as Error));
    const fail = (unheard: Unheard): void => end(() => reject(new NotHeard(unheard)));
    function end(settle: () => void): void {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      settle();
    }
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('connect', () => socket.write(frameOf({ secret, version: PRODUCT.version })));
    socket.on('error', () => fail({ kind: isWelcome ? 'ended' : 'nobody' }));
    socket.on('close', () => fail({ kind: isWelcome ? 'ended' : 'nobody' }));
    socket.on('data', (chunk) => {
      const messages = read(chunk);
      if (messages === null) fail({ kind: 'ended' });
      for (const message of messages ?? []) hear(message);
    });

    function hear(message: unknown): void {
      if (isWelcome) {
        const told = message as Told;
        if ('event' in told) onEvent?.(told.event);
        else end(() => resolve(told.answer));
        return;
      }
      const welcome = z.safeParse(Welcome, message);
      if (!welcome.success) return fail({ kind: 'nobody' });
      const { version } = welcome.data;
      if (version !== PRODUCT.version) return fail({ kind: 'other-version', version });
      isWelcome = true;
      socket.write(asked);
    }
  });
}
