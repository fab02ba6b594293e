/**
 * Where a path really is, without links and short names. Windows does not tell it on drives that a driver of their own makes
 * (memory, encrypted containers); there Node finds it from name to name. Throws the file system's errors.
 */
import { realpathSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { errnoOf } from '../errno.ts';

interface RealPathPorts<Told> {
  readonly platform?: NodeJS.Platform;
  readonly told?: (path: string) => Told;
}

export function realPathNow(
  path: string,
  { platform = process.platform, told = realpathSync.native }: RealPathPorts<string> = {},
): string {
  try {
    return told(path);
  } catch (error) {
    return fromNameToName(path, platform, error);
  }
}

export async function realPath(
  path: string,
  { platform = process.platform, told = realpath }: RealPathPorts<Promise<string>> = {},
): Promise<string> {
  try {
    return await told(path);
  } catch (error) {
    return fromNameToName(path, platform, error);
  }
}

function fromNameToName(path: string, platform: NodeJS.Platform, error: unknown): string {
  errnoOf(error); // a bug is thrown again
  if (platform !== 'win32') throw error;
  return realpathSync(path);
}
