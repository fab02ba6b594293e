/**
 * Makes a folder for its owner alone, and those above it that are missing. Node's own way never ends where the system lets
 * nothing be made and says that the folder above is missing, although it is there (/proc).
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../errno.ts';

const OWNER_ALONE = 0o700;

/** Throws as `mkdir` does; that it is there already is none of it. */
export function makeFolder(folder: string): void {
  if (isMade(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  mkdirSync(folder, { mode: OWNER_ALONE });
}

/** False when the folder above is missing. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: OWNER_ALONE });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return true;
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
