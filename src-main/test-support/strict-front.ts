/** What may stand before a service: refuses every upload with a header field that it does not know, and passes on all else. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Refusal {
  /** In small letters; null: every upload is refused. */
  readonly field: string | null;
  readonly status: number;
  /** Sent as plain text. */
  readonly words: string;
}

const UPLOAD = /^\/(projects\/[^/]+\/files|private-files\/project\/[^/]+)$/;

/** For one test. */
export async function startStrictFront(target: string, { field, status, words }: Refusal) {
  let refused = 0;
  const answer = (asked: http.IncomingMessage, answered: http.ServerResponse): void => {
    const isUpload = asked.method === 'POST' && UPLOAD.test(asked.url ?? '');
    if (isUpload && (field === null || asked.headers[field] !== undefined)) {
      refused += 1;
      asked.resume();
      answered.writeHead(status, { 'content-type': 'text/plain' }).end(words);
      return;
    }
    if (asked.headers.expect !== undefined) answered.writeContinue();
    const { method, headers } = asked;
    const { expect: _expect, ...passed } = headers;
    const onward = http.request(target + asked.url, { method, headers: passed }, (reply) => {
      answered.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answered);
    });
    onward.on('error', () => answered.destroy());
    asked.pipe(onward);
  };
  const server = http.createServer(answer).on('checkContinue', answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, refused: () => refused };
}
