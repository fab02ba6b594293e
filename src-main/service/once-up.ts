import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** Calls back when the connection of a request stands: from then on bytes may reach the service. */
export function onceUp(request: ClientRequest, isUp: () => void): void {
  request.once('socket', (socket) => {
    if (isSecure(socket)) {
      if (socket.authorized) isUp();
      else socket.once('secureConnect', isUp);
    } else if (socket.connecting) socket.once('connect', isUp);
    else isUp();
  });
}

function isSecure(socket: Socket): socket is TLSSocket {
  return 'encrypted' in socket;
}
