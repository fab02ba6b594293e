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

/** Takes the next bytes and gives the messages that they complete, in order; null: what comes is no message, or too long. */
export type FrameReader = (chunk: Buffer) => readonly unknown[] | null;

/** `mostBytes`: of the next message. */
export function makeFrameReader(mostBytes: () => number): FrameReader {
  const header = Buffer.alloc(LENGTH_BYTES);
  let headerBytes = 0;
  let body: Buffer | null = null;
  let bodyBytes = 0;

  return (chunk) => {
    const messages: unknown[] = [];
    let at = 0;
    while (at < chunk.length) {
      if (body === null) {
        const taken = chunk.copy(header, headerBytes, at);
        headerBytes += taken;
        at += taken;
        if (headerBytes < LENGTH_BYTES) break;
        const length = header.readUInt32BE();
        if (length === 0 || length > mostBytes()) return null;
        [body, bodyBytes, headerBytes] = [Buffer.allocUnsafe(length), 0, 0];
      } else {
        const taken = chunk.copy(body, bodyBytes, at);
        bodyBytes += taken;
        at += taken;
        if (bodyBytes < body.length) break;
        try {
          messages.push(JSON.parse(body.toString('utf8')));
        } catch {
          return null;
        }
        body = null;
      }
    }
    return messages;
  };
}
