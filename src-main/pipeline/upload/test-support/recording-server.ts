/**
 * A service of bare sockets that keeps every byte it is sent and behaves as badly as a test asks. It knows just enough
 * HTTP to find the end of the head and of the body.
 */
import net from 'node:net';

export interface Visit {
  readonly socket: net.Socket;
  /** Request line and headers. */
  readonly head: string;
  readonly method: string;
  body(): Buffer;
  readonly bodyBytes: () => number;
  readonly announcedBytes: number;
  /** Writes a whole answer and closes. */
  answer(status: number, body: string | object, headers?: Record<string, string>): void;
}

export interface Behaviour {
  /** False: `Expect: 100-continue` is ignored. */
  readonly saysContinue?: boolean;
  readonly onHead?: (visit: Visit) => void;
  /** After each arrival of body bytes. */
  readonly onBytes?: (visit: Visit) => void;
  readonly onComplete?: (visit: Visit) => void;
}

export interface RecordingServer extends AsyncDisposable {
  readonly url: string;
  readonly completions: Visit[];
}

export async function startRecordingServer(behaviour: Behaviour): Promise<RecordingServer> {
  const completions: Visit[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy()); // the other side may break off: that is what tests are about
    hear(socket, behaviour, completions);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/projects/p1/files`,
    completions,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function hear(socket: net.Socket, behaviour: Behaviour, completions: Visit[]): void {
  let opening = Buffer.alloc(0);
  let visit: Visit | null = null;
  let isComplete = false;
  const pieces: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer, to: Visit): void => {
    pieces.push(piece);
    bytes += piece.length;
    if (piece.length > 0) behaviour.onBytes?.(to);
    if (isComplete || bytes < to.announcedBytes) return;
    isComplete = true;
    behaviour.onComplete?.(to);
  };
  socket.on('data', (data) => {
    if (visit !== null) return take(data, visit);
    opening = Buffer.concat([opening, data]);
    const end = opening.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = opening.subarray(0, end).toString('latin1');
    visit = {
      socket,
      head,
      method: head.slice(0, head.indexOf(' ')),
      body: () => Buffer.concat(pieces),
      bodyBytes: () => bytes,
      announcedBytes: Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0),
      answer: (status, body, headers = {}) => void socket.end(answerText(status, body, headers)),
    };
    completions.push(visit);
    behaviour.onHead?.(visit);
    if (/expect: 100-continue/i.test(head) && behaviour.saysContinue !== false) {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
    }
    take(opening.subarray(end + 4), visit);
  });
}

/** Does something once, when the first bytes of a body arrive. */
export function atFirstByte(act: (visit: Visit) => void): Behaviour {
  let isDone = false;
  return {
    onBytes(visit) {
      if (isDone) return;
      isDone = true;
      act(visit);
    },
  };
}

export function answerText(
  status: number,
  body: string | object,
  headers: Record<string, string> = {},
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    'content-type': typeof body === 'string' ? 'text/html' : 'application/json',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} Because`, ...lines, '', text].join('\r\n');
}
