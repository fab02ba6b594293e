/**
 * Uploads on disk: a record and a spool of raw bytes each. Files are named by a digest of the upload's secret, so that a
 * look into the folder gives nobody an address to use.
 *
 * A record is a file of lines of JSON, of which the last complete one counts. Replacing the file each time would free an
 * inode each time, and with thousands freed in a minute ext4 takes a millisecond to make a file. Calls of the file system
 * block: handing a few hundred bytes to a thread and back takes ten times as long.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isTemporaryName } from './receive-form.ts';
import { UploadRecord } from './upload-types.ts';

const SECRET_BYTES = 32; // 256 random bits: whoever knows the address still needs the owner's sign-in
const SECRET_SHAPE = /^[A-Za-z0-9_-]{43}$/;
const RECORD_SUFFIX = '.jsonl';
const SPOOL_SUFFIX = '.body';

export type UploadStore = ReturnType<typeof openUploadStore>;

/** Opens the folder, and removes half-received forms that a crash left: nobody can come back for them. */
export function openUploadStore(folder: string, nowMs: () => number) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const leftovers = readdirSync(folder).filter(isTemporaryName);
  for (const name of leftovers) rmSync(join(folder, name), { force: true });

  const recordPath = (id: string) => join(folder, `${id}${RECORD_SUFFIX}`);
  const spoolPath = (id: string) => join(folder, `${id}${SPOOL_SUFFIX}`);

  function remove(id: string): void {
    rmSync(recordPath(id), { force: true });
    rmSync(spoolPath(id), { force: true });
  }

  /** Atomic: a crash leaves the former record or the new one. */
  function save(id: string, record: UploadRecord): void {
    appendFileSync(recordPath(id), `${JSON.stringify(record)}\n`, { mode: 0o600 });
  }

  /** Null when there is none; one that has expired, or cannot be read any more, is removed on the way. */
  function load(id: string): UploadRecord | null {
    const text = readOrNull(recordPath(id));
    if (text === null) return null;
    const record = parseRecord(text);
    if (record !== null && record.expiresAtMs > nowMs()) return record;
    remove(id);
    return null;
  }

  return {
    /** For temporary files of forms, too: the same disk, so that keeping a file is a rename. */
    folder,
    create(record: UploadRecord): { readonly id: string; readonly secret: string } {
      const secret = randomBytes(SECRET_BYTES).toString('base64url');
      const id = digestOf(secret);
      writeFileSync(spoolPath(id), '', { mode: 0o600, flag: 'wx' });
      save(id, record);
      return { id, secret };
    },
    /** The id of a well-formed secret, existing or not; null for anything else. */
    idOf: (secret: string) => (SECRET_SHAPE.test(secret) ? digestOf(secret) : null),
    load,
    save,
    spoolPath,
    /** Bytes in the spool: the offset of an upload that is being received. */
    spooledBytes: (id: string) => statSync(spoolPath(id)).size,
    removeSpool: (id: string) => rmSync(spoolPath(id), { force: true }),
    remove,
    /** Removes what has expired. */
    sweep() {
      const names = readdirSync(folder).filter((name) => name.endsWith(RECORD_SUFFIX));
      for (const name of names) load(name.slice(0, -RECORD_SUFFIX.length));
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

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
