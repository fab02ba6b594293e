/**
 * Keeps what the program was compiled to, so that its next start does not compile it again. What is kept will be executed:
 * it lies beside the program, where nobody can write who could not change the program itself, in a folder for its owner alone.
 * Wherever that cannot be had, each start compiles.
 */
import fs from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { errnoOf } from '../../platform/errno.ts';

const OWNER_ONLY = 0o700;
const OTHERS = 0o077;
/** A build has some two hundred entries, for each Node and its switches. */
const MOST_ENTRIES = 1_000;

/** `programFolder`: holds the built program, and nothing is kept for another. Call it before the rest is loaded. */
export function keepCompiledCode(programFolder: string): void {
  const folder = folderFor(programFolder, process.getuid?.());
  if (folder !== null) enableCompileCache(folder); // says by its answer that it cannot, and nothing has to be done then
}

/** Makes the folder. Null: there is none to trust. `userId`: undefined where the system has no owners and modes. */
export function folderFor(programFolder: string, userId: number | undefined): string | null {
  const folder = path.join(programFolder, '..', 'code-cache');
  try {
    // In a program of somebody else (root, mostly) nothing is left that its owner could not remove.
    if (userId !== undefined && fs.statSync(programFolder).uid !== userId) return null;
    // An explicit mode: what Node makes in it may be open to others.
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: OWNER_ONLY });
    const found = fs.lstatSync(folder); // of a link: the link
    if (!found.isDirectory()) return null;
    if (userId !== undefined && (found.uid !== userId || (found.mode & OTHERS) !== 0)) return null;
    emptyIfOverfull(folder);
    return folder;
  } catch (error) {
    errnoOf(error); // a program that cannot be written to, say
    return null;
  }
}

/** Of an entry that a full disk does not take, Node leaves an empty file behind, each time under another name. */
function emptyIfOverfull(folder: string): void {
  const places = fs.readdirSync(folder).map((name) => path.join(folder, name)); // of one Node each
  const entries = places.reduce((sum, place) => sum + fs.readdirSync(place).length, places.length);
  if (entries <= MOST_ENTRIES) return;
  for (const place of places) fs.rmSync(place, { recursive: true, force: true });
}
