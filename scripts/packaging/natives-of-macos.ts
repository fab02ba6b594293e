/**
 * Installs the natives of macOS' other processor beside this one's, in the versions of the lockfile: one program holds
 * both halves. For the build of a release alone; the next `npm ci` takes them away again.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { npmCommand, withoutOwnPrograms } from '../command.mjs';
import { isForPlatform } from './platform.mjs';
import { readLockfile } from './lockfile.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { packages } = readLockfile(root);
const processors = ['x64', 'arm64'].map((cpu) => ({ os: 'darwin', cpu, libc: null }));
const wanted = Object.entries(packages)
  .filter(([, entry]) => entry.dev !== true && entry.optional === true)
  .filter(([, entry]) => processors.some((platform) => isForPlatform(entry, platform)))
  .map(([folder, { version = '' }]) => `${folder.replace(/^.*node_modules\//, '')}@${version}`);
const npm = npmCommand(process.env);
const args = [...npm.args, 'install', '--no-save', '--force', '--ignore-scripts', ...wanted];
execFileSync(npm.command, args, {
  cwd: root,
  env: withoutOwnPrograms(root),
  stdio: 'inherit',
  shell: npm.shell,
});
process.stdout.write(`Installed for both processors: ${wanted.join(', ')}\n`);
