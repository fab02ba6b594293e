/**
 * The address of the service, judged once. Everything that may leave this computer with a token goes to the origin
 * found here, so the judgement is made on what the WHATWG parser understood, never on how the text looks.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { completeAddress } from '../../src-shared/model/text/complete-address.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { AddressFault } from '../../src-shared/model/status/core-fault.ts';

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

/** Reads what a person or a setting gave. Spaces around it and a missing scheme are forgiven, nothing else is repaired. */
export function parseBaseAddress(text: string): Result<BaseAddress, AddressFault> {
  const written = completeAddress(text);
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

/**
 * A download address that the service hands out, as it is to be opened; null for one that nobody should be sent to. It
 * must never lead to this computer or to what only this network can reach, because the service is not the one who asks;
 * nor in the clear.
 */
export function evaluateLink(
  text: string,
  { isLoopback }: Pick<BaseAddress, 'isLoopback'>,
): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  // A service on this computer keeps its contents on this computer too.
  if (isLoopback && isLoopbackHost(url.hostname)) return isWeb(url) ? url.href : null;
  if (url.protocol !== 'https:' || isInside(url.hostname)) return null;
  return url.href;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

/** `hostname` as the WHATWG parser gives it: other ways to write an address are resolved by then. */
function isInside(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  if (isLoopbackHost(host) || host.endsWith('.localhost') || host === '') return true;
  if (isIPv4(host)) return /^(0|127)\.|^169\.254\./.test(host);
  const inside = host.replace(/^\[|\]$/g, '');
  if (!isIPv6(inside)) return false;
  return inside === '::' || inside === '::1' || /^fe[89ab]/.test(inside) || isMapped(inside);
}

/** An IPv4 address inside an IPv6 one says in a roundabout way what it could say plainly. */
function isMapped(address: string): boolean {
  return address.startsWith('::ffff:') || address.startsWith('64:ff9b:');
}
