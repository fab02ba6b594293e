/**
 * `npm run sbom -- --out FILE`: an inventory (CycloneDX) of what a person gets with the program, and of nothing else: npm's own lists
 * tools of developers too, and knows nothing of what is built in. Without `--out` it goes to stdout. Needs a
 * build with its source maps.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { npmCommand, withoutOwnPrograms } from '../command.mjs';
import { tellUsage } from '../tell-usage.mjs';
import { thisPlatform } from './platform.mjs';
import { readLockfile } from './lockfile.ts';
import { mappedSources } from './mapped-sources.ts';
import { shippedInventory, shippedPackages, type Inventory } from './shipped-packages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const MOST_BYTES = 64 * 1024 * 1024;

tellUsage(import.meta.url);
const { values } = parseArgs({ options: { out: { type: 'string' } } });
const { packages, name, version } = readLockfile(root);
const shipped = shippedPackages({
  sources: await mappedSources(root),
  locked: packages,
  platform: thisPlatform(),
});
const inventory = shippedInventory(await npmInventory(), shipped, `${name}@${version}`);
const text = `${JSON.stringify(inventory, null, 2)}\n`;
if (values.out === undefined) process.stdout.write(text);
else fs.writeFileSync(values.out, text);
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
