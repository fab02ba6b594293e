/** Waiting on behalf of one exchange: it ends with the exchange, so that a slow fault never holds up closing down. */
import type { ServerResponse } from 'node:http';

/** Resolves after `ms`, or as soon as the connection is gone. */
export function pause(ms: number, response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer);
      response.off('close', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    response.on('close', over);
  });
}
