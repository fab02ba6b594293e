import type { ClientRequest } from 'node:http';

/**
 * Ends a request with an error when the other side changes the protocol, which nobody asks for here: Node closes such a
 * connection without a word, and whoever waits for an answer would wait for as long as they may.
 */
export function refuseUpgrade(request: ClientRequest): void {
  request.on('upgrade', (_answer, socket) => {
    socket.destroy();
    const error = new Error('the other side changed the protocol');
    request.emit('error', Object.assign(error, { code: 'HPE_UNWANTED_UPGRADE' }));
  });
}
