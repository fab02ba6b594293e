/** Reads a file that a person named: an ordinary one, since a pipe or a device may never end. */
import fs from 'node:fs/promises';
import { unreadableSentence } from '../../../src-shared/model/words/en/unreadable.ts';
import { errnoOf, meansAbsent } from '../../platform/errno.ts';
import { UsageError } from './exit-code.ts';

/** `option`: the one that named it. Null: it is larger than `mostBytes`. Throws `UsageError` when it cannot be read. */
export async function readChosenFile(
  option: string,
  file: string,
  mostBytes: number,
): Promise<Buffer | null> {
  try {
    const found = await fs.stat(file);
    if (!found.isFile()) {
      throw new UsageError(`${option} names ${file}, which is not an ordinary file.`);
    }
    return found.size > mostBytes ? null : await fs.readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const errno = errnoOf(error);
    throw new UsageError(
      meansAbsent(errno)
        ? `There is no file ${file} for ${option}. Check the path.`
        : `${file}, named with ${option}, cannot be read. ${unreadableSentence(errno)}`,
    );
  }
}
