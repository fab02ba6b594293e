/**
 * One HTTP exchange with a large body, on node:http(s): nothing between us and the socket repeats a request, follows a
 * redirect or buffers the body. Expected ends are values; other modules decide what an end means for a charged request.
 */
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Clock } from '../../../platform/clock.ts';
import { KEEP_ALIVE_PROBE_MS, refuseUpgrade } from '../../../service/agents.ts';
import type { Result } from '../../../../src-shared/model/result.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../src-shared/model/text/time.ts';
import type { Bandwidth } from './bandwidth.ts';
import { makeStallWatch, type StallWatch } from '../../../service/call-limits.ts';
import type { WritePiece } from '../form/source-file.ts';
import { decodedContent } from '../../../service/json-text.ts';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** `write` and the signal live as long as the connection; ok: the whole body was handed over. */
export type WriteBody<BodyFault> = (
  write: WritePiece,
  signal: AbortSignal,
) => Promise<Result<null, BodyFault>>;

export interface Exchange<BodyFault> {
  readonly url: URL;
  readonly method: 'POST' | 'PATCH' | 'HEAD' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of this request's body: its Content-Length. */
  readonly bodyBytes: number;
  readonly writeBody: WriteBody<BodyFault> | null;
  /** The body waits for each of these: for its interim answer or its time, whichever comes first. */
  readonly bodyWaits: readonly InterimWait[];
  /** How long the service may stay silent once it has the body; derived from the body's size when absent. */
  readonly answerWithinMs?: number;
  readonly agent: http.Agent | https.Agent;
  readonly clock: Clock;
  /** The body's bytes leave no faster than this allows; its last piece is never held back. */
  readonly bandwidth?: Bandwidth | undefined;
  /**
   * True when the information shows that the service got further, which counts as movement. Anything else could repeat
   * for ever.
   */
  readonly onInformation?: (information: Information) => boolean;
  /** Body bytes given to the kernel so far, at most four times a second; nothing is known about their arrival. */
  readonly onProgress?: (writtenBytes: number) => void;
}

export interface InterimWait {
  readonly forStatuses: readonly number[];
  readonly atMostMs: number;
}

export interface Information {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
}

/** What was waited for when nothing moved any more. */
export type Phase = 'connect' | 'body' | 'answer';

/** How one HTTP exchange ended. Made by `send`; read by `next-step.ts`, which decides what follows. */
export type ExchangeEnd<BodyFault> =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /**
   * No answer can come any more. The error's code (errno, TLS, HPE_) says why; nothing had moved for `silentMs`.
   * `wasKept`: the connection had carried others, and may have ended long before.
   */
  | {
      readonly kind: 'broken';
      readonly error: Error;
      readonly silentMs: number;
      readonly wasKept: boolean;
    }
  | { readonly kind: 'stalled'; readonly phase: Phase }
  /** The body stopped by itself; the message was left incomplete. */
  | { readonly kind: 'body-stopped'; readonly fault: BodyFault }
  | { readonly kind: 'aborted' };

/** What `send` does, as a port. */
export type Send = <BodyFault>(
  exchange: Exchange<BodyFault>,
  signal: AbortSignal,
) => Promise<ExchangeEnd<BodyFault>>;

const CONNECT_LIMIT_MS = 30 * SECOND_MS;
const STILL_LIMIT_MS = MINUTE_MS;
const MIN_ANSWER_LIMIT_MS = 5 * MINUTE_MS;
const SLOWEST_SERVICE_BYTES_PER_SECOND = 5_000_000; // it may hash, store and record before it answers
const PROGRESS_EVERY_MS = 250;
/** A reason of our own: the default one is an error that captures a stack each time. */
const BODY_OVER = Symbol('the body is over');

/** How long the service may stay silent once it has a whole body of this size. */
export function answerLimitMs(bodyBytes: number): number {
  const workingMs = Math.ceil(bodyBytes / SLOWEST_SERVICE_BYTES_PER_SECOND) * SECOND_MS;
  return Math.max(MIN_ANSWER_LIMIT_MS, workingMs);
}

