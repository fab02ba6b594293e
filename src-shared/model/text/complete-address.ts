/** A host, with a port and a path if need be, as people write addresses. */
const BARE = /^(?<host>[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)(?::\d{1,5})?(?:\/|$)/u;
const ON_THIS_COMPUTER = /^(?:localhost|127(?:\.\d{1,3}){3})$/;

/**
 * The address of a service as a person wrote it, with the scheme that was left out: encrypted, but on this computer.
 * Other texts stay as they are. What it leads to is judged afterwards, as if the person had written all of it.
 */
export function completeAddress(text: string): string {
  const written = text.trim();
  const host = BARE.exec(written)?.groups?.['host'];
  if (host === undefined) return written;
  if (ON_THIS_COMPUTER.test(host)) return `http://${written}`;
  return host.includes('.') ? `https://${written}` : written;
}
