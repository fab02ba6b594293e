/**
 * Why a call to the service did not give its answer. Classified once, in src-main/service, where the status or the
 * errno is known; plain data, so that it survives a database, a clone and a log. Words are written by the faces.
 */
import type { Withheld } from '../people/session-view.ts';

// Why nothing came back: the one table of causes, each with the party whose it is. Only what is sure from
// the codes of the network is said; the words are in `words`. Stored in databases: a name is never used for something else.

/** Who has to act, or to be waited for. `line`: everything between this computer and the service but its proxy. */
export type Party = 'computer' | 'proxy' | 'line' | 'service';

interface CauseTraits {
  readonly party: Party;
  /** How far it came. `request`: bytes of the request may have left. */
  readonly reached: 'nothing' | 'handshake' | 'request';
  /** It does not end by waiting: somebody has to set something right. */
  readonly needsRepair: boolean;
}

const here = { party: 'computer', reached: 'nothing', needsRepair: false } as const;
const atProxy = { party: 'proxy', reached: 'nothing', needsRepair: false } as const;
const onLine = { party: 'line', reached: 'nothing', needsRepair: false } as const;
const insecure = { party: 'service', reached: 'handshake', needsRepair: true } as const;
const asked = { party: 'service', reached: 'request', needsRepair: false } as const;

export const CAUSES = {
  'working-offline': here, // a person wants it so
  blocked: { ...here, needsRepair: true }, // by a firewall of this computer
  'no-sockets': here, // the system opens no further connection
  'unknown-authority': { ...insecure, party: 'computer' },
  'early-certificate': { ...insecure, party: 'computer' }, // not valid yet, by this computer's clock

  'proxy-no-address': { ...atProxy, needsRepair: true },
  'proxy-no-connection': atProxy,
  'proxy-sign-in': { ...atProxy, needsRepair: true }, // 407
  'proxy-refused': { ...atProxy, needsRepair: true },
  'proxy-broken': atProxy,
  'proxy-insecure': { ...atProxy, needsRepair: true },

  'no-address': onLine, // DNS
  'no-network': onLine, // no name server, no route
  'broken-connection': { ...onLine, reached: 'request' }, // reset, closed
  'timed-out': { ...onLine, reached: 'request' },

  'no-connection': { ...asked, reached: 'nothing' }, // refused
  'proxy-cannot-reach': { ...asked, reached: 'nothing' }, // so says the proxy
  'not-http': asked, // bytes came, but no HTTP answer
  'not-tls': insecure,
  'old-tls': insecure, // 1.1 and older
  'expired-certificate': insecure,
  'other-name': insecure,
  'weak-certificate': insecure,
  'client-certificate': { ...insecure, reached: 'request' }, // TLS 1.3 says so after the request
  'refused-handshake': insecure,
  insecure, // any other failure of TLS
  'server-error': asked, // 5xx
} as const satisfies Readonly<Record<string, CauseTraits>>;

export type UnavailableCause = keyof typeof CAUSES;

export const UNAVAILABLE_CAUSES = Object.keys(CAUSES) as UnavailableCause[];

/** Widened, so that a trait can be asked of any cause. */
export function traitsOfCause(why: UnavailableCause): CauseTraits {
  return CAUSES[why];
}

/** Somebody beside this computer has to do something; otherwise waiting helps. */
export function isMendedHere(why: UnavailableCause): boolean {
  const { party, needsRepair } = traitsOfCause(why);
  return needsRepair || party === 'computer' || party === 'proxy';
}

/** Whether the service can be reached and lets the account in, as far as requests and probes have shown. */
export type ServiceContact =
  /** Nothing has failed so far; whether it would be reached now, nobody knows. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'away'; readonly sinceMs: number; readonly why: UnavailableCause }
  /** It was away, and connections can be made again since then. */
  | { readonly kind: 'back'; readonly sinceMs: number }
  /** It is reached, and refuses the account whatever is asked, always in these words. */
  | { readonly kind: 'refusing'; readonly sinceMs: number; readonly serviceSays: string };

export const UNKNOWN_CONTACT: ServiceContact = { kind: 'unknown' };

