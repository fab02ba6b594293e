/**
 * Where the socket of a data folder's running program is: a Unix socket in a folder that belongs to its user alone, or a
 * named pipe with a name that nobody can guess. A private file beside the lock says where, with the secret that both sides
 * prove to know.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { errnoOf } from '../../platform/errno.ts';
import { writePrivately } from '../../platform/disk/private-files.ts';

const SocketPlace = z.object({
  path: z.string().check(z.refine((at) => path.isAbsolute(at))),
  secret: z.string().check(z.minLength(1)),
  version: z.string().check(z.regex(/^[\w.+-]{1,40}$/)),
  /** Of the process; another version does not say it. */
  pid: z.optional(z.int().check(z.positive())),
});
export type SocketPlace = z.output<typeof SocketPlace>;

const FOLDER = 'socket';
const NAME = 'labseal.sock';
/** Of the folder where the data folder's own path is too long. */
const PREFIX = 'labseal-';
/** A Unix socket's path has 104 bytes on macOS and 108 on Linux, with the zero at its end. */
const LONGEST_PATH_BYTES = 100;
const SECRET_BYTES = 32;
const OTHERS = 0o077;

const placeFileOf = (dataFolder: string): string => path.join(dataFolder, 'socket.json');

/** A free path for a new socket; `remove` takes away what was made for it. For the holder of the engine's lock alone. */
export function makeSocketPath(dataFolder: string): { path: string; remove(): void } {
  if (process.platform === 'win32') {
    return {
      path: `\\\\.\\pipe\\${PREFIX}${randomBytes(SECRET_BYTES).toString('hex')}`,
      remove() {},
    };
  }
  const own = path.join(dataFolder, FOLDER);
  const isShort = Buffer.byteLength(path.join(own, NAME)) <= LONGEST_PATH_BYTES;
  const folder = isShort ? own : fs.mkdtempSync(path.join(shortFolder(), PREFIX));
  if (isShort) fs.mkdirSync(folder, { mode: 0o700 });
  return {
    path: path.join(folder, NAME),
    remove: () => fs.rmSync(folder, { recursive: true, force: true }),
  };
}

/** The user's own runtime folder where there is one. */
function shortFolder(): string {
  const runtime = process.env['XDG_RUNTIME_DIR'] ?? '';
  return runtime !== '' && fs.existsSync(runtime) ? runtime : os.tmpdir();
}

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('hex');

export async function writeSocketPlace(dataFolder: string, place: SocketPlace): Promise<void> {
  await writePrivately(placeFileOf(dataFolder), `${JSON.stringify(place)}\n`, { isSecret: true });
}

/**
 * Removes what a program that was killed has left: where it listened, and the file that says so. For the holder of the
 * engine's lock alone. What is somebody else's by now stays.
 */
export function removeSocket(dataFolder: string): void {
  const place = readSocketPlace(dataFolder);
  fs.rmSync(placeFileOf(dataFolder), { force: true });
  if (process.platform === 'win32') return;
  fs.rmSync(path.join(dataFolder, FOLDER), { recursive: true, force: true });
  const folder = path.dirname(place?.path ?? '');
  if (place === null || !path.basename(folder).startsWith(PREFIX) || !isOwn(place)) return;
  try {
    fs.rmSync(place.path, { force: true });
    fs.rmdirSync(folder);
  } catch (error) {
    errnoOf(error); // a bug is thrown again; a folder with something else in it stays
  }
}

/** Null when no program has said where it listens, or what is there is not that. */
export function readSocketPlace(dataFolder: string): SocketPlace | null {
  try {
    const text = fs.readFileSync(placeFileOf(dataFolder), 'utf8');
    const read = z.safeParse(SocketPlace, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null; // there is none, or half of one
  }
}

/** Whether socket and folder are this user's, and closed to others: the name of one that has ended is free to be taken. */
export function isOwn({ path: at }: Pick<SocketPlace, 'path'>): boolean {
  const { getuid } = process;
  if (getuid === undefined) return true; // only who knows the name can make such a pipe
  const [folder, socket] = [path.dirname(at), at].map((each) => {
    return fs.lstatSync(each, { throwIfNoEntry: false });
  });
  if (folder === undefined) return false;
  const isClosed = folder.isDirectory() && (folder.mode & OTHERS) === 0;
  const owners = [folder.uid, ...(socket === undefined ? [] : [socket.uid])];
  return isClosed && owners.every((owner) => owner === getuid());
}
