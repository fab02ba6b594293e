/**
 * The only module that sets up connections to the service, for JSON calls and uploads alike. TLS is verified against
 * the bundled, the system's and the institution's authorities; nothing here can relax that.
 */
import { readFile } from 'node:fs/promises';
import * as http from 'node:http';
import type { Agent, ClientRequest } from 'node:http';
import type * as https from 'node:https';
import type * as tls from 'node:tls';
import type { TLSSocket } from 'node:tls';
import { onFirstUse } from '../../src-shared/model/on-first-use.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { Clock } from '../platform/clock.ts';
import type { BaseAddress } from './base-address.ts';
import { AtProxy } from './network-error.ts';
import type { Duplex } from 'node:stream';
import net, { isIP, type Socket } from 'node:net';

/** NAT boxes drop idle connections while the service works. */
export const KEEP_ALIVE_PROBE_MS = 15 * SECOND_MS;

/** What the surroundings say about the network. The host reads it; this module reads no environment. */
export interface NetworkSurroundings {
  /** Of https; null without one. */
  readonly proxy: Proxy | null;
  /** Hosts that are reached without it, as `NO_PROXY` names them. */
  readonly noProxy: string | null;
  /** Further certificate authorities as PEM texts, see `readExtraAuthorities`. */
  readonly extraAuthorities: readonly string[];
}

/**
 * Agents for one service. What changes something gets a fresh connection: on a reused one a reset can mean that the
 * server had closed it long before, and then nobody can say whether a paid request was carried out. A form's last bytes
 * leave only after all others were accepted, so a dead connection mostly shows before them; otherwise the outcome is
 * searched for as after any lost answer. A question is simply asked again. Without a clock the idle time of a connection
 * is unknown: everything gets fresh ones.
 */
export function makeAgents(
  address: BaseAddress,
  surroundings: NetworkSurroundings,
  clock: Clock | null = null,
) {
  const proxied = address.isLoopback ? {} : { proxyEnv: proxyEnvOf(surroundings) };
  const secureContext = makeSecureContext(surroundings);

  function agentOf(scheme: Scheme, connections: http.AgentOptions): AnyAgent {
    if (scheme === 'http') return new http.Agent({ ...connections, ...proxied });
    const { Agent: Secure } = process.getBuiltinModule('node:https');
    return connecting(new Secure({ ...connections, ...proxied }), {
      past: new Secure(connections),
      isPast: (host, port) => isExempt(host, port, surroundings.noProxy),
      secureContext,
    });
  }

  function agentsOf(scheme: Scheme) {
    const keeping = (longestMs: number) =>
      agentOf(scheme, {
        keepAlive: true,
        timeout: longestMs,
        keepAliveMsecs: KEEP_ALIVE_PROBE_MS, // as each form asks: another value would be set to and fro, at a call each
      });
    const forms = keeping(LONGEST_REST_MS);
    const questions = keeping(LONGEST_FREE_REST_MS);
    return {
      fresh: agentOf(scheme, { keepAlive: false }),
      forms,
      questions,
      formReuse: clock && watchReuse(forms, clock),
      rest: clock && watchRest(questions, clock, LONGEST_FREE_REST_MS),
    };
  }

  /** Made with the first request: many a command makes none, and TLS alone takes ten milliseconds to load. */
  const made = new Map<Scheme, ReturnType<typeof agentsOf>>();
  function agentsFor({ protocol }: URL) {
    const scheme = protocol === 'https:' ? 'https' : 'http';
    const agents = made.get(scheme) ?? agentsOf(scheme);
    made.set(scheme, agents);
    return agents;
  }

  return {
    /** Every request gets a fresh connection. */
    fresh: (url: URL): AnyAgent => agentsFor(url).fresh,
    /** No proxy may be used, whatever axios would find in the environment by itself. */
    isDirect: address.isLoopback,
    /** For a form: its connection may be the one that has just carried another form and its answer. */
    forForm: (url: URL): AnyAgent => {
      const { formReuse, forms, fresh } = agentsFor(url);
      return formReuse?.mayReuse() === true ? forms : fresh;
    },
    /** For what may be sent again if its connection breaks: that may be one that has rested. */
    forQuestion: (url: URL): AnyAgent => {
      const { rest, questions, fresh } = agentsFor(url);
      rest?.closeStale();
      return rest === null ? fresh : questions;
    },
    /** Closes what rests, and after its answer what is in use: nobody else shall follow on it. */
    closeKept() {
      for (const { formReuse, rest } of made.values()) {
        formReuse?.closeAll();
        rest?.closeAll();
      }
    },
    /** Closes what is still open. */
    destroy() {
      for (const { fresh, forms, questions } of made.values()) {
        for (const agent of [fresh, forms, questions]) agent.destroy();
      }
    },
  };
}

export type Agents = ReturnType<typeof makeAgents>;

