/**
 * `npm run sbom`: an inventory (CycloneDX) of what a person gets with the program, and of nothing else: npm's own lists
 * tools of developers too, and knows nothing of what is built in. Needs a build with its source maps.
 */
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmCommand, withoutOwnPrograms } from '../prepare/command.mjs';
import { thisPlatform } from '../prepare/platform.mjs';
import type { LockEntry } from './packed-files.ts';
import { shippedInventory, shippedPackages, type Inventory } from './shipped-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MOST_BYTES = 64 * 1024 * 1024;

const { packages, name, version } = JSON.parse(
  await fs.readFile(path.join(root, 'package-lock.json'), 'utf8'),
) as {
  readonly packages: Readonly<Record<string, LockEntry>>;
  readonly name: string;
  readonly version: string;
};
const shipped = shippedPackages({
  sources: await mappedSources(),
  locked: packages,
  platform: thisPlatform(),
});
const inventory = shippedInventory(await npmInventory(), shipped, `${name}@${version}`);
process.stdout.write(`${JSON.stringify(inventory, null, 2)}\n`);
process.stderr.write(`${shipped.length} packages ship.\n`);

async function npmInventory(): Promise<Inventory> {
  const npm = npmCommand(process.env);
  const args = [...npm.args, 'sbom', '--sbom-format', 'cyclonedx'];
  const { stdout } = await promisify(execFile)(npm.command, args, {
    cwd: root,
    env: withoutOwnPrograms(root),
    maxBuffer: MOST_BYTES,
    shell: npm.shell,
  });
  return JSON.parse(stdout) as Inventory;
}

async function mappedSources(): Promise<readonly string[]> {
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
