/**
 * Bodies that a page sends: JSON, and files without a path. A file is saved in the inbox of the data folder, in a
 * folder of its own, under a safe name, complete or not at all; or it is only read for its digests.
 */
import fs from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import {
  type HandedFile,
  type HandedSet,
  INBOX_TYPE,
  type InboxFile,
} from '../../../src-shared/bridge/loopback.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../src-shared/service/limits.ts';
import { PART, UNADDED } from '../../features/files/inbox-copy.ts';
import type { ReceivedFiles } from '../../features/verify/read-digests.ts';
import { type NameRules, safeFileName } from '../../platform/disk/paths.ts';
import type { Ids } from '../../platform/ids.ts';
import { renameWhenFree, syncFolder } from '../../platform/disk/private-files.ts';

export interface Inbox {
  /** Absolute; made when it is missing. */
  readonly folder: string;
  readonly ids: Ids;
}

/** What is said of a file that is on its way. */
export interface ArrivingFile {
  readonly name: string;
  readonly contentType: string | null;
  /** Its length, as it was announced; null when it was not. */
  readonly announced: string | null;
}

/** The status that refuses it. Rejects with the system's error when it cannot be saved, and leaves nothing behind. */
export async function receiveFile(
  request: IncomingMessage,
  response: ServerResponse,
  name: string,
  inbox: Inbox,
): Promise<Result<InboxFile, 411 | 413 | 415>> {
  const contentType = request.headers['content-type'] ?? null;
  const announced = request.headers['content-length'] ?? null;
  return keepInInbox(bytesOf(request, response), { name, contentType, announced }, inbox);
}

/**
 * Of its body, which a client that asks first (`Expect: 100-continue`) is told to send when the first byte is wanted:
 * by then the request was judged. Leaving early does not close the connection: the answer that says why, such as that
 * the disk is full, would never arrive.
 */
async function* bytesOf(
  request: IncomingMessage,
  response: ServerResponse,
): AsyncGenerator<Buffer, void, undefined> {
  if (request.headers.expect !== undefined) response.writeContinue();
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
}

/** The same for a body that comes another way. What is shorter or longer than announced is not kept. */
export async function keepInInbox(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { name, contentType, announced: length }: ArrivingFile,
  { folder, ids }: Inbox,
): Promise<Result<InboxFile, 411 | 413 | 415>> {
  if (contentType !== INBOX_TYPE) return fail(415);
  const announced = Number(length ?? Number.NaN);
  if (Number.isNaN(announced)) return fail(411); // every browser says it
  if (announced > MAX_FILE_BYTES_BINARY) return fail(413); // the service would take none of it
  const own = path.join(folder, ids.hex(8));
  const unfinished = `${own}${PART}`;
  const fileName = inboxName(name);
  await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    await keep(body, path.join(unfinished, fileName), announced);
    await fs.writeFile(own + UNADDED, '', { mode: 0o600 });
    await renameWhenFree(unfinished, own);
    await syncFolder(folder);
    return ok({ path: path.join(own, fileName), sizeBytes: announced });
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true });
    await fs.rm(own + UNADDED, { force: true });
    throw error;
  }
}

async function keep(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  target: string,
  announced: number,
): Promise<void> {
  const file = await fs.open(target, 'wx', 0o600);
  try {
    await file.writeFile(body);
    const { size } = await file.stat();
    if (size !== announced) throw new Error(`${size} bytes came of ${announced}`);
    await file.sync();
  } finally {
    await file.close();
  }
}

const INBOX_NAMES: NameRules = {
  begin: (name) => name.replace(/^[\s.]+/, ''),
  nameless: 'file',
  mostBytes: 200,
};

/** Composed (NFC), and not hidden. */
export function inboxName(wished: string): string {
  return safeFileName(wished.normalize('NFC'), INBOX_NAMES);
}

/**
 * Digests of a file that a page was given and cannot name by a path: its bytes are kept nowhere. The status that refuses it. Rejects when the sending breaks off, or with `signal.reason` when it is aborted.
 */
export async function takeHanded(
  request: IncomingMessage,
  response: ServerResponse,
  { set, name }: { readonly set: HandedSet; readonly name: string },
  handed: Pick<ReceivedFiles, 'take'>,
  signal: AbortSignal,
): Promise<Result<HandedFile, 411 | 413 | 415>> {
  if (request.headers['content-type'] !== INBOX_TYPE) return fail(415);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(announced)) return fail(411); // every browser says it
  if (announced > MAX_FILE_BYTES_BINARY) return fail(413); // the service would have taken none of it
  return ok(await handed.take(name, set, bytesOf(request, response), signal));
}

/** Reads the JSON body of a request, up to a limit: what is longer is refused as soon as that is known. */
const LONGEST_BODY_BYTES = 1_048_576;

/** The status that refuses the body. */
export async function readJson(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Result<unknown, 400 | 413 | 415>> {
  const [mediaType = ''] = (request.headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== 'application/json') return fail(415);
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > LONGEST_BODY_BYTES) return fail(413);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of bytesOf(request, response)) {
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
