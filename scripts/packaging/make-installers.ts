/**
 * Makes the installers of this system with electron-builder, which downloads Electron and its tools when they are missing.
 * Nothing is published. What else is said on the command line is passed on to it (`-- --dir`).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installerCall } from './builder-arguments.ts';
import { writeNotices } from './write-notices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const builder = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
const { args, env } = installerCall(process.platform, process.arch);

await writeNotices();
if (process.platform === 'linux') {
  // Of the .deb package: `labseal` on PATH is its launcher.
  const link = path.join(root, 'out', 'labseal');
  fs.rmSync(link, { force: true });
  fs.symlinkSync('/opt/Labseal/resources/labseal', link);
}
const child = spawn(process.execPath, [builder, ...args, ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...env },
  stdio: ['ignore', 'inherit', 'inherit'],
});
const [code] = (await once(child, 'close')) as [number | null];
if (code === 0) {
  process.stdout.write('The installers are in release/.\n');
} else {
  process.stderr.write(
    'No installers were made; the reason is above. Without a network, "npm run package:check" still proves the contents.\n',
  );
  process.exitCode = 1;
}
