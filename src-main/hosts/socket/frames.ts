/**
 * Messages on a stream of bytes: each is its length in four bytes, most significant first, and JSON in UTF-8. A length is
 * looked at before memory is taken for it.
 */

const LENGTH_BYTES = 4;

export function frameOf(message: unknown): Buffer {
  const body = Buffer.from(JSON.stringify(message), 'utf8');
  const frame = Buffer.allocUnsafe(LENGTH_BYTES + body.length);
  frame.writeUInt32BE(body.length);
  body.copy(frame, LENGTH_BYTES);
  return frame;
}

/** Takes the next bytes. False: what comes is no message, or too long. */
export type FrameReader = (chunk: Buffer) => boolean;

/** `mostBytes`: of the next message. `hear` is told each as soon as it is complete. */
export function makeFrameReader(
  mostBytes: () => number,
  hear: (message: unknown) => void,
): FrameReader {
  const header = Buffer.alloc(LENGTH_BYTES);
  let headerBytes = 0;
  let body: Buffer | null = null;
  let bodyBytes = 0;

  return (chunk) => {
    let at = 0;
    while (at < chunk.length) {
      if (body === null) {
        const taken = chunk.copy(header, headerBytes, at);
        headerBytes += taken;
        at += taken;
        if (headerBytes < LENGTH_BYTES) break;
        const length = header.readUInt32BE();
        if (length === 0 || length > mostBytes()) return false;
        [body, bodyBytes, headerBytes] = [Buffer.allocUnsafe(length), 0, 0];
      } else {
        const taken = chunk.copy(body, bodyBytes, at);
        bodyBytes += taken;
        at += taken;
        if (bodyBytes < body.length) break;
        const text = body.toString('utf8');
        body = null;
        let message: unknown;
        try {
          message = JSON.parse(text);
        } catch {
          return false;
        }
        hear(message);
      }
    }
    return true;
  };
}
