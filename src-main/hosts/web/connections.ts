/**
 * Connections on which nobody has shown a session yet. There may be few of them, and the oldest makes room for the next:
 * whoever floods the host cuts off only themselves, since our page shows its session with its first requests. On
 * 127.0.0.1 all peers have the same address, so only the session tells them apart.
 */
import type { Duplex } from 'node:stream';

const MOST_UNKNOWN = 256;

export type Connections = ReturnType<typeof makeConnections>;

export function makeConnections() {
  const unknown = new Set<Duplex>(); // oldest first
  return {
    /** Of somebody who has not shown a session. */
    add: (line: Duplex) => {
      unknown.add(line);
      line.once('close', () => unknown.delete(line));
      const [oldest] = unknown;
      if (unknown.size <= MOST_UNKNOWN || oldest === undefined) return;
      unknown.delete(oldest);
      oldest.destroy();
    },
    /** A valid session was shown on it: it stays as long as it likes. */
    admit: (line: Duplex) => void unknown.delete(line),
  };
}
