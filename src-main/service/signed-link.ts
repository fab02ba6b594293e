/**
 * Judges a download address that the service hands out, before any program is sent there. It must never lead to this
 * computer or to what only this network can reach, because the service is not the one who asks; nor in the clear.
 */
import { isIPv4, isIPv6 } from 'node:net';
import { isLoopbackHost, type BaseAddress } from './base-address.ts';

/** The address as it is to be opened; null for one that nobody should be sent to. */
export function judgeLink(
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
