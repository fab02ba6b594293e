/** Gives a file or a folder another name, in place of a file that has it. */
import { rename } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { errnoOf } from '../errno.ts';

export interface RenamingPorts {
  readonly platform?: NodeJS.Platform;
  readonly renameNow?: (from: string, to: string) => Promise<void>;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** How Windows says that somebody has one of the two open: a reader, a virus scanner, the indexer. */
const HELD: ReadonlySet<string> = new Set(['EPERM', 'EACCES', 'EBUSY']);
/** Whoever looks at a new file lets it go sooner; what is refused for another reason is refused still. */
const PAUSES_MS = [10, 20, 40, 80, 160, 320, 640];

/** Throws the file system's errors; on Windows, what is held open only after more than a second. */
export async function renameWhenFree(
  from: string,
  to: string,
  { platform = process.platform, renameNow = rename, pause = setTimeout }: RenamingPorts = {},
): Promise<void> {
  for (const pauseMs of platform === 'win32' ? PAUSES_MS : []) {
    try {
      return await renameNow(from, to);
    } catch (error) {
      if (!HELD.has(errnoOf(error))) throw error;
    }
    await pause(pauseMs);
  }
  await renameNow(from, to);
}
