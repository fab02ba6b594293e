/** JSON calls and certificates over the played line: in the place of axios. */
import type { exchange } from '../../src-main/service/exchange.ts';
import { assertNever } from '../../src-shared/model/result.ts';
import { errnoError } from '../disk/disk.ts';
import type { Line } from './line.ts';
import type { LineEnd } from './trip.ts';

/** `isOver`: the program that asks has died; no answer reaches it. */
export function playExchange(line: Line, isOver: () => boolean): typeof exchange {
  return async (request, { limits }, signal) => {
    signal.throwIfAborted();
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const call = { method: request.method, url: request.url, headers };
    const trip = line.begin(call, 0);
    const decide = () => line.service.answer(call, request.body?.toString() ?? '');
    const travel = async () =>
      (await line.connect(trip)) ??
      (await line.conclude(trip, { decide, hasActed: notYet }, limits.silenceMs));
    const end = asWhole(await orAborted(travel(), signal));
    if (!isOver()) line.deliver(trip, end);
    switch (end.kind) {
      case 'answered': {
        const { status, body } = end.reply;
        return { kind: 'answered', status, headers: end.reply.headers, bytes: body };
      }
      case 'broken':
        return { kind: 'broken', error: errnoError(end.code), mayHaveLeft: end.wasUp };
      case 'stalled':
        return {
          kind: 'broken',
          error: errnoError('ETIMEDOUT'),
          mayHaveLeft: end.phase !== 'connect',
        };
      default:
        return assertNever(end);
    }
  };
}

const notYet = (): boolean => false;

/** axios gives no part of an answer that broke off. */
function asWhole(end: LineEnd): LineEnd {
  if (end.kind !== 'answered' || end.isComplete) return end;
  return { kind: 'broken', code: 'ECONNRESET', wasUp: true };
}

/** An abort ends the wait; what the service does with the request goes on. */
async function orAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const aborted = Promise.withResolvers<never>();
  const giveUp = (): void => aborted.reject(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
