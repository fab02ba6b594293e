/**
 * Copies of files that a page gave to its host because it knows no paths (`inbox` of the data folder, each in a folder
 * of its own). A copy made for a single question is removed after the answer. A folder with an unfinished copy has a
 * name of its own (`PART`), so that one that was cut off is known and removed. Nothing outside the inbox, and no
 * finished copy, is ever removed unasked.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { DAY_MS, HOUR_MS } from '../../../src-shared/model/text/time.ts';
import { errnoOf } from '../../platform/errno.ts';
import type { Clock } from '../../platform/clock.ts';

export const INBOX_NAME = 'inbox';
/** Ends the name of a copy's folder until the copy is whole. */
export const PART = '.part';

/** The folder that holds nothing but this copy; null for a file that is not an inbox copy. */
export function inboxFolderOf(filePath: string, dataFolder: string): string | null {
  const inbox = path.join(dataFolder, INBOX_NAME);
  const [own, name, ...deeper] = path.relative(inbox, path.resolve(filePath)).split(path.sep);
  const isInside = own !== undefined && own !== '' && own !== '..' && !path.isAbsolute(own);
  if (!isInside || name === undefined || deeper.length > 0) return null;
  return path.join(inbox, own);
}

/** Other files are left unchanged. Rejects with the system's error. */
export async function removeInboxCopy(filePath: string, dataFolder: string): Promise<void> {
  const own = inboxFolderOf(filePath, dataFolder);
  if (own !== null) await fs.rm(own, { recursive: true, force: true });
}

/**
 * Removes copies that were cut off: all, or those that got no byte since `beforeMs`. One that cannot be removed waits for
 * the next time. An upload that still runs fails, and says so to its page.
 */
export async function sweepInbox(dataFolder: string, beforeMs = Infinity): Promise<void> {
  const inbox = path.join(dataFolder, INBOX_NAME);
  for (const own of await listed(inbox)) {
    if (!own.isDirectory() || !own.name.endsWith(PART)) continue;
    const folder = path.join(inbox, own.name);
    try {
      const isOld = beforeMs === Infinity || (await lastWrittenMs(folder)) < beforeMs;
      if (isOld) await fs.rm(folder, { recursive: true, force: true });
    } catch (error) {
      errnoOf(error); // a bug is thrown again; what the disk refuses now is tried again
    }
  }
}

/** Calls `act` again and again until the returned function is called. */
export type Repeat = (everyMs: number, act: () => void) => () => void;

const repeatInTime: Repeat = (everyMs, act) => {
  const timer = setInterval(act, everyMs).unref();
  return () => clearInterval(timer);
};

/** Sweeps every hour what has been cut off for a day. Returns how to end it. */
export function startInboxSweep(
  dataFolder: string,
  { nowMs }: Pick<Clock, 'nowMs'>,
  repeat = repeatInTime,
): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const stop = repeat(HOUR_MS, () => {
    sweeping = sweepInbox(dataFolder, nowMs() - DAY_MS);
  });
  return () => {
    stop();
    return sweeping;
  };
}

async function listed(inbox: string) {
  try {
    return await fs.readdir(inbox, { withFileTypes: true });
  } catch (error) {
    errnoOf(error); // a bug is thrown again; without an inbox there is nothing to sweep
    return [];
  }
}

async function lastWrittenMs(folder: string): Promise<number> {
  const names = await fs.readdir(folder);
  const paths = [folder, ...names.map((name) => path.join(folder, name))];
  const stats = await Promise.all(paths.map((each) => fs.lstat(each)));
  return Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
}
