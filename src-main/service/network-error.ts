/** Names the cause of an exchange that ended without an answer, from the codes Node, OpenSSL and axios give. */
import type { UnavailableCause } from '../../src-shared/model/status/service-fault.ts';

/** Our own limits on an exchange; see `call-limits.ts`. */
export class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT';
}

const CAUSES: readonly (readonly [RegExp, UnavailableCause])[] = [
  [/^(ENOTFOUND|EAI_.+|ENODATA)$/, 'no-address'],
  [
    /^(ECONNREFUSED|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|EACCES|EPERM|ERR_PROXY_.+)$/,
    'no-connection',
  ],
  // An end in the middle of the headers is a cut; everything else that the parser refuses are bytes of something else.
  [/^HPE_(?!INVALID_EOF_STATE$)/, 'not-http'],
  [/^(ETIMEDOUT|ESOCKETTIMEDOUT|ECONNABORTED)$/, 'timed-out'],
  [
    /^(CERT_.+|CRL_.+|.*_CERT(_.+|IFICATE)?|UNABLE_TO_.+|ERROR_IN_.+|SELF_SIGNED_.+|ERR_TLS_.+|ERR_SSL_.+|ERR_OSSL_.+|EPROTO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/,
    'insecure',
  ],
];

/**
 * The cause, or null when the error is not about the network at all: a bug, which the caller must let through.
 * Any other code (ECONNRESET, EPIPE, a stream that ended early) is a broken connection.
 */
export function causeOfError(error: unknown): UnavailableCause | null {
  const code = codeOf(error);
  if (code === null) return null;
  return CAUSES.find(([pattern]) => pattern.test(code))?.[1] ?? 'broken-connection';
}

/**
 * The innermost code: axios wraps what Node says, and a host with several addresses fails with one error for each.
 * A TypeError or RangeError carries a code too, but says that we called something wrongly.
 */
function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || error instanceof TypeError || error instanceof RangeError) {
    return null;
  }
  if (error.cause instanceof Error) return codeOf(error.cause);
  if (error instanceof AggregateError && error.errors.length > 0) {
    return codeOf(error.errors.at(-1));
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
