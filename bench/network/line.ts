/** What a made line does to what passes. Pure, so that its arithmetic can be tested without waiting. */

export interface Line {
  /** From a byte sent to the first of its answer. */
  readonly roundTripMs: number;
  /** Round trips before a connection carries anything: one for TCP, one for TLS 1.3. */
  readonly setUpRoundTrips: number;
  /** Of all connections together, in each direction; null: no bound. */
  readonly bytesPerSecond: number | null;
  /** Of a hundred requests so many find their connection reset. */
  readonly lostPercent: number;
}

/** One direction of a line: bytes leave one after the other and arrive half a round trip later. */
export function makeDirection({ roundTripMs, bytesPerSecond }: Line) {
  let freeAtMs = 0;
  return {
    /** When this many bytes, given to the line now, have arrived. */
    arrivalMs(bytes: number, nowMs: number): number {
      const takesMs = bytesPerSecond === null ? 0 : (bytes / bytesPerSecond) * 1_000;
      freeAtMs = Math.max(freeAtMs, nowMs) + takesMs;
      return freeAtMs + roundTripMs / 2;
    },
  };
}

const SMALLEST_WINDOW_BYTES = 1_048_576;

/** What one connection may have on its way before its sender has to wait: twice what fills the line. */
export function windowBytes({ roundTripMs, bytesPerSecond }: Line): number {
  const filled = bytesPerSecond === null ? 0 : (bytesPerSecond * roundTripMs) / 1_000;
  return Math.max(SMALLEST_WINDOW_BYTES, 2 * filled);
}

const REQUEST = /^([A-Z]+) (\S+) HTTP\/1\.1\r\n/;
const IDENTIFIER = /^(?=.*\d)[\w~=-]{6,}$/;

/**
 * The kind of request that begins with this piece, such as `GET /files/*`; null: none begins. A client that waits for each
 * answer begins every request with a piece of its own.
 */
export function requestKind(piece: string): string | null {
  const [, method, target = ''] = REQUEST.exec(piece) ?? [];
  if (method === undefined) return null;
  const [path = ''] = target.split('?', 1);
  const parts = path.split('/').map((part) => (IDENTIFIER.test(part) ? '*' : part));
  return `${method} ${parts.join('/')}`;
}
