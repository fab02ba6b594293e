/**
 * The address under which a caller reached the service, for links in answers. A Host header is believed only when it
 * names this computer, so that nobody can make the service write links to somewhere else.
 */

const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i;

/** `ownUrl` is used when the header is missing or names another machine. No trailing slash. */
export function baseUrlOf(hostHeader: string | undefined, ownUrl: string): string {
  return hostHeader !== undefined && LOOPBACK_HOST.test(hostHeader)
    ? `http://${hostHeader}`
    : ownUrl;
}
