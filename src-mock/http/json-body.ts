/** Reads a JSON body, with a cap: no request of this service but an upload has reason to be large. */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './answer.ts';
import { chunksOf } from './end-answer.ts';
import { badRequest } from './refusals.ts';

const MAX_JSON_BYTES = 1_000_000;

/** Throws a refusal (400, 413) for bodies that are no JSON or too long. Rejects when the caller goes away. */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw badRequest('the body must be JSON, with Content-Type: application/json');
  }
  const chunks: Buffer[] = [];
  let receivedBytes = 0;
  for await (const chunk of chunksOf(request)) {
    receivedBytes += chunk.length;
    if (receivedBytes > MAX_JSON_BYTES) {
      throw new Refusal(413, `a JSON body holds at most ${MAX_JSON_BYTES} bytes`, 'BODY_TOO_LARGE');
    }
    chunks.push(chunk);
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest('the body is not valid JSON');
    throw error;
  }
}
