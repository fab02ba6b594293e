/** Which files the built program and page were made of, by the maps of their sources. */
import { globSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** As the bundler wrote them. Rejects without a build. */
export async function mappedSources(root: string): Promise<readonly string[]> {
  const maps = globSync('out/{main,preload,renderer}/**/*.map', { cwd: root });
  if (maps.length === 0)
    throw new Error('There is no build to look at; run "npm run build" first.');
  const all = maps.map(async (file) => {
    const map = JSON.parse(await fs.readFile(path.join(root, file), 'utf8')) as {
      readonly sources?: readonly (string | null)[];
    };
    return (map.sources ?? []).flatMap((source) => source ?? []);
  });
  return (await Promise.all(all)).flat();
}
