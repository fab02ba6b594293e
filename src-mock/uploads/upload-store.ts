/**
 * Uploads on disk: a record and a spool of raw bytes each. Files are named by a digest of the upload's secret, so that a
 * look into the folder gives nobody an address to use.
 *
 * A record is a file of lines of JSON, of which the last complete one counts. Replacing the file each time would free an
 * inode each time, and with thousands freed in a minute ext4 takes a millisecond to make a file.
 */
import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isTemporaryName } from './receive-form.ts';
import { UploadRecord } from './upload-types.ts';

const SECRET_BYTES = 32; // 256 random bits: whoever knows the address still needs the owner's sign-in
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const RECORD_SUFFIX = '.jsonl';
const SPOOL_SUFFIX = '.body';

export interface UploadStore {
  /** For temporary files of forms, too: the same disk, so that keeping a file is a rename. */
  readonly folder: string;
  create(record: UploadRecord): Promise<{ readonly id: string; readonly secret: string }>;
  /** The id of a well-formed secret, existing or not; null for anything else. */
  idOf(secret: string): string | null;
  /** Null when there is none; one that has expired, or cannot be read any more, is removed on the way. */
  load(id: string): Promise<UploadRecord | null>;
  /** Atomic: a crash leaves the former record or the new one. */
  save(id: string, record: UploadRecord): Promise<void>;
  spoolPath(id: string): string;
  /** Bytes in the spool: the offset of an upload that is being received. */
  spooledBytes(id: string): Promise<number>;
  removeSpool(id: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Removes what has expired. */
  sweep(): Promise<void>;
}

/** Opens the folder, and removes half-received forms that a crash left: nobody can come back for them. */
export async function openUploadStore(folder: string, nowMs: () => number): Promise<UploadStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const leftovers = (await readdir(folder)).filter(isTemporaryName);
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })));

  const recordPath = (id: string) => join(folder, `${id}${RECORD_SUFFIX}`);
  const spoolPath = (id: string) => join(folder, `${id}${SPOOL_SUFFIX}`);

  async function remove(id: string): Promise<void> {
    await rm(recordPath(id), { force: true });
    await rm(spoolPath(id), { force: true });
  }

  async function save(id: string, record: UploadRecord): Promise<void> {
    await appendFile(recordPath(id), `${JSON.stringify(record)}\n`, { mode: 0o600 });
  }

  async function load(id: string): Promise<UploadRecord | null> {
    const text = await readOrNull(recordPath(id));
    if (text === null) return null;
    const record = parseRecord(text);
    if (record !== null && record.expiresAtMs > nowMs()) return record;
    await remove(id);
    return null;
  }

  return {
    folder,
    async create(record) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const id = digestOf(secret);
      await writeFile(spoolPath(id), '', { mode: 0o600, flag: 'wx' });
      await save(id, record);
      return { id, secret };
    },
    idOf: (secret) => (SECRET_SHAPE.test(secret) ? digestOf(secret) : null),
    load,
    save,
    spoolPath,
    spooledBytes: async (id) => (await stat(spoolPath(id))).size,
    removeSpool: (id) => rm(spoolPath(id), { force: true }),
    remove,
    async sweep() {
      const names = (await readdir(folder)).filter((name) => name.endsWith(RECORD_SUFFIX));
      for (const name of names) await load(name.slice(0, -RECORD_SUFFIX.length));
    },
  };
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Null for what this version did not write: an upload whose state is lost must not be gone on with. */
function parseRecord(text: string): UploadRecord | null {
  const last = text.split('\n').at(-2); // what follows the last line is cut off, or nothing
  try {
    return UploadRecord.parse(JSON.parse(last ?? ''));
  } catch {
    return null;
  }
}

async function readOrNull(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
