/**
 * Faults while a request's body arrives. They sit between the HTTP parser and whoever reads the body, so that the
 * reader sees exactly what it would see on a bad network, to the byte.
 */
import type { IncomingMessage } from 'node:http';

/**
 * Lets `afterBytes` of the body through, then calls `broken` once and lets nothing more through. With `stopReading` the
 * connection is not read any more either (the parser stops reading when `push` answers false, and only a push lets it
 * go on), so that the sender runs into a full window.
 * To be called before anything of the body has been awaited.
 */
export function breakBody(
  request: IncomingMessage,
  { afterBytes, stopReading }: { readonly afterBytes: number; readonly stopReading: boolean },
  broken: () => void,
): void {
  const push = request.push.bind(request);
  let passedBytes = request.readableLength;
  let isBroken = false;

  const breakNow = () => {
    isBroken = true;
    broken();
  };

  request.push = (chunk: Buffer | null, encoding?: BufferEncoding): boolean => {
    if (isBroken) return !stopReading;
    if (chunk === null || passedBytes + chunk.length < afterBytes) {
      passedBytes += chunk?.length ?? 0;
      return push(chunk, encoding);
    }
    push(chunk.subarray(0, afterBytes - passedBytes), encoding);
    breakNow();
    return !stopReading;
  };
  if (passedBytes >= afterBytes) breakNow();
}
