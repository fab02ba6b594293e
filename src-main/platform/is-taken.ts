import { lstat } from 'node:fs/promises';
import { unlessAbsent } from './errno.ts';

/** Whether the name is taken, even by a broken link. */
export async function isTaken(path: string): Promise<boolean> {
  return (await unlessAbsent(lstat(path))) !== null;
}
