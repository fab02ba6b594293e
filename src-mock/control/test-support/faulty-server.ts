/** A small service with faults in front: it counts what it handled, and echoes how much came. */
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { listen } from '../../uploads/test-support/upload-server.ts';
import type { FaultRule } from '../fault-rules.ts';
import { makeFaults, type Faults } from '../faults.ts';

export interface FaultyServer {
  readonly url: string;
  readonly faults: Faults;
  /** Bytes of each body that was received completely; a handler that ran has an entry. */
  readonly handled: number[];
  /** Bytes of bodies that broke off. */
  readonly broken: number[];
}

export const ANSWER = { message: 'done', padding: 'x'.repeat(1_000) };

export async function startFaultyServer(
  rules: readonly FaultRule[] = [],
  nowMs?: () => number,
): Promise<FaultyServer> {
  const faults = makeFaults(rules, nowMs);
  const handled: number[] = [];
  const broken: number[] = [];
  const server = createServer((request, response) => {
    const serve = async (): Promise<void> => {
      const exchange = { endpointName: 'uploadPublicFile', request, response } as const;
      if ((await faults.beforeHandling(exchange)) === 'taken') return;
      let bytes = 0;
      request.on('data', (chunk: Buffer) => (bytes += chunk.length));
      const isWhole = await new Promise<boolean>((resolve) => {
        request.once('end', () => resolve(true)).once('error', () => resolve(false));
      });
      (isWhole ? handled : broken).push(bytes);
      if (!isWhole) return;
      await faults.send(
        'uploadPublicFile',
        request,
        response,
        { status: 201, body: ANSWER },
        () => {
          response.writeHead(201, { 'Content-Type': 'application/json' });
          response.end(JSON.stringify(ANSWER));
        },
      );
    };
    serve().catch((error: unknown) => response.destroy(error as Error));
  });
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}/files?x=1`, faults, handled, broken };
}

/** Sends raw bytes and tells everything that came back, and how the connection ended. */
export function talk(
  url: string,
  bytes: string | Buffer,
): Promise<{ text: string; ended: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  let ended = 'fin';
  socket.on('data', (chunk) => chunks.push(chunk));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    ended = error.code ?? 'error';
  });
  socket.write(bytes);
  return new Promise((resolve) => {
    socket.on('close', () => resolve({ text: Buffer.concat(chunks).toString('latin1'), ended }));
  });
}
