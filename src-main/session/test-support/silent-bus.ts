/** A session bus that takes connections and never says a word, as a broken one does. */
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';

export async function silentBus() {
  const path = join(temporaryFolder(), 'bus');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume(); // or its end would not be noticed
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => void server.listen(path, resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` },
    /** How many wait for it to say something. */
    waiting: () => sockets.size,
  };
}
