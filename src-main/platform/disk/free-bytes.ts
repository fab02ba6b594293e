import fs from 'node:fs/promises';

/** The space on the drive of a folder that this user may still fill. Rejects with the system's error. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await fs.statfs(folder);
  return bavail * bsize;
}
