/** The one place where an answer becomes bytes on a socket. It never writes to a response that has begun. */
import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';
import { endAnswer } from './end-answer.ts';

/** Sends the whole answer. Does nothing when the other side has gone or an answer is already on its way. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  if (answer.status === 204) {
    response.writeHead(answer.status, { ...answer.headers });
    endAnswer(response, null);
    return;
  }
  const { type, bytes } = encode(answer.body);
  const length = { 'Content-Length': bytes.length };
  response.writeHead(answer.status, { 'Content-Type': type, ...answer.headers, ...length });
  endAnswer(response, bytes);
}

function encode(body: Answer['body']): { readonly type: string; readonly bytes: Buffer } {
  return Buffer.isBuffer(body)
    ? { type: 'application/octet-stream', bytes: body }
    : { type: 'application/json; charset=utf-8', bytes: Buffer.from(JSON.stringify(body)) };
}
