/**
 * Faults: carries out what the rules decide. The dispatcher calls `beforeHandling` once per request, first thing, and
 * `send` for its answer; the upload transport asks for `uploadQuirks`. Without rules nothing here changes anything.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from '../http/answer.ts';
import { assertNever } from '../assert-never.ts';
import { makeFaultRegistry, type FaultRegistry } from './fault-registry.ts';
import type { At, FaultAction, FaultPlace, FaultRule, Cut } from './fault-rules.ts';
import {
  htmlAnswer,
  redirectAnswer,
  statusAnswer,
  writeRaw,
  wrongShapeAnswer,
} from './faulty-answers.ts';
import { pause, shapeResponse } from './shape-response.ts';
import type { Socket } from 'node:net';

/** What goes wrong in the resumable protocol itself, for one request. */
export interface UploadQuirks {
  readonly suppresses104: boolean;
  readonly late104Ms: number | null;
  readonly replays: boolean;
  /** Added to every offset that is reported, so that it is wrong. */
  readonly offsetShift: number;
  readonly foreignLocation: string | null;
  /** The upload is really thrown away and the request answered with this status. */
  readonly goneStatus: 404 | 410 | null;
}

export interface Exchange {
  readonly endpointName: FaultPlace;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Faults extends Omit<FaultRegistry, 'decide'> {
  /** `taken`: the exchange is over, the handler must not run. To be called before anything is awaited. */
  beforeHandling(exchange: Exchange): Promise<'continue' | 'taken'>;
  /** Sends the handler's answer through `write`, or something else instead. Resolves when that has begun. */
  send(
    endpointName: FaultPlace,
    request: IncomingMessage,
    response: ServerResponse,
    answer: Answer,
    write: () => void,
  ): Promise<void>;
  uploadQuirks(request: IncomingMessage): UploadQuirks;
}

/** `nowMs` serves only dates in Retry-After. Throws when a rule is not one. */
export function makeFaults(initial: readonly FaultRule[], nowMs: () => number = Date.now): Faults {
  const { decide, ...registry } = makeFaultRegistry();
  for (const rule of initial) registry.add(rule);
  /** Decided once, when the request came in: a rule added meanwhile waits for the next request. */
  const decisions = new WeakMap<IncomingMessage, readonly FaultAction[]>();
  const decided = (request: IncomingMessage) => decisions.get(request) ?? [];

  return {
    ...registry,

    async beforeHandling({ endpointName, request, response }) {
      const path = request.url ?? '/';
      const actions = decide({ place: endpointName, method: request.method ?? '', path });
      decisions.set(request, actions);
      for (const action of actions) watchBody(action, request);
      for (const action of actions) {
        if (action.kind === 'delay') await pause(action.ms, response);
        if (response.destroyed) return 'taken';
        if (replaceAnswer(action, 'before-handling', request, response, nowMs())) return 'taken';
        if (!('at' in action) || action.at !== 'after-body') continue;
        await throwAway(request);
        if (replaceAnswer(action, 'after-body', request, response, nowMs())) return 'taken';
      }
      return 'continue';
    },

    async send(_endpointName, request, response, answer, write) {
      for (const action of decided(request)) {
        if (action.kind === 'delay-answer') await pause(action.ms, response);
        if (response.destroyed) return;
        if (action.kind === 'wrong-shape') {
          return writeRaw(response, wrongShapeAnswer(action.shape, answer.status));
        }
        if (replaceAnswer(action, 'after-commit', request, response, nowMs())) return;
        shapeAnswer(action, request, response);
      }
      write();
    },

    uploadQuirks(request) {
      const actions = decided(request);
      const first = <Kind extends FaultAction['kind']>(kind: Kind) =>
        actions.find((action) => action.kind === kind) as
          | Extract<FaultAction, { kind: Kind }>
          | undefined;
      return {
        suppresses104: first('suppress-104') !== undefined,
        late104Ms: first('late-104')?.ms ?? null,
        replays: first('no-replay') === undefined,
        offsetShift: first('offset-shift')?.by ?? 0,
        foreignLocation: first('foreign-location')?.location ?? null,
        goneStatus: first('resource-gone')?.status ?? null,
      };
    },
  };
}

/** Resolves once the body has come, or the connection has ended. */
function throwAway(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  request.once('end', resolve).once('close', resolve).resume();
  return promise;
}

function watchBody(action: FaultAction, request: IncomingMessage): void {
  if (action.kind === 'drop-in-body') {
    const { afterBytes, how } = action;
    breakBody(request, { afterBytes, stopReading: false }, () => cutConnection(request, how));
  }
  if (action.kind === 'stop-reading') {
    breakBody(request, { afterBytes: action.afterBytes, stopReading: true }, () => undefined);
  }
}

/** True when the exchange is over: something else was sent, or nothing will be. */
function replaceAnswer(
  action: FaultAction,
  at: At,
  request: IncomingMessage,
  response: ServerResponse,
  nowMs: number,
): boolean {
  if (!('at' in action) || action.at !== at) return false;
  switch (action.kind) {
    case 'drop':
      request.resume();
      cutConnection(request, action.how);
      return true;
    case 'hang':
      return true;
    case 'garbage':
      writeGarbage(request.socket, action.bytes);
      return true;
    case 'html':
      writeRaw(response, htmlAnswer(action.status));
      return true;
    case 'redirect':
      writeRaw(response, redirectAnswer(action));
      return true;
    case 'status':
      writeRaw(response, statusAnswer(action, nowMs));
      return true;
    default:
      return assertNever(action);
  }
}

function shapeAnswer(
  action: FaultAction,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (action.kind === 'drip') {
    shapeResponse(response, { drip: action, cutAfterBytes: null, cut: () => undefined });
  }
  if (action.kind === 'cut-answer') {
    const cut = () => cutConnection(request, action.how);
    shapeResponse(response, { drip: null, cutAfterBytes: action.afterBytes, cut });
  }
}

/**
 * Closing with unread bytes makes the kernel send a reset; so after a FIN the rest is still read for so long.
 */
const LINGER_MS = 300;

/** The caller sees to it that the rest of the body is read and dropped. */
function cutConnection(request: IncomingMessage, how: Cut): void {
  const { socket } = request;
  if (how === 'rst') {
    socket.resetAndDestroy();
    return;
  }
  socket.end();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('end', () => socket.destroy());
}

/** Writes bytes that are no HTTP, then closes. */
function writeGarbage(socket: Socket, bytes: number): void {
  // Starts with a byte no status line starts with, and is the same every time.
  socket.end(Buffer.from(Array.from({ length: bytes }, (_, index) => (0x80 + index * 37) & 0xff)));
}

/**
 * A fault while a request's body arrives, between the HTTP parser and whoever reads the body.
 *
 * Lets `afterBytes` of the body through, then calls `broken` once and lets nothing more through. With `stopReading` the
 * connection is not read any more either (the parser stops reading when `push` answers false, and only a push lets it
 * go on), so that the sender runs into a full window.
 * To be called before anything of the body has been awaited.
 */
function breakBody(
  request: IncomingMessage,
  { afterBytes, stopReading }: { readonly afterBytes: number; readonly stopReading: boolean },
  broken: () => void,
): void {
  const push = request.push.bind(request);
  let passedBytes = request.readableLength;
  let isBroken = false;

  const breakNow = () => {
    isBroken = true;
    broken();
  };

  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (isBroken) return !stopReading;
    if (chunk === null || passedBytes + chunk.length < afterBytes) {
      passedBytes += chunk?.length ?? 0;
      return push(chunk, encoding);
    }
    push(chunk.subarray(0, afterBytes - passedBytes), encoding);
    breakNow();
    return !stopReading;
  };
  if (passedBytes >= afterBytes) breakNow();
}
