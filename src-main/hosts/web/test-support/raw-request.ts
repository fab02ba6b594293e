/** Requests no HTTP client would send, byte by byte. */
import { once } from 'node:events';
import net from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends lines as they are (without the empty one at the end) and reads until the host hangs up or has said it all. */
export async function rawRequest(
  port: number,
  lines: readonly string[],
  body = '',
): Promise<RawAnswer> {
  const line = net.connect(port, '127.0.0.1');
  let text = '';
  line.setEncoding('latin1').on('data', (part: string) => {
    text += part;
  });
  line.on('error', () => undefined); // it may be cut while we are still sending
  line.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`, 'latin1');
  await once(line, 'close');
  return readAnswer(text);
}

function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((each) => {
      const colon = each.indexOf(':');
      return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body: rest.join('\r\n\r\n') };
}
