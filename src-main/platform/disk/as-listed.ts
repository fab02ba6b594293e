/** How a path is spelled on its drive: one that ignores case finds a file by other spellings too. */
import { lstat, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { errnoOf } from '../errno.ts';

/** With the names below `root` as their directories list them; those that are not there, or cannot be listed, as given. */
export async function asListed(path: string, root: string): Promise<string> {
  let at = root;
  for (const name of relative(root, path).split(sep)) at = join(at, await listedName(at, name));
  return at;
}

async function listedName(directory: string, name: string): Promise<string> {
  try {
    const names = await readdir(directory);
    if (names.includes(name)) return name;
    const wanted = await lstat(join(directory, name), { bigint: true });
    for (const each of names) {
      if (each.toLowerCase() !== name.toLowerCase()) continue;
      const { dev, ino } = await lstat(join(directory, each), { bigint: true });
      if (dev === wanted.dev && ino === wanted.ino) return each;
    }
  } catch (error) {
    errnoOf(error); // a bug is thrown again
  }
  return name;
}
