/** What the host's answer to a question for a certificate says. */
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import type { PageFault } from './bridge.ts';

const HTTP_NOT_FOUND = 404;

/** `asked`: as it was asked for. Rejects when the answer is cut off. */
export async function certificateBytes(
  answer: Response,
  asked: string,
): Promise<Result<Uint8Array<ArrayBuffer>, PageFault>> {
  if (answer.ok) return ok(new Uint8Array(await answer.arrayBuffer()));
  return fail(
    answer.status === HTTP_NOT_FOUND ? { kind: 'unknown-file', asked } : { kind: 'host-lost' },
  );
}