/** Sends once. Resolves with how it ended and never rejects because of the network; an abort ends the connection. */
export function send<BodyFault>(
  exchange: Exchange<BodyFault>,
  signal: AbortSignal,
): Promise<ExchangeEnd<BodyFault>> {
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  const { url, method, headers, bodyBytes, writeBody, bodyWaits, agent, clock } = exchange;
  const { answerWithinMs = answerLimitMs(bodyBytes) } = exchange;
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method,
      agent,
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        ...(writeBody === null ? {} : { 'content-length': String(bodyBytes) }),
      },
    });
    const bodyStop = new AbortController();
    let response: http.IncomingMessage | null = null;
    const watch = makeStallWatch<Phase | 'reading'>(clock, (phase) => {
      if (phase === 'reading') response?.destroy(); // its status line stays: the answer counts as broken off
      else end({ kind: 'stalled', phase });
    });
    const written = (writtenBytes: number): void => {
      watch.moved();
      progress(writtenBytes);
    };
    const pieces = makeWriter(request, written);
    const { bandwidth } = exchange;
    const writer =
      bandwidth === undefined
        ? pieces.write
        : holdBack(pieces.write, { bodyBytes, bandwidth, watch, stopped: bodyStop.signal });
    const progress = throttled(clock, exchange.onProgress);
    let isEnded = false;

    function stopBody(): void {
      bodyStop.abort(BODY_OVER);
      pieces.stop();
    }
    function end(how: ExchangeEnd<BodyFault>): void {
      if (isEnded) return;
      isEnded = true;
      watch.stop();
      stopBody();
      signal.removeEventListener('abort', onAbort);
      // A complete exchange leaves its connection to the agent; anything else must not send another byte.
      if (how.kind !== 'answered' || !request.writableFinished) request.destroy();
      resolve(how);
    }
    function onAbort(): void {
      end({ kind: 'aborted' });
    }
    signal.addEventListener('abort', onAbort, { once: true });

    async function sendBody(write: WriteBody<BodyFault>): Promise<void> {
      if (bodyWaits.length > 0) {
        request.flushHeaders();
        const pauses = bodyWaits.map((wait) =>
          interimOrPause(request, wait, clock, bodyStop.signal),
        );
        await Promise.all(pauses);
        if (bodyStop.signal.aborted) return;
      }
      watch.enter('body', STILL_LIMIT_MS);
      const handedOver = await write(writer, bodyStop.signal);
      if (bodyStop.signal.aborted) return; // ended, or answered before the end: that is the result
      if (!handedOver.ok) return end({ kind: 'body-stopped', fault: handedOver.fault });
      request.end();
      watch.enter('answer', answerWithinMs);
    }

    function connected(): void {
      if (isEnded) return;
      if (writeBody === null) {
        request.end();
        watch.enter('answer', answerWithinMs);
      } else {
        sendBody(writeBody).catch((error: unknown) => {
          reject(error); // a bug in the body, never the network: it must not be taken for an outcome
          end({ kind: 'aborted' });
        });
      }
    }

    watch.enter('connect', CONNECT_LIMIT_MS);
    request.setSocketKeepAlive(true, KEEP_ALIVE_PROBE_MS);
    onceConnected(request, connected);
    request.on('information', ({ statusCode, headers: informationHeaders }) => {
      const information = { status: statusCode, headers: informationHeaders };
      if (exchange.onInformation?.(information) === true) watch.moved();
    });
    request.on('response', (arriving) => {
      response = arriving;
      stopBody(); // an answer before the end: the rest of the body is not wanted
      watch.enter('reading', STILL_LIMIT_MS);
      void receiveAnswer(arriving).then((answer) => end({ kind: 'answered', answer }));
    });
    const broke = (error: Error): void => {
      const wasKept = request.reusedSocket;
      end({ kind: 'broken', error, silentMs: watch.silentMs(), wasKept });
    };
    request.on('error', (error) => {
      if (response === null) broke(error);
    });
    refuseUpgrade(request);
  });
}

/** Calls back when bytes can flow: TCP, and TLS if used, are set up. */
function onceConnected(request: http.ClientRequest, connected: () => void): void {
  request.once('socket', (socket) => {
    const isSecure = socket instanceof TLSSocket;
    const isReady = !socket.connecting && (!isSecure || socket.getPeerFinished() !== undefined);
    if (isReady) connected(); // a reused connection, or a tunnel that an agent has finished
    else socket.once(isSecure ? 'secureConnect' : 'connect', connected);
  });
}

/** Resolves with the first awaited interim answer, after the pause, or when stopped. */
async function interimOrPause(
  request: http.ClientRequest,
  waits: InterimWait,
  clock: Clock,
  stopped: AbortSignal,
): Promise<void> {
  const pause = new AbortController();
  const stopPause = (): void => pause.abort();
  const onInformation = ({ statusCode }: http.InformationEvent): void => {
    if (waits.forStatuses.includes(statusCode)) pause.abort();
  };
  request.on('information', onInformation);
  stopped.addEventListener('abort', stopPause, { once: true });
  try {
    await clock.sleep(waits.atMostMs, pause.signal);
  } catch (error) {
    if (!pause.signal.aborted) throw error;
  } finally {
    request.off('information', onInformation);
    stopped.removeEventListener('abort', stopPause);
  }
}

