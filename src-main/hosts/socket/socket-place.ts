/**
 * Where the socket of a data folder's running program is: a Unix socket in a folder that belongs to its user alone, or a
 * named pipe with a name that nobody can guess. A private file beside the lock says where, with the secret that the program
 * wants to hear first.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { writePrivately } from '../../platform/disk/write-privately.ts';

const SocketPlace = z.strictObject({ path: z.string(), secret: z.string(), version: z.string() });
export type SocketPlace = z.output<typeof SocketPlace>;

const FOLDER = 'socket';
const NAME = 'labseal.sock';
/** A Unix socket's path has 104 bytes on macOS and 108 on Linux, with the zero at its end. */
const LONGEST_PATH_BYTES = 100;
const SECRET_BYTES = 32;

const placeFileOf = (dataFolder: string): string => path.join(dataFolder, 'socket.json');

/** A free path for a new socket; `remove` takes away what was made for it. For the holder of the engine's lock alone. */
export function makeSocketPath(dataFolder: string): { path: string; remove(): void } {
  if (process.platform === 'win32') {
    return {
      path: `\\\\.\\pipe\\labseal-${randomBytes(SECRET_BYTES).toString('hex')}`,
      remove() {},
    };
  }
  const own = path.join(dataFolder, FOLDER);
  const isShort = Buffer.byteLength(path.join(own, NAME)) <= LONGEST_PATH_BYTES;
  const folder = isShort ? own : fs.mkdtempSync(path.join(shortFolder(), 'labseal-'));
  // Left by a program that was killed; whoever holds the lock is alone here.
  fs.rmSync(own, { recursive: true, force: true });
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

export function removeSocketPlace(dataFolder: string): void {
  fs.rmSync(placeFileOf(dataFolder), { force: true });
}

/** Null when no program has said where it listens. */
export function readSocketPlace(dataFolder: string): SocketPlace | null {
  try {
    const text = fs.readFileSync(placeFileOf(dataFolder), 'utf8');
    const read = z.safeParse(SocketPlace, JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null; // there is none, or half of one
  }
}
