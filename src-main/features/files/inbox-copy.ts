/**
 * Copies of files that a page gave to its host because it knows no paths (`inbox` of the data folder, each in a folder
 * of its own). A copy made for a single question is removed after the answer. A folder with an unfinished copy has a
 * name of its own (`PART`), so that one that was cut off is known and removed. A finished copy has a mark beside its
 * folder (`UNADDED`) until it is added, so that one that nobody added is known and removed after a week: no database is
 * asked, since one that was lost or restored would not name copies that are needed. Nothing outside the inbox, and no
 * copy that was ever added, is removed unasked.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { DAY_MS, MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { INBOX_NAME } from '../../platform/data-folder.ts';
import { errnoOf, unlessAbsent } from '../../platform/errno.ts';
import { syncFolder } from '../../platform/disk/private-files.ts';
import type { Clock } from '../../platform/clock.ts';
import { realPath } from '../../platform/disk/paths.ts';

/** Ends the name of a copy's folder until the copy is whole. */
export const PART = '.part';
/** Ends the name of the mark of a copy that was not added yet: an empty file beside its folder. */
export const UNADDED = '.unadded';
const MARK = /^([\da-f]+)\.unadded$/;
/** A page that is still open may add what it gave; one that is told that the copy is gone gives it again. */
const SWEEP_MS = 10 * MINUTE_MS;
const UNADDED_KEPT_MS = 7 * DAY_MS;

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
  if (own === null) return;
  await fs.rm(own, { recursive: true, force: true });
  await fs.rm(own + UNADDED, { force: true });
}

/** From now on rows may name these files, and copies among them stay. Other files are left unchanged. */
export async function keepAdded(filePaths: readonly string[], dataFolder: string): Promise<void> {
  const inbox = await unlessAbsent(realPath(path.join(dataFolder, INBOX_NAME)));
  if (inbox === null) return;
  const parents = new Set(filePaths.map((each) => path.dirname(each))); // few, of very many files
  const folders = await Promise.all([...parents].map((folder) => unlessAbsent(realPath(folder))));
  const own = folders.filter((each) => each !== null && path.dirname(each) === inbox);
  if (own.length === 0) return;
  for (const folder of own) await fs.rm(folder + UNADDED, { force: true });
  await syncFolder(inbox); // no power cut brings a mark back that a row has made wrong
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

/** Removes copies that nobody added for a week. One that the disk does not let go then stays. */
export async function sweepUnadded(dataFolder: string, nowMs: number): Promise<void> {
  const inbox = path.join(dataFolder, INBOX_NAME);
  for (const { name } of await listed(inbox)) {
    const own = MARK.exec(name)?.[1];
    if (own === undefined) continue;
    const mark = path.join(inbox, name);
    try {
      if ((await fs.lstat(mark)).mtimeMs > nowMs - UNADDED_KEPT_MS) continue;
      // Whoever takes the mark away has decided: an adding that came first keeps the copy.
      await fs.unlink(mark);
      await fs.rm(path.join(inbox, own), { recursive: true, force: true });
    } catch (error) {
      errnoOf(error); // a bug is thrown again; the disk may refuse
    }
  }
}

/** Calls `act` again and again until the returned function is called. */
export type Repeat = (everyMs: number, act: () => void) => () => void;

const repeatInTime: Repeat = (everyMs, act) => {
  const timer = setInterval(act, everyMs).unref();
  return () => clearInterval(timer);
};

/**
 * Sweeps every ten minutes what has been cut off for a day, or not added for a week; nothing while `isClockWrong`, when a
 * day may be no day. Returns how to end it.
 */
export function startInboxSweep(
  dataFolder: string,
  {
    nowMs,
    isClockWrong,
  }: Pick<Clock, 'nowMs'> & {
    /** As far as is known: not at the start, before the service has shown its time. */
    readonly isClockWrong: () => boolean;
  },
  repeat = repeatInTime,
): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const stop = repeat(SWEEP_MS, () => {
    if (isClockWrong()) return;
    sweeping = sweepInbox(dataFolder, nowMs() - DAY_MS).then(() =>
      sweepUnadded(dataFolder, nowMs()),
    );
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
