/**
 * A relay in a process of its own that makes a network out of loopback: delay, cost of a new connection, bandwidth and lost
 * connections. It counts what passes. Arguments: the port it leads to, the line as JSON.
 */
import net from 'node:net';
import { type Line, makeDirection, requestKind, windowBytes } from './line.ts';
import { NO_TRAFFIC, type Traffic } from './relayed.ts';

const [port = '', told = ''] = process.argv.slice(2);
const line = JSON.parse(told) as Line;
const up = makeDirection(line);
const down = makeDirection(line);
const largestWindow = windowBytes(line);
const HEAD_BYTES = 2_048;

let traffic: Traffic = NO_TRAFFIC;
let open = 0;
let sinceLost = 0;

/** Not by chance: two runs lose the same share. */
function isLost(): boolean {
  sinceLost += line.lostPercent;
  if (sinceLost < 100) return false;
  sinceLost -= 100;
  return true;
}

function countRequest(kind: string): void {
  const kinds = { ...traffic.kinds, [kind]: (traffic.kinds[kind] ?? 0) + 1 };
  traffic = { ...traffic, requests: traffic.requests + 1, kinds };
}

/** Hands on what one end sends, each piece when it has arrived; `seen` false: the piece is lost with its connection. */
function carry(
  from: net.Socket,
  to: net.Socket,
  direction: ReturnType<typeof makeDirection>,
  seen: (piece: Buffer) => boolean,
): void {
  const way: { readonly atMs: number; readonly bytes: number; readonly hand: () => void }[] = [];
  let onWay = 0;
  let timer: NodeJS.Timeout | null = null;

  function put(bytes: number, hand: () => void): void {
    way.push({ atMs: direction.arrivalMs(bytes, performance.now()), bytes, hand });
    onWay += bytes;
    if (onWay >= largestWindow) from.pause();
    timer ??= setTimeout(arrive, untilNext());
  }

  function untilNext(): number {
    return Math.max(0, (way[0]?.atMs ?? 0) - performance.now());
  }

  function arrive(): void {
    timer = null;
    for (let next = way[0]; next !== undefined && untilNext() < 0.5; next = way[0]) {
      way.shift();
      onWay -= next.bytes;
      next.hand();
    }
    if (onWay < largestWindow && to.writableLength < largestWindow) from.resume();
    if (way.length > 0) timer = setTimeout(arrive, untilNext());
  }

  from.on('data', (piece: Buffer) => {
    if (!seen(piece)) return;
    put(piece.length, () => {
      if (!to.destroyed) to.write(piece);
    });
  });
  to.on('drain', () => from.resume());
  from.on('end', () => put(0, () => to.end()));
  from.on('error', () => undefined); // its end is handed on by 'close'
  from.on('close', (hadError) => {
    if (hadError) put(0, () => to.resetAndDestroy());
    else if (!from.readableEnded) put(0, () => to.destroy());
  });
}

const server = net.createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
  open += 1;
  traffic = {
    ...traffic,
    connections: traffic.connections + 1,
    mostOpen: Math.max(traffic.mostOpen, open),
  };
  client.setNoDelay(true);
  client.on('close', () => (open -= 1));
  const service = net.connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  service.setNoDelay(true);
  carry(client, service, up, (piece) => {
    const kind = requestKind(piece.toString('latin1', 0, HEAD_BYTES));
    if (kind === null) return true;
    countRequest(kind);
    if (!isLost()) return true;
    service.resetAndDestroy();
    client.resetAndDestroy();
    return false;
  });
  carry(service, client, down, () => true);
  setTimeout(() => client.resume(), line.setUpRoundTrips * line.roundTripMs);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.(address.port);
});
process.on('message', () => {
  process.send?.(traffic);
  traffic = NO_TRAFFIC;
});
process.on('disconnect', () => process.exit());
