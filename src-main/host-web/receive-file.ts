/**
 * Takes a file that a page was given and cannot name by a path: its bytes are kept in the inbox of the data folder, in a
 * folder of their own, under a safe name. Whole or not at all.
 */
import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { INBOX_TYPE, type InboxFile } from '../../src-shared/bridge/loopback.ts';
import { fail, ok, type Result } from '../../src-shared/model/result.ts';
import { MAX_FILE_BYTES_BINARY } from '../../src-shared/service/limits.ts';
import type { Ids } from '../ports/ids.ts';
import { safeFileName } from './safe-file-name.ts';

export interface Inbox {
  /** Absolute; made when it is missing. */
  readonly folder: string;
  readonly ids: Ids;
}

/** The status that refuses it. Rejects with the system's error when it cannot be kept, and leaves nothing behind. */
export async function receiveFile(
  request: IncomingMessage,
  name: string,
  { folder, ids }: Inbox,
): Promise<Result<InboxFile, 411 | 413 | 415>> {
  if (request.headers['content-type'] !== INBOX_TYPE) return fail(415);
  const announced = Number(request.headers['content-length'] ?? Number.NaN);
  if (Number.isNaN(announced)) return fail(411); // every browser says it
  if (announced > MAX_FILE_BYTES_BINARY) return fail(413); // the service would take none of it
  const own = path.join(folder, ids.hex(8));
  await fs.mkdir(own, { recursive: true, mode: 0o700 });
  const target = path.join(own, safeFileName(name));
  try {
    await keep(request, target);
    return ok({ path: target, sizeBytes: announced });
  } catch (error) {
    await fs.rm(own, { recursive: true, force: true });
    throw error;
  }
}

/** Node itself ends a body at the announced length, and fails one that is shorter. */
async function keep(request: IncomingMessage, target: string): Promise<void> {
  const file = await fs.open(target, 'wx', 0o600);
  try {
    // A full disk must not tear the line down: the answer that says so would never arrive.
    await file.writeFile(request.iterator({ destroyOnReturn: false }));
    await file.sync();
  } finally {
    await file.close();
  }
}
