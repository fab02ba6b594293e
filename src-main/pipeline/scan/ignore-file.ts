/**
 * Reads a `.labsealignore`. Such a file may be hostile or unfinished, so its size is limited and it must be a plain
 * file in UTF-8. Anything else is an error: treating it as empty could send what it meant to hold back.
 */
import { isUtf8 } from 'node:buffer';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { errnoOf } from '../../platform/errno.ts';

/** The text, or the system's code: also `EFBIG` over 256 KiB, `EILSEQ` when not UTF-8, `EINVAL` for no plain file. */
export type ReadIgnoreFile = (path: string, signal: AbortSignal) => Promise<Result<string, string>>;

const MAX_BYTES = 262_144;

/** Abort ends it between two steps and rejects with `signal.reason`. */
export const readIgnoreFile: ReadIgnoreFile = async (path, signal) => {
  signal.throwIfAborted();
  try {
    // Neither a link nor a FIFO may block it; Windows knows neither flag.
    const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
    await using file = await open(path, flags);
    if (!(await file.stat()).isFile()) return fail('EINVAL');
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_BYTES + 1), 0, MAX_BYTES + 1, 0);
    signal.throwIfAborted();
    if (bytesRead > MAX_BYTES) return fail('EFBIG');
    const bytes = buffer.subarray(0, bytesRead);
    return isUtf8(bytes) ? ok(bytes.toString('utf8')) : fail('EILSEQ');
  } catch (error) {
    signal.throwIfAborted();
    return fail(errnoOf(error));
  }
};
