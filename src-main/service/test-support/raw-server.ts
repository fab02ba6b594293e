/** A server made of bytes: says whatever a test needs, however wrong, and keeps what it was sent. */
import * as net from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';

export interface RawServer {
  readonly port: number;
  readonly origin: string;
  /** Complete requests as text, in the order they came. */
  readonly requests: string[];
  /** Connections made so far, with or without a request. */
  connections(): number;
}

/** Listens on 127.0.0.1 until the test ends. `answer` runs once for each complete request. */
export async function startRawServer(
  answer: (socket: net.Socket, request: string) => void,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<net.Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let received = '';
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy()); // the client may leave in the middle of anything
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (!isComplete(received)) return;
      const request = received;
      received = '';
      requests.push(request);
      answer(socket, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as net.AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, requests, connections: () => connections };
}

function isComplete(request: string): boolean {
  const headEnd = request.indexOf('\r\n\r\n');
  if (headEnd < 0) return false;
  const length = Number(/^content-length: *(\d+)/im.exec(request)?.[1] ?? 0);
  return request.length >= headEnd + 4 + length;
}

/** One whole HTTP/1.1 answer. `headers` come after the usual ones. */
export function httpAnswer(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const bytes = Buffer.from(body as Uint8Array);
  const head = [
    `HTTP/1.1 ${status} X`,
    `Content-Length: ${bytes.length}`,
    'Connection: close',
    ...Object.entries({ 'Content-Type': 'application/json', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

/** A server that gives every request the same answer. */
export function startSameAnswer(answer: string | Uint8Array): Promise<RawServer> {
  return startRawServer((socket) => socket.end(answer));
}

/** `megabytes` of spaces between two brackets, as a few kilobytes of gzip. */
export function gzipBomb(megabytes: number): Uint8Array {
  return gzipSync(`[${' '.repeat(megabytes * 1_000_000)}]`);
}
