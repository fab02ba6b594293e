/**
 * Copies of files that a page gave to its host because it knows no paths (`inbox` of the data folder, each in a folder of
 * its own). One that was made for a question alone is taken away after the answer; nothing outside the inbox ever is.
 */
import fs from 'node:fs/promises';
import path from 'node:path';

export const INBOX_NAME = 'inbox';

/** The folder that holds nothing but this copy; null for a file that is no copy of the inbox. */
export function inboxFolderOf(filePath: string, dataFolder: string): string | null {
  const inbox = path.join(dataFolder, INBOX_NAME);
  const [own, name, ...deeper] = path.relative(inbox, path.resolve(filePath)).split(path.sep);
  const isInside = own !== undefined && own !== '' && own !== '..' && !path.isAbsolute(own);
  if (!isInside || name === undefined || deeper.length > 0) return null;
  return path.join(inbox, own);
}

/** Any other file stays as it is. Rejects with the system's error. */
export async function removeInboxCopy(filePath: string, dataFolder: string): Promise<void> {
  const own = inboxFolderOf(filePath, dataFolder);
  if (own !== null) await fs.rm(own, { recursive: true, force: true });
}
