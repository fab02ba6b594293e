/**
 * Whether a drive keeps a file from the other users of this computer: FAT, exFAT, NTFS without access lists and the Windows
 * drives of WSL give everybody everything, whatever is asked for.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { errnoOf } from '../errno.ts';
import { letsAllIn, mountOf, systemTexts } from './mounts.ts';

const OTHERS = 0o077;

/**
 * Tries it with an empty file, which is removed, in the folder or the nearest one above that is there. What goes wrong is
 * left to whoever uses the folder next. Windows has no modes, and is not asked.
 */
export function keepsPrivate(folder: string): boolean {
  if (process.platform === 'win32') return true;
  const nearest = nearestExisting(folder);
  const mount = mountOf(nearest, systemTexts);
  if (mount !== null && letsAllIn(mount)) return false;
  const probe = path.join(nearest, `engine.lock.${randomUUID()}`);
  try {
    const handle = fs.openSync(probe, 'wx', 0o600);
    try {
      return (fs.fstatSync(handle).mode & OTHERS) === 0;
    } finally {
      fs.closeSync(handle);
      fs.rmSync(probe, { force: true });
    }
  } catch (error) {
    errnoOf(error); // a bug is thrown again
    return true;
  }
}

export function nearestExisting(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) || at === path.dirname(at)) return at;
  }
}
