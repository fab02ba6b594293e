import type { ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';

/** Calls back when the connection of a request stands: from then on bytes may reach the service. */
export function onceUp(request: ClientRequest, isUp: () => void): void {
  request.once('socket', (socket) => {
    if (socket instanceof TLSSocket) {
      if (socket.authorized) isUp();
      else socket.once('secureConnect', isUp);
    } else if (socket.connecting) socket.once('connect', isUp);
    else isUp();
  });
}
