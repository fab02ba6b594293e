/**
 * Why nothing came back from the service: the one table of causes, each with the party whose it is. Only what is sure from
 * the codes of the network is said; the words are in `words`. Stored in databases: a name is never used for something else.
 */

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
