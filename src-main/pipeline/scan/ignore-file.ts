/**
 * Reads a `.labsealignore`, with blocking calls; for worker threads. Such a file may be hostile or unfinished, so its size
 * is limited and it must be a plain file in UTF-8. Anything else is an error: treating it as empty could send what it
 * meant to hold back.
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, readSync } from 'node:fs';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { errnoOf } from '../../platform/errno.ts';
import { places } from '../../platform/place.ts';

/** The text, or the system's code: also `EFBIG` over 256 KiB, `EILSEQ` when not UTF-8, `EINVAL` for no plain file. */
export type ReadIgnoreFile = (place: string) => Result<string, string>;

const MAX_BYTES = 262_144;
const MEMORY_BYTES = MAX_BYTES + 1;
// A FIFO must not block it either; Windows does not know the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

export const readIgnoreFile: ReadIgnoreFile = (place) => {
  try {
    const handle = places.open(place, FLAGS);
    try {
      if (!fstatSync(handle).isFile()) return fail('EINVAL');
      const memory = Buffer.alloc(MEMORY_BYTES);
      const bytesRead = readSync(handle, memory, 0, MEMORY_BYTES, 0);
      if (bytesRead > MAX_BYTES) return fail('EFBIG');
      const bytes = memory.subarray(0, bytesRead);
      return isUtf8(bytes) ? ok(bytes.toString('utf8')) : fail('EILSEQ');
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    const errno = errnoOf(error);
    return fail(errno === 'ENXIO' ? 'EINVAL' : errno); // `places.open` refuses what is no file or folder
  }
};
