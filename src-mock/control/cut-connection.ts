/** Ends a connection the way a fault asks for, so that the other side really sees a FIN or a reset. */
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
