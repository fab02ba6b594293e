/**
 * Copies of files that a page gave to its host because it knows no paths (`inbox` of the data folder, each in a folder
 * of its own). A copy made for a single question is removed after the answer. Nothing outside the inbox is ever
 * removed.
 */
import fs from 'node:fs/promises';
import path from 'node:path';

export const INBOX_NAME = 'inbox';

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
