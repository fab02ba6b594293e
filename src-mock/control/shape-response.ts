/**
 * Faults on the way of an answer's body: slowly, or not to its end. They sit under `response.write`, so they work for
 * JSON and for a streamed download alike.
 */
import type { ServerResponse } from 'node:http';

export interface Shape {
  /** Bytes per interval; null: at once. */
  readonly drip: { readonly bytes: number; readonly intervalMs: number } | null;
  /** After so many bytes of body, `cut` is called and nothing follows; null: never. */
  readonly cutAfterBytes: number | null;
  readonly cut: () => void;
}

/** Takes over `write` and `end` of a response that has not begun. Headers are not touched. */
export function shapeResponse(response: ServerResponse, shape: Shape): void {
  const write = response.write.bind(response) as (chunk: Buffer) => boolean;
  const end = response.end.bind(response) as () => ServerResponse;
  const queue: Buffer[] = [];
  let hasEnded = false;
  let isPumping = false;
  let sentBytes = 0;

  const take = (): Buffer | null => {
    const first = queue.shift();
    if (first === undefined) return null;
    const room = Math.min(
      shape.drip?.bytes ?? Infinity,
      shape.cutAfterBytes === null ? Infinity : shape.cutAfterBytes - sentBytes,
    );
    if (first.length <= room) return first;
    queue.unshift(first.subarray(room));
    return first.subarray(0, room);
  };

  const pump = async (): Promise<void> => {
    isPumping = true;
    for (;;) {
      if (response.destroyed) return;
      if (shape.cutAfterBytes !== null && sentBytes >= shape.cutAfterBytes) {
        response.flushHeaders();
        shape.cut();
        return;
      }
      const piece = take();
      if (piece === null) break;
      sentBytes += piece.length;
      if (!write(piece)) await drained(response);
      if (shape.drip !== null) await pause(shape.drip.intervalMs, response);
    }
    isPumping = false;
    if (hasEnded) end();
    else response.emit('drain');
  };

  const accept = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === 'string') {
      queue.push(
        Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'),
      );
    } else if (chunk instanceof Uint8Array && chunk.length > 0) {
      queue.push(Buffer.from(chunk));
    }
    if (!isPumping) void pump();
  };

  response.write = (chunk: unknown, encoding?: unknown): boolean => {
    accept(chunk, encoding);
    return false;
  };
  response.end = (chunk?: unknown, encoding?: unknown): ServerResponse => {
    hasEnded = true;
    accept(chunk, encoding);
    return response;
  };
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      response.off('drain', over).off('close', over);
      resolve();
    };
    response.on('drain', over).on('close', over);
  });
}

/** Resolves after `ms`, or as soon as the connection is gone: a slow fault never holds up closing down. */
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
