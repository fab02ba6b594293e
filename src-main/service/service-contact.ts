/**
 * Whether the service can be reached. A request that is made anyway tells when it cannot. Then a bare connection, without
 * a request on it and without TLS, tells within seconds when it can be reached again, so that nobody asks the service for
 * that (docs/design.md). An answer is the better witness: a connection that was followed by another failure is not believed
 * until the service has answered.
 */
import net from 'node:net';
import {
  type ServiceFault,
  traitsOfCause,
  type UnavailableCause,
  type ServiceContact,
  UNKNOWN_CONTACT,
} from '../../src-shared/model/status/service-fault.ts';
import { SECOND_MS } from '../../src-shared/model/text/time.ts';
import type { EndpointName } from '../../src-shared/service/endpoints.ts';
import type { Clock } from '../platform/clock.ts';

// Together under three seconds, within which an outage and its end are said.
const FIRST_REST_MS = SECOND_MS / 2; // a connection that broke once says nothing
const REST_MS = SECOND_MS;
// Requests that began before the return may still end.
const FAILURES_UNTIL_DISBELIEF = 3;
const LONGEST_PROBE_MS = 1.5 * SECOND_MS;

export interface ContactPorts {
  readonly clock: Clock;
  /** Whether a connection can be made; null where a proxy stands between, whose connection says nothing. */
  readonly connects: ((signal: AbortSignal) => Promise<boolean>) | null;
  /** False while a person works offline: no connection is made then. */
  readonly mayProbe: () => boolean;
  readonly onChange: () => void;
}

export function makeContact({ clock, connects, mayProbe, onChange }: ContactPorts) {
  let contact: ServiceContact = UNKNOWN_CONTACT;
  /** Since a probe said that the service is back, without an answer between. */
  let failures = 0;
  /** What the service said to each kind of request that it refused since it carried one out. */
  let refusals: ReadonlyMap<EndpointName, string> = new Map();
  let probing: AbortController | null = null;
  const closing = new AbortController();

  function show(next: ServiceContact): void {
    if (contact.kind === next.kind && reasonOf(contact) === reasonOf(next)) return;
    contact = next;
    onChange();
  }

  async function probe(firstRestMs: number, away: Away, signal: AbortSignal): Promise<void> {
    for (let restMs = firstRestMs; ; restMs = REST_MS) {
      await clock.sleep(restMs, signal);
      if (!mayProbe()) continue;
      const isThere = connects !== null && (await connects(signal));
      signal.throwIfAborted();
      if (isThere) {
        if (contact.kind === 'away') show({ kind: 'back', sinceMs: clock.nowMs() });
        return;
      }
      if (contact.kind !== 'away') show(away);
    }
  }

  function begin(firstRestMs: number, why: UnavailableCause): void {
    if (probing !== null || closing.signal.aborted) return;
    const own = new AbortController();
    probing = own;
    const signal = AbortSignal.any([own.signal, closing.signal]);
    void probe(firstRestMs, { kind: 'away', sinceMs: clock.nowMs(), why }, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      })
      .finally(() => {
        if (probing === own) probing = null;
      });
  }

  return {
    now: () => contact,
    /** The service answered, whatever it said. */
    heard() {
      probing?.abort();
      probing = null;
      failures = 0;
      if (contact.kind === 'away') show({ kind: 'back', sinceMs: clock.nowMs() });
    },
    /** The service carried out what the account asked for. */
    allowed() {
      refusals = new Map();
      if (contact.kind === 'refusing') show(UNKNOWN_CONTACT);
    },
    /** It refused the account's request, in these words. */
    refused(name: EndpointName, serviceSays: string) {
      refusals = new Map([...refusals, [name, serviceSays]]);
      const names = [...refusals].flatMap(([each, words]) => (words === serviceSays ? [each] : []));
      if (isAccountRefused(names)) show({ kind: 'refusing', sinceMs: clock.nowMs(), serviceSays });
    },
    /** A request ended with this fault. */
    failed(fault: ServiceFault) {
      const why = unreachedBy(fault);
      if (why === null) return;
      if (contact.kind === 'away') {
        show({ ...contact, why });
        return;
      }
      if (contact.kind === 'back') failures += 1;
      if (connects !== null && failures < FAILURES_UNTIL_DISBELIEF) begin(FIRST_REST_MS, why);
      else show({ kind: 'away', sinceMs: clock.nowMs(), why });
    },
    /** The system says that its network has changed, or a person wants it tried: one look, at once. */
    check() {
      if (connects === null) return;
      probing?.abort(); // it may rest
      probing = null;
      begin(0, 'no-connection');
    },
    close: () => closing.abort(),
  };
}

/** Why nothing of a request came to the service; null: some did, or a person wants it so. */
function unreachedBy(fault: ServiceFault): UnavailableCause | null {
  if (fault.kind !== 'unavailable' || fault.why === 'working-offline') return null;
  return traitsOfCause(fault.why).reached === 'nothing' ? fault.why : null;
}

/** What every account may ask for about itself: whoever is refused this is not refused for a project or a file. */
const ABOUT_ITSELF: ReadonlySet<EndpointName> = new Set([
  'getCreditBalance',
  'downloadTransactions',
  'canCreateProject',
  'canInviteMember',
  'isAdmin',
  'listProjects',
  'listTags',
]);
const KINDS_OF_REQUESTS = 3;

/**
 * Whether requests that were all refused in the same words are about the account and not about what was asked for: how a
 * service refuses a suspended account is not documented. Pure.
 */
export function isAccountRefused(refused: readonly EndpointName[]): boolean {
  return refused.length >= KINDS_OF_REQUESTS && refused.some((name) => ABOUT_ITSELF.has(name));
}

type Away = Extract<ServiceContact, { kind: 'away' }>;

function reasonOf(contact: ServiceContact): string | null {
  if (contact.kind === 'refusing') return contact.serviceSays;
  return contact.kind === 'away' ? contact.why : null;
}

/** Makes a connection to the host of an origin and ends it at once; false when that fails or takes too long. */
export function connectsTo(origin: string): (signal: AbortSignal) => Promise<boolean> {
  const { hostname, port, protocol } = new URL(origin);
  const host = hostname.replace(/^\[|\]$/g, '');
  const usual = protocol === 'https:' ? 443 : 80;
  return (signal) =>
    new Promise((resolve) => {
      const socket = net.connect({ host, port: port === '' ? usual : Number(port) });
      const end = (isThere: boolean) => {
        signal.removeEventListener('abort', stop);
        socket.destroy();
        resolve(isThere);
      };
      const stop = () => end(false);
      signal.addEventListener('abort', stop, { once: true });
      socket.setTimeout(LONGEST_PROBE_MS, stop);
      socket.once('connect', () => end(true));
      socket.once('error', stop);
    });
}
