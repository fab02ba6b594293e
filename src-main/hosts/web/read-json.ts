/** Reads the JSON body of a request, up to a limit: what is longer is refused as soon as that is known. */
import type { IncomingMessage } from 'node:http';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';

export const LONGEST_BODY_BYTES = 1_048_576;

/** The status that refuses the body. */
export async function readJson(
  request: IncomingMessage,
): Promise<Result<unknown, 400 | 413 | 415>> {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') return fail(415);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > LONGEST_BODY_BYTES) return fail(413);
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A refusal must get through, so the line is not torn down by leaving the loop.
  const body: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > LONGEST_BODY_BYTES) return fail(413);
    chunks.push(chunk);
  }
  try {
    return ok(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  } catch {
    return fail(400); // no JSON
  }
}
