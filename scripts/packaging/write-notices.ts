/** Writes the licences of what ships beside the build, for electron-builder to take along. Ends with 1 when one may not ship. */
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { thisPlatform } from './platform.mjs';
import { mappedSources } from './mapped-sources.ts';
import { licenceFaults, NOTICES_FILE, noticesText, readNotices } from './notices.ts';
import { readLockfile } from './lockfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Gives how many packages are in it. Rejects with a sentence when one of them may not ship. */
export async function writeNotices(): Promise<number> {
  const { packages: locked } = readLockfile(root);
  const sources = await mappedSources(root);
  const notices = readNotices(root, { sources, locked, platform: thisPlatform() });
  const faults = licenceFaults(notices);
  if (faults.length > 0) throw new Error(`Not everything may be given away: ${faults.join(', ')}.`);
  await fs.writeFile(path.join(root, NOTICES_FILE), noticesText(notices));
  return notices.length;
}
