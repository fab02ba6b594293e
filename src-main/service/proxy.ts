/**
 * The proxy that the surroundings name, and the hosts that are reached without it. Both are read as curl reads them, so
 * that a variable means one thing to all programs of a computer; what cannot be read is refused, never passed over. Pure.
 */
import net, { isIP } from 'node:net';
import type { BaseAddress } from './base-address.ts';

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
