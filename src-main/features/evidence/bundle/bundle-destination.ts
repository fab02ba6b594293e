/**
 * Where a bundle may be created: in an existing folder, under a free name, with enough space, and nowhere that it would
 * be watched, become part of another bundle, or be among our own data.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { EvidenceFault } from '../../../../src-shared/model/proofs/evidence.ts';
import { fail, ok, type Result } from '../../../../src-shared/model/result.ts';
import { BAGIT_FILE } from '../../../../src-shared/evidence/bag-format.ts';
import { errnoOf, freeBytesOf, meansAbsent } from '../../../platform/errno.ts';
import { isTaken, realPath, relativeWithin } from '../../../platform/disk/paths.ts';

export interface DestinationRequest {
  /** Absolute path of the parent folder of the bundle. */
  readonly place: string;
  /** Name of the new folder. */
  readonly name: string;
  /** A name that no person chose is changed until it is free. */
  readonly isNameFree: boolean;
  /** Upper bound of the space it needs. */
  readonly neededBytes: number;
}

export interface Surroundings {
  /** Absolute paths. */
  readonly watchedFolders: readonly string[];
  readonly dataFolder: string;
  /** Free space for us on the drive of a folder; default: the system's answer. */
  readonly freeBytes?: ((folder: string) => Promise<number>) | undefined;
}

const MOST_TRIES = 10_000;

/** The absolute path of the new folder, which does not exist yet. */
export async function chooseDestination(
  { place, name, isNameFree, neededBytes }: DestinationRequest,
  { watchedFolders, dataFolder, freeBytes = freeBytesOf }: Surroundings,
): Promise<Result<string, EvidenceFault>> {
  const folder = await folderAt(place);
  if (!folder.ok) return folder;
  if (relativeWithin(await placeOf(dataFolder), folder.value) !== null) {
    return fail({ kind: 'own-data', path: place });
  }
  for (const watched of watchedFolders) {
    if (relativeWithin(await placeOf(watched), folder.value) !== null) {
      return fail({ kind: 'watched-place', path: place, folder: watched });
    }
  }
  const bundle = await bagAround(folder.value);
  if (bundle === folder.value) {
    return fail({ kind: 'taken', path: place, free: await firstFree(bundle) });
  }
  if (bundle !== null) return fail({ kind: 'inside-bundle', path: place, bundle });
  const free = await freeBytes(folder.value);
  if (free < neededBytes) {
    return fail({ kind: 'no-room', path: place, neededBytes, freeBytes: free });
  }
  const wished = path.join(folder.value, name);
  let open;
  try {
    open = await firstFree(wished);
  } catch (error) {
    const { code: errno } = error as NodeJS.ErrnoException;
    if (errno === undefined) throw error;
    return fail({ kind: 'unwritable', path: wished, errno }); // no disk takes such a name
  }
  if (open !== wished && !isNameFree) return fail({ kind: 'taken', path: wished, free: open });
  return ok(open);
}

async function folderAt(place: string): Promise<Result<string, EvidenceFault>> {
  try {
    const folder = await realPath(place);
    if (!(await fs.stat(folder)).isDirectory()) return fail({ kind: 'no-such-place', path: place });
    await fs.access(folder, fs.constants.W_OK);
    return ok(folder);
  } catch (error) {
    const errno = errnoOf(error);
    return fail(
      meansAbsent(errno)
        ? { kind: 'no-such-place', path: place }
        : { kind: 'unwritable', path: place, errno },
    );
  }
}

/** A folder that does not exist, such as one on a disconnected drive, is identified by its path. */
function placeOf(folder: string): Promise<string> {
  return realPath(folder).catch(() => folder);
}

/** The bag that a folder is or is inside of; null when there is none. */
async function bagAround(folder: string): Promise<string | null> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (await isTaken(path.join(at, BAGIT_FILE))) return at;
    if (at === path.dirname(at)) return null;
  }
}

async function firstFree(wished: string): Promise<string> {
  for (let number = 1; number <= MOST_TRIES; number += 1) {
    const tried = number === 1 ? wished : `${wished}-${number}`;
    if (!(await isTaken(tried))) return tried;
  }
  throw new Error('thousands of bundles have this name');
}
