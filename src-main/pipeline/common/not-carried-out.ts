/**
 * Statuses by which HTTP itself says that a request was not carried out, though they are no refusal of the service; see
 * docs/decisions/009-unknown-upload-results.md. Not 303, which shows the result of a request that was carried out; not
 * 500, 502, 503, 504, which gateways also send after the service has acted.
 */
const NOT_CARRIED_OUT: ReadonlySet<number> = new Set([
  301, // to be made elsewhere (RFC 9110, 15.4)
  302,
  307,
  308,
  425, // not processed, because it might be a replay (RFC 8470)
  501, // the server cannot do this at all (RFC 9110, 15.6)
  505,
  511, // from a network that wants a sign-in first (RFC 6585)
]);

export function isNotCarriedOut(status: number): boolean {
  return NOT_CARRIED_OUT.has(status);
}