type AnyAgent = http.Agent | https.Agent;
type Scheme = 'http' | 'https';

function proxyEnvOf({ proxy }: NetworkSurroundings): Record<string, string> {
  return proxy === null ? {} : { HTTPS_PROXY: proxy.href };
}

/**
 * One context for all connections, made with the first: reading some 300 authorities takes a tenth of a second, and many
 * a command makes no connection.
 */
function makeSecureContext({ extraAuthorities }: NetworkSurroundings): () => tls.SecureContext {
  return onFirstUse(() => {
    const { createSecureContext, getCACertificates } = process.getBuiltinModule('node:tls');
    const known = [...getCACertificates('bundled'), ...getCACertificates('system')];
    return createSecureContext({
      ca: [...new Set([...known, ...extraAuthorities])],
      minVersion: 'TLSv1.2',
    });
  });
}

interface Connecting {
  /** Makes connections past the proxy, and for whom. */
  readonly past: https.Agent;
  readonly isPast: (host: string, port: number) => boolean;
  readonly secureContext: () => tls.SecureContext;
}

function connecting(agent: https.Agent, { past, isPast, secureContext }: Connecting): https.Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (options, made) => {
    const trusted = { ...options, secureContext: secureContext() };
    if (isPast(options.host ?? '', Number(options.port))) {
      return past.createConnection(trusted, made);
    }
    // Called back for a tunnel alone: until it stands, for what was returned.
    const first = connect(trusted, (error, socket) =>
      made?.(error !== null && socket === first ? new AtProxy(error) : error, socket),
    );
    return first;
  };
  return agent;
}

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export type AuthoritiesFault =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'no-certificate' };

/**
 * Reads the file that `NODE_EXTRA_CA_CERTS` names. We read it ourselves because Electron ignores the variable, and
 * we say so when it cannot be read: silence would look like a broken service.
 */
export async function readExtraAuthorities(
  path: string,
): Promise<Result<readonly string[], AuthoritiesFault>> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    return fail({ kind: 'unreadable' });
  }
  const found = text.match(PEM_CERTIFICATE) ?? [];
  return found.length > 0 ? ok(found) : fail({ kind: 'no-certificate' });
}

/** Common servers keep an idle connection for five seconds and longer; one that does not is detected once. */
export const LONGEST_REST_MS = SECOND_MS;

/** Probes keep a resting connection known to the boxes in between. A server that keeps it shorter mostly says so. */
export const LONGEST_FREE_REST_MS = 30 * SECOND_MS;

interface BriefReuse extends Pick<RestingConnections, 'closeAll'> {
  /** Call it before each request: closes connections that idled too long. False: use another agent. */
  mayReuse(): boolean;
}

/**
 * Lets a connection that has just carried a form and its answer carry the next form too: that saves one round trip, and
 * more with TLS. Once a connection broke that way, none is used twice any more. Nothing here sends anything again.
 */
function watchReuse(agent: Agent, clock: Clock): BriefReuse {
  let isTrusted = true;
  const rest = watchRest(agent, clock, LONGEST_REST_MS);
  const broke = (): void => {
    isTrusted = false;
  };

  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    reuse(socket, request);
    // What this side ends, a cancelled upload, is neither.
    for (const event of ['end', 'error']) socket.once(event, broke);
    request.once('response', () => {
      for (const event of ['end', 'error']) socket.off(event, broke);
    });
  };

  return {
    closeAll: () => rest.closeAll(),
    mayReuse() {
      if (isTrusted) rest.closeStale();
      else rest.closeAll();
      return isTrusted;
    },
  };
}

type RestingConnections = ReturnType<typeof watchRest>;

/**
 * Which kept connections of an agent may be used again: those that have rested briefly and that nobody has given up. The
 * other side, or a box in between, may forget a connection that rests without our knowing.
 */
function watchRest(agent: Agent, clock: Clock, longestMs: number) {
  const since = new WeakMap<Duplex, { readonly wallMs: number; readonly steadyMs: number }>();
  const givenUp = new WeakSet<Duplex>();
  const keep = agent.keepSocketAlive.bind(agent);
  agent.keepSocketAlive = (socket) => {
    if (givenUp.has(socket)) return false;
    since.set(socket, { wallMs: clock.nowMs(), steadyMs: clock.monotonicMs() });
    return keep(socket);
  };

  /** By both clocks: while a computer sleeps only the one on the wall goes on. */
  function isFresh(socket: Duplex): boolean {
    const rest = since.get(socket);
    if (rest === undefined) return false;
    const restedMs = [clock.nowMs() - rest.wallMs, clock.monotonicMs() - rest.steadyMs];
    return restedMs.every((ms) => ms >= 0 && ms < longestMs);
  }

  return {
    /** Call it before each request: closes what has rested for `longestMs`, by whichever clock. */
    closeStale() {
      for (const socket of socketsIn(agent.freeSockets)) if (!isFresh(socket)) socket.destroy();
    },
    /** Closes what rests; what is in use is closed once it has answered. */
    closeAll() {
      for (const socket of socketsIn(agent.sockets)) givenUp.add(socket);
      for (const socket of socketsIn(agent.freeSockets)) socket.destroy();
    },
  };
}

