/**
 * `/__mock/…`: turns the service's knobs from outside and looks behind it. Not part of the documented interface, and
 * only for programs on this computer: a web page must not be able to drive it, whatever host name it goes by.
 *
 * | Method, path                  | Sent         | Returned                                    |
 * |-------------------------------|--------------|---------------------------------------------|
 * | GET /__mock/readings          |              | the readings                                |
 * | PATCH /__mock/readings        | some of them | all of them                                 |
 * | GET /__mock/faults            |              | {faults, hits}: rules, and firings by id    |
 * | POST /__mock/faults           | a rule       | 201 {id}                                    |
 * | DELETE /__mock/faults[/{id}]  |              | 204; 404 for an id that is none             |
 * | GET /__mock/ledger            |              | the ledger                                  |
 * | GET /__mock/mails             |              | {mails}                                     |
 * | GET, DELETE /__mock/requests  |              | {requests}; 204 once forgotten              |
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { chunksOf, endAnswer } from '../http/write-answer.ts';
import { explainIssues } from './fault-file.ts';
import type { FaultRule } from './fault-rules.ts';
import type { Faults } from './faults.ts';
import type { Readings } from './readings.ts';
import type { RequestLog } from './request-log.ts';

export const CONTROL_PATH = '/__mock/';

export interface ControlParts {
  readonly faults: Pick<Faults, 'add' | 'remove' | 'clear' | 'list' | 'hits'>;
  /** `set` changes the named ones; it throws a ZodError when a value is not a reading. */
  readonly readings: {
    readonly get: () => Readings;
    readonly set: (change: Partial<Readings>) => Readings;
  };
  readonly ledger: () => object;
  readonly mails: () => readonly object[];
  readonly requests: Pick<RequestLog, 'list' | 'clear'>;
}

interface Reply {
  readonly status: number;
  readonly body: object | null;
}

const MAX_BODY_BYTES = 1024 * 1024;
const LOOPBACK_PEERS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/** Handles every request below `/__mock/`. It writes the answer itself, and rejects only for bugs. */
export async function handleControl(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ControlParts,
): Promise<void> {
  const { status, body } = isFromThisComputer(request)
    ? await replyTo(request, parts)
    : { status: 403, body: { error: 'only programs on this computer may come in here' } };
  const bytes = body === null ? null : Buffer.from(JSON.stringify(body));
  response.writeHead(status, {
    'Cache-Control': 'no-store',
    ...(bytes === null
      ? {}
      : { 'Content-Type': 'application/json', 'Content-Length': bytes.length }),
  });
  endAnswer(response, bytes);
}

async function replyTo(request: IncomingMessage, parts: ControlParts): Promise<Reply> {
  const { faults, readings, ledger, mails, requests } = parts;
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const faultId = /^\/__mock\/faults\/(.+)$/.exec(path)?.[1];
  try {
    if (faultId !== undefined && request.method === 'DELETE') {
      return faults.remove(decodeURIComponent(faultId)) ? DONE : missing('no such fault');
    }
    switch (`${request.method} ${path}`) {
      case 'GET /__mock/readings':
        return found(readings.get());
      case 'PATCH /__mock/readings':
        return found(readings.set((await readJson(request)) as Partial<Readings>));
      case 'GET /__mock/faults':
        return found({ faults: faults.list(), hits: faults.hits() });
      case 'POST /__mock/faults':
        return { status: 201, body: { id: faults.add((await readJson(request)) as FaultRule) } };
      case 'DELETE /__mock/faults':
        faults.clear();
        return DONE;
      case 'GET /__mock/ledger':
        return found(ledger());
      case 'GET /__mock/mails':
        return found({ mails: mails() });
      case 'GET /__mock/requests':
        return found({ requests: requests.list() });
      case 'DELETE /__mock/requests':
        requests.clear();
        return DONE;
      default:
        return missing('nothing here; see src-mock/control/control-endpoint.ts');
    }
  } catch (error) {
    if (error instanceof z.core.$ZodError) return refused(explainIssues(error));
    if (error instanceof SyntaxError || error instanceof URIError) return refused(error.message);
    if (error instanceof NotJson) return { status: error.status, body: { error: error.message } };
    throw error;
  }
}

const DONE: Reply = { status: 204, body: null };

function found(body: object): Reply {
  return { status: 200, body };
}

function missing(error: string): Reply {
  return { status: 404, body: { error } };
}

function refused(error: string): Reply {
  return { status: 400, body: { error } };
}

/**
 * The peer's address keeps other computers out; Origin and the JSON type (which a page may not send elsewhere without
 * asking first), the pages a person happens to have open. Host was judged before, as on every path.
 */
function isFromThisComputer({ socket, headers }: IncomingMessage): boolean {
  return (
    LOOPBACK_PEERS.has(socket.remoteAddress ?? '') &&
    headers.origin === undefined &&
    (headers['sec-fetch-site'] ?? 'none') === 'none'
  );
}

class NotJson extends Error {
  readonly status: 413 | 415;

  constructor(status: 413 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** What it returns is checked by the caller. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new NotJson(415, 'the body must be application/json');
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(request)) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new NotJson(413, `more than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
