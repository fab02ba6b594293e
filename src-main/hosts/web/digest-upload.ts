/**
 * Takes the bytes of a file that a page was given and cannot name by a path, only to tell what they are: they go through
 * the digests and are kept nowhere. By the rules of the inbox.
 */
import type { IncomingMessage } from 'node:http';
import {
  INBOX_TYPE,
  type HandedFile,
  type HandedSet,
} from '../../../src-shared/bridge/loopback.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../src-shared/service/limits.ts';
import type { ReceivedFiles } from '../../features/verify/read-digests.ts';

/** The status that refuses it. Rejects when the sending breaks off, or with `signal.reason` when it is aborted. */
export async function takeHanded(
  request: IncomingMessage,
  { set, name }: { readonly set: HandedSet; readonly name: string },
  handed: Pick<ReceivedFiles, 'take'>,
  signal: AbortSignal,
): Promise<Result<HandedFile, 411 | 413 | 415>> {
  if (request.headers['content-type'] !== INBOX_TYPE) return fail(415);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(announced)) return fail(411); // every browser says it
  if (announced > MAX_FILE_BYTES_BINARY) return fail(413); // the service would have taken none of it
  // What goes wrong is told on the same line, so it stays open.
  const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
  return ok(await handed.take(name, set, parts, signal));
}
