/**
 * Takes a file that a page was given and cannot name by a path: its bytes are kept in the inbox of the data folder, in a
 * folder of their own, under a safe name. Whole or not at all.
 */
import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { INBOX_TYPE, type InboxFile } from '../../../src-shared/bridge/loopback.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../../src-shared/service/limits.ts';
import type { Ids } from '../../platform/ids.ts';
import { safeFileName } from './safe-file-name.ts';

export interface Inbox {
  /** Absolute; made when it is missing. */
  readonly folder: string;
  readonly ids: Ids;
}

/** What is said of a file that is on its way. */
export interface Wished {
  readonly name: string;
  readonly contentType: string | null;
  /** Its length, as it was announced; null when it was not. */
  readonly announced: string | null;
}

/** The status that refuses it. Rejects with the system's error when it cannot be kept, and leaves nothing behind. */
export async function receiveFile(
  request: IncomingMessage,
  name: string,
  inbox: Inbox,
): Promise<Result<InboxFile, 411 | 413 | 415>> {
  const contentType = request.headers['content-type'] ?? null;
  const announced = request.headers['content-length'] ?? null;
  // A full disk must not tear the line down: the answer that says so would never arrive.
  const body = request.iterator({ destroyOnReturn: false });
  return keepInInbox(body, { name, contentType, announced }, inbox);
}

/** The same for a body that comes another way. What is shorter or longer than announced is not kept. */
export async function keepInInbox(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { name, contentType, announced: length }: Wished,
  { folder, ids }: Inbox,
): Promise<Result<InboxFile, 411 | 413 | 415>> {
  if (contentType !== INBOX_TYPE) return fail(415);
  const announced = Number(length ?? Number.NaN);
  if (Number.isNaN(announced)) return fail(411); // every browser says it
  if (announced > MAX_FILE_BYTES_BINARY) return fail(413); // the service would take none of it
  const own = path.join(folder, ids.hex(8));
  await fs.mkdir(own, { recursive: true, mode: 0o700 });
  const target = path.join(own, safeFileName(name));
  try {
    await keep(body, target, announced);
    return ok({ path: target, sizeBytes: announced });
  } catch (error) {
    await fs.rm(own, { recursive: true, force: true });
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
