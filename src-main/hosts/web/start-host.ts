/**
 * The loopback face: serves the page and the contract on 127.0.0.1, to whoever has the key. It never listens anywhere
 * else and sends nothing on its own.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import { INBOX_NAME, PAGES_NAME } from '../../platform/data-folder.ts';
import type { ServeCall } from '../../use-cases/serve-calls.ts';
import { bindVerification } from '../../app/bind-verifying.ts';
import type { Engine } from '../../app/engine.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import { makeConnections } from './connections.ts';
import { type AnswerParts, makeAnswerRequest } from './answer-request.ts';
import { endLine } from './answer-headers.ts';
import { makeEventSockets } from './event-sockets.ts';
import { listPageFiles } from './page-files.ts';
import { keepPages, readPages } from './page-sessions.ts';
import { makeSessions } from './sessions.ts';

const LOOPBACK = '127.0.0.1';
const LONGEST_HEADERS_BYTES = 16_384;
const HEADERS_MS = 10 * SECOND_MS;
const IDLE_MS = 30 * SECOND_MS;
const REQUEST_MS = 10 * MINUTE_MS; // the largest file, copied from a page to a slow disk

/** What could not be read as a request, by Node's code. */
const STATUS_OF_LINE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_METHOD: 405,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

export interface HostParts {
  readonly engine: Pick<Engine, 'core' | 'feed' | 'snapshot'>;
  readonly serve: ServeCall;
  readonly clock: Clock;
  readonly ids: Ids;
  /** 0 takes that of the last time, or a free one. */
  readonly port: number;
  /** Absolute; what a page hands over is kept in its inbox. */
  readonly dataFolder: string;
  /** The folder of the built page. */
  readonly pageFolder: string;
  readonly keepError: (where: string, error: unknown) => string;
  /** The launch key was used: gets the address with the next one. Must not reject. */
  readonly addressChanged?: (address: string) => Promise<void>;
}

export type Host = Awaited<ReturnType<typeof startHost>>;

/** Rejects with the system's error when the port cannot be had. */
export async function startHost(parts: HostParts) {
  const { engine, clock, ids, dataFolder, keepError, addressChanged } = parts;
  const page = await listPageFiles(parts.pageFolder);
  const before = await readPages(dataFolder);
  const server = http.createServer({
    requireHostHeader: false, // refused by us, with our headers
    maxHeaderSize: LONGEST_HEADERS_BYTES,
    headersTimeout: HEADERS_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: SECOND_MS,
  });
  const port = await listenWhere(server, parts.port, before?.port ?? 0);
  const origin = `http://${LOOPBACK}:${port}`;
  const sessions = makeSessions({
    clock,
    ownPort: port,
    launchKeyUsed: async (next) => addressChanged?.(`${origin}/#${next}`),
    // Pages at another port cannot reach this one: whoever listens at theirs gets no session that opens anything here.
    kept: before?.port === port ? before.sessions : [],
    keep: async (kept) => {
      try {
        await keepPages(dataFolder, { port, sessions: kept });
      } catch (error) {
        keepError(PAGES_NAME, error); // a full disk keeps nobody from the page
      }
    },
  });
  /** Somebody signed out, `asker` on a page. Told at once: what a page asks with its old session is refused by now. */
  function endPages(asker?: string): Promise<void> {
    const { renewed, kept } = sessions.endAll(sockets.sessions(), asker);
    sockets.renew(renewed);
    return kept;
  }
  const connections = makeConnections();
  const { admit } = connections;
  const sockets = makeEventSockets({ engine, sessions, admit, clock });
  const savedCertificate: AnswerParts['savedCertificate'] = (form, asked) => {
    const account = engine.core.account();
    return account.ok ? account.value.certificates.saved(form, asked) : null;
  };
  const inbox = { folder: path.join(dataFolder, INBOX_NAME), ids };
  const { handed } = parts.engine.core.use(bindVerification);
  const answer = makeAnswerRequest({
    ...parts,
    sessions,
    admit,
    endPages,
    page,
    savedCertificate,
    inbox,
    handed,
  });
  server.on('connection', connections.add);
  // Without listeners of ours Node would answer an expectation before the request is judged.
  for (const event of ['request', 'checkContinue', 'checkExpectation'] as const) {
    server.on(event, (request, response) => void answer(request, response));
  }
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  server.on('connect', (_request, socket) => endLine(socket, 405));
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) =>
    endLine(socket, STATUS_OF_LINE[code] ?? 400),
  );

  return {
    /** Without a key. */
    origin,
    port,
    /** Good once, while the process lives. */
    launchKey: sessions.launchKey,
    /** Good once, within a minute. */
    oneTimeKey: () => sessions.oneTimeKey(),
    endPages,
    async close() {
      sockets.close();
      await sessions.close();
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const late = new AbortController();
      clock.sleep(SECOND_MS, late.signal).then(
        () => server.closeAllConnections(),
        () => undefined, // everybody left in time
      );
      await closed;
      late.abort();
    },
  };
}

/** Resolves to the port. `last` is tried when any port will do: open pages look for their host there. */
async function listenWhere(server: http.Server, wanted: number, last: number): Promise<number> {
  try {
    server.listen(wanted === 0 ? last : wanted, LOOPBACK);
    await once(server, 'listening');
  } catch (error) {
    if (wanted !== 0 || last === 0) throw error;
    return listenWhere(server, 0, 0); // somebody else has it
  }
  return (server.address() as AddressInfo).port;
}
