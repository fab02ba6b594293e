/** Appends a request's body to an upload's spool. What has arrived stays, whatever becomes of the connection. */
import { open } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { chunksOf } from '../http/end-answer.ts';

export type Appended =
  /** The body came to its end. */
  | { readonly end: 'whole'; readonly offset: number }
  /** The connection broke, or a newer request took over. */
  | { readonly end: 'broken'; readonly offset: number }
  /** More came than `limitOffset`; nothing beyond it was kept. */
  | { readonly end: 'over-limit'; readonly offset: number };

export interface AppendOrder {
  readonly spoolPath: string;
  /** Where the body belongs: the present size of the spool. */
  readonly offset: number;
  readonly limitOffset: number;
  readonly onProgress: (offset: number) => void;
  readonly isEnded: () => boolean;
}

export async function appendBody(request: IncomingMessage, order: AppendOrder): Promise<Appended> {
  const handle = await open(order.spoolPath, 'a', 0o600);
  let { offset } = order;
  try {
    for await (const chunk of untilBroken(request)) {
      if (order.isEnded()) return { end: 'broken', offset };
      const room = order.limitOffset - offset;
      const kept = chunk.subarray(0, room);
      await handle.write(kept);
      offset += kept.length;
      if (chunk.length > room) return { end: 'over-limit', offset };
      order.onProgress(offset);
    }
  } finally {
    await handle.close();
  }
  return { end: request.complete ? 'whole' : 'broken', offset };
}

/** A broken connection ends the loop like the end of the body does; `request.complete` tells the two apart. */
async function* untilBroken(request: IncomingMessage): AsyncGenerator<Buffer, void> {
  const chunks = chunksOf(request)[Symbol.asyncIterator]();
  for (;;) {
    const next = await nextOrBroken(chunks, request);
    if (next === null) return;
    yield next;
  }
}

async function nextOrBroken(
  chunks: AsyncIterator<Buffer>,
  request: IncomingMessage,
): Promise<Buffer | null> {
  try {
    const next = await chunks.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    if (request.complete && !request.destroyed) throw error;
    return null;
  }
}
