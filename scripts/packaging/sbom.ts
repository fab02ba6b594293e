/**
 * `npm run sbom`: an inventory (CycloneDX) of what a person gets with the program, and of nothing else: npm's own lists
 * tools of developers too, and knows nothing of what is built in. Needs a build with its source maps.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { npmCommand, withoutOwnPrograms } from '../command.mjs';
import { thisPlatform } from './platform.mjs';
import { readLockfile } from './lockfile.ts';
import { mappedSources } from './mapped-sources.ts';
import { shippedInventory, shippedPackages, type Inventory } from './shipped-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MOST_BYTES = 64 * 1024 * 1024;

const { packages, name, version } = readLockfile(root);
const shipped = shippedPackages({
  sources: await mappedSources(root),
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
