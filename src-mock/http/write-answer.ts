/** The only module that writes an answer to a socket. It never writes to a response that has begun. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Answer } from './answer.ts';

/** Sends the complete answer. Does nothing when the client has gone or an answer is already being sent. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  if (answer.status === 204) {
    response.writeHead(answer.status, { ...answer.headers });
    endAnswer(response, null);
    return;
  }
  const { type, bytes } = encode(answer.body);
  const length = { 'Content-Length': bytes.length };
  response.writeHead(answer.status, { 'Content-Type': type, ...answer.headers, ...length });
  endAnswer(response, bytes);
}

function encode(body: Answer['body']): { readonly type: string; readonly bytes: Buffer } {
  return Buffer.isBuffer(body)
    ? { type: 'application/octet-stream', bytes: body }
    : { type: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(body)) };
}

/**
 * Lets a client that is still sending see an answer that came early: bytes left unread when the connection closes would
 * make the kernel reset it, and the reset overtakes the answer. Bounded, because a refused client may go on for gigabytes.
 */
const MAX_DRAINED_BYTES = 64 * 1024 * 1024; // far more than the buffers between two kernels
const MAX_DRAINING_MS = 10_000;

/**
 * Sends the last bytes of an answer at once, and ends it when the request was read: Node closes a connection that is
 * not kept alive as soon as the answer has ended, whatever is still on its way to us.
 */
export function endAnswer(response: ServerResponse, bytes: Buffer | null): void {
  const request = response.req;
  if (request.complete || request.destroyed) {
    response.end(bytes ?? undefined);
    return;
  }
  if (bytes === null) response.flushHeaders();
  else response.write(bytes);
  drainRequest(request, () => response.end());
}

/** Reads and drops the rest of the body; cuts the connection when that takes too much or too long. */
function drainRequest(request: IncomingMessage, then: () => void): void {
  let drainedBytes = 0;
  let isOver = false;
  const cut = () => request.socket.destroy();
  const timer = setTimeout(cut, MAX_DRAINING_MS).unref();
  const over = () => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    then();
  };
  request.once('end', over).once('close', over);
  request.on('error', over); // the client hung up while being refused: nobody is left to tell
  request.on('data', (chunk: Buffer) => {
    drainedBytes += chunk.length;
    if (drainedBytes > MAX_DRAINED_BYTES) cut();
  });
  request.resume();
}

/**
 * The chunks of a body or of a part of one. Unlike plain `for await`, leaving the loop early does not destroy the
 * stream, so that an answer can still be sent. Throws when the stream breaks off.
 */
export function chunksOf(stream: Readable): AsyncIterable<Buffer> {
  return stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
}
