/** What differs between a changed file and its notarized bytes, as far as a copy of those is on this computer. */
import { closeSync, constants, read as readAt } from 'node:fs';
import { promisify } from 'node:util';
import {
  MOST_COMPARED_BYTES,
  type VersionDifference,
} from '../../../src-shared/model/files/version-difference.ts';
import { startBlake3 } from '../../digests/blake3.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import { places } from '../../platform/place.ts';
import { differenceOf } from './difference-of-texts.ts';

const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const readSome = promisify(readAt);

/**
 * Reads the file, and copies of the notarized bytes: other files with that content, and `downloaded`, the paths of what was
 * downloaded. Null when it shows no record. Changes nothing.
 */
export async function versionDifference(
  row: FileRow,
  downloaded: readonly string[],
  { state, transitions }: Pick<AccountPorts, 'state' | 'transitions'>,
): Promise<VersionDifference | null> {
  if (row.recordId === null) return null;
  const { contentId } = state.records.get(row.recordId);
  const { blake3, sizeBytes } = state.contents.get(contentId);
  if (Math.max(sizeBytes, row.sizeBytes) > MOST_COMPARED_BYTES) return { is: 'too-large' };
  const now = await readWhole(transitions.placeOf(row));
  if (now === null) return { is: 'unreadable' };
  if (now === 'too-large') return { is: 'too-large' };
  const copies = state.files.withContent(contentId).filter(({ id }) => id !== row.id);
  const known = copies.map(
    (copy) => [transitions.placeOf(copy), transitions.pathOf(copy)] as const,
  );
  for (const [place, path] of [...known, ...downloaded.map((at) => [at, at] as const)]) {
    const before = await readWhole(place);
    if (before === null || before === 'too-large' || blake3Of(before) !== blake3) continue;
    return differenceOf(path, before, now);
  }
  return { is: 'no-copy' };
}

function blake3Of(bytes: Uint8Array): string {
  const blake3 = startBlake3();
  blake3.update(bytes);
  return blake3.digest('hex');
}

/** Null when it is not there, or cannot be read. */
async function readWhole(place: string): Promise<Buffer | 'too-large' | null> {
  let handle: number;
  try {
    handle = await places.openSoon(place, READ_FLAGS);
  } catch {
    return null; // whatever stands in its way, it is no copy to compare with
  }
  try {
    const bytes = Buffer.alloc(MOST_COMPARED_BYTES + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await readSome(handle, bytes, length, bytes.length - length, length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
    }
    return 'too-large';
  } catch {
    return null; // a directory, or a drive that fails
  } finally {
    closeSync(handle);
  }
}
