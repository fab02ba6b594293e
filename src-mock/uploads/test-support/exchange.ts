/** One HTTP exchange from the client's side, over real sockets, with nothing hidden: interim answers and cuts included. */
import { request as startRequest, type ClientRequest, type IncomingHttpHeaders } from 'node:http';

export interface Exchanged {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
  readonly informed: readonly { readonly status: number; readonly headers: IncomingHttpHeaders }[];
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer | AsyncIterable<Buffer> | Iterable<Buffer>;
  /** Without the owner's token. */
  readonly anonymous?: boolean;
  /** Leaves the request open after the body: the test goes on by hand. */
  readonly open?: boolean;
}

export interface Running {
  readonly request: ClientRequest;
  readonly answer: Promise<Exchanged>;
  /** The first interim answer. */
  readonly informed: Promise<IncomingHttpHeaders>;
  /** Resolves once the connection is gone, whoever ended it. */
  readonly closed: Promise<void>;
}

export const OWNER = 'Bearer owner';

export function exchange(url: string, sending: Sending = {}): Promise<Exchanged> {
  return start(url, sending).answer;
}

/** Rejects `answer` when the connection breaks; a test that cuts on purpose ignores it. */
export function start(url: string, sending: Sending): Running {
  const { method = 'GET', headers = {}, body, open, anonymous } = sending;
  const informed: { status: number; headers: IncomingHttpHeaders }[] = [];
  const first = Promise.withResolvers<IncomingHttpHeaders>();
  const closed = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Exchanged>();
  answer.promise.catch(() => undefined);
  const request = startRequest(url, {
    method,
    agent: false,
    headers: { ...(anonymous === true ? {} : { Authorization: OWNER }), ...headers },
  });
  request.on('information', (information) => {
    informed.push({ status: information.statusCode, headers: information.headers });
    first.resolve(information.headers);
  });
  request.on('error', answer.reject);
  request.on('close', closed.resolve);
  request.on('response', (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('error', answer.reject);
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const { statusCode: status = 0, headers: answered } = response;
      answer.resolve({ status, headers: answered, bytes, text: bytes.toString('utf8'), informed });
    });
  });
  void send(request, body, open === true);
  return { request, answer: answer.promise, informed: first.promise, closed: closed.promise };
}

async function send(request: ClientRequest, body: Sending['body'], open: boolean): Promise<void> {
  if (body === undefined) {
    if (open) request.flushHeaders();
    else request.end();
    return;
  }
  for await (const chunk of Buffer.isBuffer(body) ? [body] : body) {
    if (request.destroyed) return;
    if (!request.write(chunk)) await drained(request);
  }
  if (!open) request.end();
}

function drained(request: ClientRequest): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      request.off('drain', over).off('close', over);
      resolve();
    };
    request.on('drain', over).on('close', over);
  });
}
