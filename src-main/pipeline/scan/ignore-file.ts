/**
 * Reads a `.labsealignore`. Such a file may be hostile or unfinished, so its size is limited and it must be a plain
 * file in UTF-8. Anything else is an error: treating it as empty could send what it meant to hold back.
 */
import { isUtf8 } from 'node:buffer';
import { close, constants, fstat, read } from 'node:fs';
import { promisify } from 'node:util';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { errnoOf } from '../../platform/errno.ts';
import { places } from '../../platform/place.ts';

/** The text, or the system's code: also `EFBIG` over 256 KiB, `EILSEQ` when not UTF-8, `EINVAL` for no plain file. */
export type ReadIgnoreFile = (path: string, signal: AbortSignal) => Promise<Result<string, string>>;

const MAX_BYTES = 262_144;
const MEMORY_BYTES = MAX_BYTES + 1;
// A FIFO must not block it either; Windows does not know the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const factsOf = promisify(fstat);
const readInto = promisify(read);
const closeFile = promisify(close);

/** Abort ends it between two steps and rejects with `signal.reason`. */
export const readIgnoreFile: ReadIgnoreFile = async (path, signal) => {
  signal.throwIfAborted();
  try {
    const handle = await places.openSoon(path, FLAGS);
    try {
      if (!(await factsOf(handle)).isFile()) return fail('EINVAL');
      const { bytesRead, buffer } = await readInto(
        handle,
        Buffer.alloc(MEMORY_BYTES),
        0,
        MEMORY_BYTES,
        0,
      );
      signal.throwIfAborted();
      if (bytesRead > MAX_BYTES) return fail('EFBIG');
      const bytes = buffer.subarray(0, bytesRead);
      return isUtf8(bytes) ? ok(bytes.toString('utf8')) : fail('EILSEQ');
    } finally {
      await closeFile(handle);
    }
  } catch (error) {
    signal.throwIfAborted();
    const errno = errnoOf(error);
    return fail(errno === 'ENXIO' ? 'EINVAL' : errno); // `places.open` refuses what is no file or folder
  }
};