function throttled(clock: Clock, onProgress: Exchange<unknown>['onProgress']) {
  let nextAtMs = Number.NEGATIVE_INFINITY;
  return (writtenBytes: number): void => {
    const nowMs = clock.monotonicMs();
    if (onProgress === undefined || nowMs < nextAtMs) return;
    nextAtMs = nowMs + PROGRESS_EVERY_MS;
    onProgress(writtenBytes);
  };
}

/** How the pieces of a body reach the kernel: immediately, or no faster than a limit allows. */
function makeWriter(request: ClientRequest, onWritten: (writtenBytes: number) => void) {
  const waiting = new Set<() => void>();
  let isStopped = false;
  let writtenBytes = 0;
  return {
    /** Resolves when the kernel has the piece, or when the body is stopped. */
    write: (bytes: Uint8Array): Promise<void> => {
      if (isStopped) return Promise.resolve();
      return new Promise<void>((resolve) => {
        waiting.add(resolve);
        request.write(bytes, (error) => {
          if (error === null || error === undefined) {
            writtenBytes += bytes.byteLength;
            if (!isStopped) onWritten(writtenBytes);
          }
          waiting.delete(resolve);
          resolve();
        });
      });
    },
    /** Nothing is written any more, and no call waits. */
    stop(): void {
      isStopped = true;
      for (const release of waiting) release();
      waiting.clear();
    },
  };
}

/**
 * Lets pieces leave no faster than the limit allows. While nothing is with the kernel and the next piece waits for our
 * own limit, the peer cannot be stalled. A last piece with none before it is always sent: its closing bytes were
 * committed.
 */
function holdBack(
  write: WritePiece,
  parts: {
    readonly bodyBytes: number;
    readonly bandwidth: Bandwidth;
    readonly watch: Pick<StallWatch<string>, 'moved' | 'rest'>;
    readonly stopped: AbortSignal;
  },
): WritePiece {
  const { bodyBytes, bandwidth, watch, stopped } = parts;
  let seenBytes = 0;
  let withKernel = 0;
  /** The latest piece that is held back: nothing may overtake it. */
  let heldBack: Promise<unknown> | null = null;
  const restIfOurs = (): void => {
    if (heldBack !== null && withKernel === 0) watch.rest();
  };
  return async (bytes) => {
    seenBytes += bytes.byteLength;
    let turn: Promise<unknown> | null = null;
    if (seenBytes === bodyBytes && heldBack === null) bandwidth.spend(bytes.byteLength);
    else turn = bandwidth.take(bytes.byteLength, stopped);
    if (turn !== null || heldBack !== null) {
      const mine = Promise.all([heldBack, turn]);
      heldBack = mine;
      restIfOurs();
      await mine;
      if (heldBack === mine) heldBack = null;
      watch.moved(); // from now on we wait for the peer again
    }
    withKernel += 1;
    await write(bytes);
    withKernel -= 1;
    restIfOurs();
  };
}

// Reads an answer without trusting it: at most 1 MiB is kept, and a truncated answer is marked. It never rejects, because a
// status line that arrived is evidence even when the rest of the answer did not.

export const MAX_ANSWER_BYTES = 1_048_576; // the largest honest answer here is a few hundred bytes

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body as UTF-8, cut at `MAX_ANSWER_BYTES`. */
  readonly text: string;
  /** False: the answer broke off, was longer than we read, or cannot be decoded. */
  readonly isComplete: boolean;
}

function receiveAnswer(response: IncomingMessage): Promise<Answer> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let received = 0;
    let isDone = false;
    const done = (isComplete: boolean): void => {
      if (isDone) return;
      isDone = true;
      const { statusCode: status = 0, headers } = response;
      const bytes = Buffer.concat(pieces).subarray(0, MAX_ANSWER_BYTES);
      const content = decodedContent(bytes, headers['content-encoding'], MAX_ANSWER_BYTES);
      const text = (content ?? bytes).toString('utf8');
      resolve({ status, headers, text, isComplete: isComplete && content !== null });
    };
    response.on('data', (piece: Buffer) => {
      pieces.push(piece);
      received += piece.length;
      if (received <= MAX_ANSWER_BYTES) return;
      done(false);
      response.destroy();
    });
    response.on('end', () => done(response.complete));
    response.on('error', () => done(false)); // reset while answering: what came so far is all there is
    response.on('close', () => done(false));
  });
}
