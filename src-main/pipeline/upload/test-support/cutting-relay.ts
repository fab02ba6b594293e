/**
 * A line to a service that breaks: counts what passes towards it, and cuts where a test says. Slower than the service
 * reads, as lines are, so that what has passed has also been read.
 */
import net from 'node:net';

export type CuttingRelay = Awaited<ReturnType<typeof startCuttingRelay>>;

/** `cutAfter`: bytes of a connection after which it is cut, taken in turn by connections that carry as much. */
export async function startCuttingRelay(targetPort: number, cutAfter: readonly number[]) {
  const left = [...cutAfter];
  const sockets = new Set<net.Socket>();
  const passedBytes: number[] = [];
  let pauseMs = 1;
  const server = net.createServer((client) => {
    const target = net.connect(targetPort, '127.0.0.1');
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    const index = passedBytes.push(0) - 1;
    let bytes = 0;
    client.on('data', (data) => {
      bytes += data.length;
      passedBytes[index] = bytes;
      target.write(data);
      client.pause();
      setTimeout(() => client.resume(), pauseMs);
      const [limit] = left;
      if (limit === undefined || bytes < limit) return;
      left.shift();
      client.resetAndDestroy();
      target.end(); // what has passed the cut arrives
    });
    target.pipe(client);
    client.on('end', () => target.end());
    client.on('close', () => target.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    /** Bytes that clients have sent through each connection, oldest first. */
    passedBytes: (): readonly number[] => passedBytes,
    /** A pause after each piece of at most 64 KiB; 1 at first. */
    setPauseMs(ms: number) {
      pauseMs = ms;
    },
    /** Every connection breaks on both sides: what is on its way does not arrive. */
    breakAll(): void {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
