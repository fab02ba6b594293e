/**
 * The address of the service, judged once. Everything that may leave this computer with a token goes to the origin
 * found here, so the judgement is made on what the WHATWG parser understood, never on how the text looks.
 */
import { isIPv4 } from 'node:net';
import type { AddressFault } from '../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';

export interface BaseAddress {
  /** Scheme, host and port: the only origin that ever sees the token. */
  readonly origin: string;
  /** Path below which the endpoints live: empty, or `/…` without a slash at the end. */
  readonly basePath: string;
  /** Origin and base path: one text per service, for comparing and for keys. */
  readonly href: string;
  /** The service runs on this computer (or at the end of a tunnel that starts here). */
  readonly isLoopback: boolean;
}

// The parser repairs these silently ("https:\\host", "https:host", a line break inside); what a person did not write
// must not become an address.
const AS_WRITTEN = /^[a-z][a-z0-9+.-]*:\/\/[^/\\]/i;
const REPAIRED_SILENTLY = /[\\\p{White_Space}\p{Cc}]/u;

/** Reads what a person or a setting gave. Spaces around it are forgiven, nothing else is repaired. */
export function parseBaseAddress(text: string): Result<BaseAddress, AddressFault> {
  const written = text.trim();
  if (!AS_WRITTEN.test(written) || REPAIRED_SILENTLY.test(written)) {
    return fail({ kind: 'not-an-address' });
  }
  if (!URL.canParse(written)) return fail({ kind: 'not-an-address' });
  const url = new URL(written);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return fail({ kind: 'not-http' });
  if (url.username !== '' || url.password !== '' || hasUserinfo(written)) {
    return fail({ kind: 'has-credentials' });
  }
  if (/[?#]/.test(written)) return fail({ kind: 'has-query-or-fragment' });
  const isLoopback = isLoopbackHost(url.hostname);
  if (url.protocol === 'http:' && !isLoopback) return fail({ kind: 'not-encrypted' });
  const basePath = url.pathname.replace(/\/+$/, '');
  return ok({ origin: url.origin, basePath, href: url.origin + basePath, isLoopback });
}

/** `https://@host`: empty credentials vanish from the parsed address, yet the text was meant to mislead. */
function hasUserinfo(written: string): boolean {
  const authority = /^[^:]+:\/\/([^/?#]*)/.exec(written)?.[1] ?? '';
  return authority.includes('@');
}

/** `hostname` as the WHATWG parser gives it: `127.1` and `2130706433` have already become `127.0.0.1`. */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true;
  return isIPv4(hostname) && hostname.startsWith('127.');
}
