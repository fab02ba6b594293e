/** Names the cause of an exchange that ended without an answer, from what Node, OpenSSL and axios say. */
import { CAUSES, type UnavailableCause } from '../../src-shared/model/status/service-fault.ts';

/** Our own limits on an exchange; see `call-limits.ts`. */
export class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

/** It happened on the way to the proxy, or there: before any byte went on to the service. */
export class AtProxy extends Error {
  constructor(cause: Error) {
    super('the proxy', { cause });
  }
}

/** The first that matches. OpenSSL is known by its words, which follow the code. */
const BY_CODE: readonly (readonly [RegExp, UnavailableCause])[] = [
  [/^(ENOTFOUND|ENODATA|EAI_(?!AGAIN).+)$/, 'no-address'],
  [/^(EAI_AGAIN|ENET(UNREACH|DOWN)|EADDRNOTAVAIL)$/, 'no-network'],
  [/^(ECONNREFUSED|EHOST(UNREACH|DOWN))$/, 'no-connection'],
  [/^(EACCES|EPERM)$/, 'blocked'],
  [/^(EMFILE|ENFILE|ENOBUFS|ENOMEM)$/, 'no-sockets'],
  // An end in the middle of the headers is a cut; everything else that the parser refuses are bytes of something else.
  [/^HPE_(?!INVALID_EOF_STATE$)/, 'not-http'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/, 'timed-out'],

  [/^CERT_HAS_EXPIRED$/, 'expired-certificate'],
  [/^CERT_NOT_YET_VALID$/, 'early-certificate'],
  [/^(ERR_TLS_CERT_ALTNAME_.+|HOSTNAME_MISMATCH)$/, 'other-name'],
  [
    /^(UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)_.+|.*SELF_SIGNED_CERT.*|CERT_UNTRUSTED)$/,
    'unknown-authority',
  ],
  [/TOO_(WEAK|SMALL)/, 'weak-certificate'],
  [/CERTIFICATE_REQUIRED/, 'client-certificate'],
  [/PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW/, 'old-tls'],
  [/WRONG_VERSION_NUMBER|HTTP_REQUEST|PACKET_LENGTH_TOO_LONG/, 'not-tls'],
  [/BAD_RECORD_MAC|DECRYPTION_FAILED|UNEXPECTED_EOF/, 'broken-connection'], // long after the handshake
  [/HANDSHAKE_FAILURE|_ALERT_/, 'refused-handshake'],
  [
    /^(CERT_.+|CRL_.+|.*_CERT(_.+|IFICATE)?|UNABLE_TO_.+|ERROR_IN_.+|ERR_TLS_.+|ERR_SSL_.+|ERR_OSSL_.+|EPROTO|UNSPECIFIED|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)/,
    'insecure',
  ],
];

/**
 * The cause, or null when the error is not about the network at all: a bug, which the caller must let through.
 * Any other code (ECONNRESET, EPIPE, a stream that ended early) is a broken connection.
 */
export function causeOfError(error: unknown): UnavailableCause | null {
  const found = innermost(error, false);
  if (found === null) return null;
  const said = wordsOf(found.error);
  const why = BY_CODE.find(([pattern]) => pattern.test(said))?.[1] ?? 'broken-connection';
  return found.isAtProxy ? causeAtProxy(why, statusOf(found.error)) : why;
}

/** What the network calls it, for support: its own code, and where that says nothing, its words. Null: a bug. */
export function networkCode(error: unknown): string | null {
  const found = innermost(error, false)?.error;
  if (found === undefined) return null;
  const status = statusOf(found);
  if (status !== null) return `${found.code} ${status}`;
  return found.code === 'UNSPECIFIED' ? found.message : found.code;
}

/** `status`: how the proxy answered that it connects to nothing; null: it did not answer. */
function causeAtProxy(why: UnavailableCause, status: number | null): UnavailableCause {
  if (status === 407) return 'proxy-sign-in';
  if (status !== null) return status >= 500 ? 'proxy-cannot-reach' : 'proxy-refused';
  if (why === 'no-address') return 'proxy-no-address';
  if (why === 'no-connection' || why === 'timed-out') return 'proxy-no-connection';
  if (why === 'not-tls' || CAUSES[why].reached === 'request') return 'proxy-broken';
  return CAUSES[why].reached === 'handshake' ? 'proxy-insecure' : why;
}

type Coded = Error & { readonly code: string };

function isCoded(error: Error): error is Coded {
  return 'code' in error && typeof error.code === 'string';
}

/** Of an unreachable address of two the other one says more: many a network has no IPv6. */
const SAYS_LITTLE = /^(ENETUNREACH|EADDRNOTAVAIL|EHOSTUNREACH)$/;

/**
 * The innermost: axios wraps what Node says, and a host with several addresses fails with one error for each.
 * A TypeError or RangeError carries a code too, but says that we called something wrongly.
 */
function innermost(
  error: unknown,
  isAtProxy: boolean,
): { readonly error: Coded; readonly isAtProxy: boolean } | null {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) {
    return null;
  }
  if (error.cause instanceof Error) {
    return innermost(error.cause, isAtProxy || error instanceof AtProxy);
  }
  if (error instanceof AggregateError && error.errors.length > 0) {
    const told = error.errors.findLast((each) => !SAYS_LITTLE.test(networkCode(each) ?? ''));
    return innermost(told ?? error.errors.at(-1), isAtProxy);
  }
  return isCoded(error) ? { error, isAtProxy } : null;
}

const SAID_IN_WORDS = /^(EPROTO|UNSPECIFIED|ERR_SSL_.+)$/;

function wordsOf({ code, message }: Coded): string {
  if (!SAID_IN_WORDS.test(code)) return code;
  return `${code} ${message}`.toUpperCase().replaceAll(/[\s-]/g, '_');
}

function statusOf(error: Coded): number | null {
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : null;
}