function socketsIn(byName: Agent['sockets']): readonly Duplex[] {
  return Object.values(byName).flatMap((some) => some ?? []);
}

/**
 * Ends a request with an error when the other side changes the protocol, which nobody asks for here: Node closes such a
 * connection without a word, and whoever waits for an answer would wait for as long as they may.
 */
export function refuseUpgrade(request: ClientRequest): void {
  request.on('upgrade', (_answer, socket) => {
    socket.destroy();
    const error = new Error('the other side changed the protocol');
    request.emit('error', Object.assign(error, { code: 'HPE_UNWANTED_UPGRADE' }));
  });
}

/** Calls back when the connection of a request stands: from then on bytes may reach the service. */
export function onceUp(request: ClientRequest, isUp: () => void): void {
  request.once('socket', (socket) => {
    if (isSecure(socket)) {
      if (socket.authorized) isUp();
      else socket.once('secureConnect', isUp);
    } else if (socket.connecting) socket.once('connect', isUp);
    else isUp();
  });
}

function isSecure(socket: Socket): socket is TLSSocket {
  return 'encrypted' in socket;
}

/**
 * The proxy that the surroundings name, and the hosts that are reached without it. Both are read as curl reads them, so that a
 * variable means one thing to all programs of a computer; what cannot be read is refused, never passed over.
 */
export interface Proxy {
  /** As Node understands it. A secret where it holds a password. */
  readonly href: string;
  /** Host and port, for people. */
  readonly host: string;
}

const PORTS = { http: 80, https: 443 } as const; // curl's 1080, for SOCKS, is nobody else's

/** The scheme may be left out. A name or a password may hold the backslash of a domain; a second @ would be a guess. */
const WRITTEN = /^(?:(https?):\/\/)?(?:([^@/]*)@)?([^@/\\?#\s]+)\/?$/i;

/** Null: not the address of an HTTP proxy. SOCKS is none. */
export function parseProxy(text: string): Proxy | null {
  const [, written = 'http', credentials, place] = WRITTEN.exec(text.trim()) ?? [];
  const scheme = written.toLowerCase() === 'https' ? 'https' : 'http';
  if (place === undefined || !URL.canParse(`${scheme}://${place}`)) return null;
  const { host, port } = new URL(`${scheme}://${place}`);
  const encoded = credentials === undefined ? '' : encode(credentials);
  if (encoded === null) return null;
  return {
    href: `${scheme}://${encoded}${host}`,
    host: port === '' ? `${host}:${PORTS[scheme]}` : host,
  };
}

/** Percent signs that encode nothing stand for themselves. Null: what they encode is not UTF-8. */
function encode(credentials: string): string | null {
  const [name = '', ...password] = credentials.split(':');
  try {
    const [first, second] = [name, password.join(':')].map((part) =>
      encodeURIComponent(decodeURIComponent(part.replaceAll(/%(?![\da-f]{2})/gi, '%25'))),
    );
    return `${first}:${second}@`;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** Whether a service is reached without any proxy that is set: one on this computer always is. */
export function isReachedDirectly(
  { origin, isLoopback }: BaseAddress,
  noProxy: string | null,
): boolean {
  const { hostname, port } = new URL(origin);
  return isLoopback || isExempt(hostname, Number(port || PORTS.https), noProxy);
}

/**
 * Whether a host is reached without the proxy, by the value of `NO_PROXY`: domains with all that is below them, addresses,
 * ranges such as 10.0.0.0/8, or *. Besides what curl knows, `host:port` and `*.domain` mean what they say.
 */
export function isExempt(host: string, port: number, noProxy: string | null): boolean {
  const asked = host.replaceAll(/^\[|\]$|\.$/g, '').toLowerCase();
  return (noProxy ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => names(entry, asked, port));
}

function names(entry: string, host: string, port: number): boolean {
  if (entry === '*' || entry === `${host}:${port}`) return true;
  if (isIP(host) !== 0) return entry === host || entry === `[${host}]` || isWithin(entry, host);
  if (entry.startsWith('*.')) return host.endsWith(entry.slice(1));
  const domain = entry.replaceAll(/^\.|\.$/g, '');
  return domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isWithin(range: string, address: string): boolean {
  const [network = '', bits = ''] = range.split('/');
  const version = isIP(address);
  if (isIP(network) !== version || !/^\d{1,3}$/.test(bits)) return false;
  if (Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const list = new net.BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(address, family);
}