export type ServiceFault =
  /** The service said no (400, 402, any other 4xx). `serviceSays` are its own words. */
  | { readonly kind: 'refused'; readonly status: number; readonly serviceSays: string | null }
  /** No token, an expired one, or a 401. */
  | {
      readonly kind: 'not-signed-in';
      readonly serviceSays: string | null;
      /** The session did not end: its token cannot be had now. */
      readonly withheld?: Withheld;
    }
  | { readonly kind: 'forbidden'; readonly serviceSays: string | null }
  | {
      readonly kind: 'not-found';
      readonly serviceSays: string | null;
      /** What is missing where nothing in particular was asked about: the balance, or any page of a service. */
      readonly lacks?: 'balance' | 'service';
    }
  | { readonly kind: 'too-large'; readonly serviceSays: string | null }
  /** 429. `retryAfterMs` is null when the service named no time. */
  | { readonly kind: 'throttled'; readonly retryAfterMs: number | null }
  /** Nothing reached the service, or it answered 5xx before acting could matter. */
  | {
      readonly kind: 'unavailable';
      readonly why: UnavailableCause;
      readonly status: number | null;
      readonly retryAfterMs: number | null;
      /** Who was asked, where no answer came. */
      readonly address?: string;
      /** A partial outage: other requests are answered. */
      readonly isPartial?: true;
      /** It befell a question whether the session still holds: the request itself was not sent. */
      readonly isUnsent?: true;
    }
  /** Something answered that is not the service: a portal's HTML page, a redirect, text that does not parse. */
  | {
      readonly kind: 'not-the-service';
      readonly what: 'html' | 'redirect' | 'unreadable';
      /** The field whose value is not as documented, in an answer that is the service's otherwise. */
      readonly field?: string;
    }
  /** The request may have been carried out; only looking can tell. Never for reads. */
  | { readonly kind: 'unknown-outcome'; readonly why: UnavailableCause | 'unreadable-answer' }
  /** The same of what costs credits: the answer denies it, which it may also do after the deed. */
  | { readonly kind: 'unknown-outcome'; readonly why: 'denied'; readonly denial: DenyingAnswer };

/** An answer that denies a request. */
export interface DenyingAnswer {
  /** Of the answer, or of the envelope in it. */
  readonly status: number;
  /** What it means if nothing was carried out. */
  readonly fault: ServiceFault;
}

/** The service said no to this request; any other fault says nothing about it. */
export type Refusal = Extract<
  ServiceFault,
  { kind: 'refused' | 'forbidden' | 'not-found' | 'too-large' }
>;

/** What an answer says to all requests, whatever became of its own. */
export function answeredFault(fault: ServiceFault): ServiceFault {
  return fault.kind === 'unknown-outcome' && fault.why === 'denied' ? fault.denial.fault : fault;
}

/** The fault of a question about the session, as that of the request that waited for it. */
export function unsent(fault: ServiceFault): ServiceFault {
  return fault.kind === 'unavailable' ? { ...fault, isUnsent: true } : fault;
}

/** It may be a fault of the one thing that was asked about, or of the service as a whole: other requests tell. */
export function mayBeOfOneThing(fault: ServiceFault): boolean {
  if (fault.kind === 'not-the-service') return true;
  if (fault.kind !== 'unavailable') return false;
  return traitsOfCause(fault.why).reached === 'request';
}

/** The service answers that it failed, and asks for no pause. */
export function isFailureAnswer(fault: ServiceFault): boolean {
  return fault.kind === 'unavailable' && (fault.status ?? 0) >= 500 && fault.retryAfterMs === null;
}

const REFUSED_STATUS = { forbidden: 403, 'not-found': 404, 'too-large': 413 } as const;

export function isRefusal(fault: ServiceFault): fault is Refusal {
  return fault.kind === 'refused' || fault.kind in REFUSED_STATUS;
}

export function statusOfRefusal(fault: Refusal): number {
  return fault.kind === 'refused' ? fault.status : REFUSED_STATUS[fault.kind];
}

/** A refusal by its status. */
export function refusalOf(status: number, serviceSays: string | null): Refusal {
  if (status === 403) return { kind: 'forbidden', serviceSays };
  if (status === 404) return { kind: 'not-found', serviceSays };
  if (status === 413) return { kind: 'too-large', serviceSays };
  return { kind: 'refused', status, serviceSays };
}
