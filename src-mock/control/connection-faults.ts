/** Faults of the connection itself: a body that stops arriving, a FIN, a reset, bytes that are no HTTP. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Cut } from './fault-rules.ts';

/** Closing with unread bytes makes the kernel send a reset; so after a FIN the rest is still read for so long. */
const LINGER_MS = 300;

/** The caller sees to it that the rest of the body is read and dropped. */
export function cutConnection(request: IncomingMessage, how: Cut): void {
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
export function writeGarbage(socket: Socket, bytes: number): void {
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
export function breakBody(
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
