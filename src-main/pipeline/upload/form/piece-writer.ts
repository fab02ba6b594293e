/** How the pieces of a body reach the kernel: immediately, or no faster than a limit allows. */
import type { ClientRequest } from 'node:http';
import type { Bandwidth } from '../wire/bandwidth.ts';
import type { WritePiece } from './form-source.ts';
import type { StallWatch } from '../../../service/stall-watch.ts';

export function makeWriter(request: ClientRequest, onWritten: (writtenBytes: number) => void) {
  const waiting = new Set<() => void>();
  let isStopped = false;
  let writtenBytes = 0;
  return {
    /** Resolves when the kernel has the piece, or when the body is stopped. */
    write: (bytes: Uint8Array): Promise<void> => {
      if (isStopped) return Promise.resolve();
      return new Promise<void>((resolve) => {
        waiting.add(resolve);
        request.write(bytes, (error) => {
          if (error === null || error === undefined) {
            writtenBytes += bytes.byteLength;
            if (!isStopped) onWritten(writtenBytes);
          }
          waiting.delete(resolve);
          resolve();
        });
      });
    },
    /** Nothing is written any more, and no call waits. */
    stop(): void {
      isStopped = true;
      for (const release of waiting) release();
      waiting.clear();
    },
  };
}

/**
 * Lets pieces leave no faster than the limit allows. While nothing is with the kernel and the next piece waits for our
 * own limit, the peer cannot be stalled. A last piece with none before it is always sent: its closing bytes were
 * committed.
 */
export function holdBack(
  write: WritePiece,
  parts: {
    readonly bodyBytes: number;
    readonly bandwidth: Bandwidth;
    readonly watch: Pick<StallWatch<string>, 'moved' | 'rest'>;
    readonly stopped: AbortSignal;
  },
): WritePiece {
  const { bodyBytes, bandwidth, watch, stopped } = parts;
  let seenBytes = 0;
  let withKernel = 0;
  /** The latest piece that is held back: nothing may overtake it. */
  let heldBack: Promise<unknown> | null = null;
  const restIfOurs = (): void => {
    if (heldBack !== null && withKernel === 0) watch.rest();
  };
  return async (bytes) => {
    seenBytes += bytes.byteLength;
    let turn: Promise<unknown> | null = null;
    if (seenBytes === bodyBytes && heldBack === null) bandwidth.spend(bytes.byteLength);
    else turn = bandwidth.take(bytes.byteLength, stopped);
    if (turn !== null || heldBack !== null) {
      const mine = Promise.all([heldBack, turn]);
      heldBack = mine;
      restIfOurs();
      await mine;
      if (heldBack === mine) heldBack = null;
      watch.moved(); // from now on we wait for the peer again
    }
    withKernel += 1;
    await write(bytes);
    withKernel -= 1;
    restIfOurs();
  };
}
