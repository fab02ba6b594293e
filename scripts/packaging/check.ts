/**
 * Packs the program around an executable that stands in for Electron, and proves that the package is complete: it was
 * accepted by electron-builder, holds exactly what it must, carries machine code for this system alone, its fuses are
 * turned, and the program out of it does its work far from the checkout. Needs a build, no network, and no Electron.
 *   npm run package:check [-- --keep]   --keep leaves the package where it says
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { extractAll, extractFile, listPackage, statFile } from '@electron/asar';
import { thisPlatform } from './platform.mjs';
import { standInCall } from './builder-arguments.ts';
import { FUSES, readFuses, shippedFuses, standInExecutable } from './fuses.ts';
import { launcherFaults } from './launchers.ts';
import { nativeTarget } from './native-target.ts';
import { readLockfile } from './lockfile.ts';
import { findFaults, packageFolders } from './packed-files.ts';
import { pageFaults } from './page-faults.ts';
import { runPacked } from './run-packed.ts';
import { writeNotices } from './write-notices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BUILDER = path.join(root, 'node_modules', 'electron-builder', 'cli.js');
const EXECUTABLE = 'labseal-desktop';
const NOTICES = 'third-party-notices.txt';
const HEADER_BYTES = 1_024;
const MOST_FAULTS_SHOWN = 12;

/** What a step saw, or why it failed: an Error whose message is for the person. */
interface Step {
  readonly name: string;
  readonly look: () => Promise<readonly string[]>;
}

const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } });
const place = await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-package-'));
const packed = path.join(place, 'release', 'linux-unpacked');
const archive = path.join(packed, 'resources', 'app.asar');
const platform = thisPlatform();

/** How many packages are named with their licence. */
let licences = 0;

const STEPS: readonly Step[] = [
  { name: 'configuration', look: pack },
  { name: 'contents', look: lookAtContents },
  { name: 'pages', look: lookAtPages },
  { name: 'licences', look: lookAtNotices },
  { name: 'machine code', look: lookAtNatives },
  { name: 'fuses', look: lookAtFuses },
  { name: 'launchers', look: lookAtLaunchers },
  { name: 'headless run', look: runIt },
];

try {
  for (const { name, look } of STEPS) {
    const startMs = performance.now();
    const say = (mark: string, text: string) =>
      process.stdout.write(`${mark} ${name.padEnd(14)} ${text}\n`);
    try {
      const seen = await look();
      const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
      say('✓', `${seen.join('; ')} (${seconds} s)`);
    } catch (cause) {
      say('✗', cause instanceof Error ? cause.message : String(cause));
      process.exitCode = 1;
      break;
    }
  }
  if (process.exitCode !== 1) process.stdout.write('The packed program is complete.\n');
} finally {
  if (values.keep) process.stdout.write(`Kept at ${place}\n`);
  else await fs.rm(place, { recursive: true, force: true });
}

async function pack(): Promise<readonly string[]> {
  licences = await writeNotices();
  const electron = path.join(place, 'stand-in');
  await fs.mkdir(electron);
  await fs.writeFile(path.join(electron, 'electron'), standInExecutable(), { mode: 0o755 });
  const { args, env } = standInCall(electron, path.join(place, 'release'), process.arch);
  const builder = spawn(process.execPath, [BUILDER, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  let said = '';
  builder.stdout.on('data', (text: Buffer) => (said += text.toString()));
  builder.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(builder, 'close')) as [number | null];
  if (code !== 0) throw new Error(`electron-builder ended with ${code}:\n${said}`);
  return ['electron-builder.yml is valid and packs'];
}

async function lookAtContents(): Promise<readonly string[]> {
  const names = packedFiles();
  const { packages } = readLockfile(root);
  const built = await Promise.all(['out', 'build'].map((folder) => filesBelow(root, folder)));
  const unpacked = await filesBelow(`${archive}.unpacked`, '.');
  const packagesFound = packageFolders(names).map((folder) => {
    const { name, version } = JSON.parse(readPacked(`${folder}/package.json`)) as Readonly<
      Record<string, string>
    >;
    return `${name} ${version}`;
  });
  refuse(
    findFaults({
      packed: names,
      packages: packagesFound,
      unpacked,
      built: built.flat(),
      locked: packages,
      platform,
    }),
  );
  const { size } = await fs.stat(archive);
  const own = names.filter((name) => !name.startsWith('node_modules/'));
  return [
    `${own.length} files of ours, ${packagesFound.length} packages, ${(size / 1e6).toFixed(1)} MB`,
    'no sources, maps, tests or packages for developers',
  ];
}

async function lookAtNotices(): Promise<readonly string[]> {
  const text = await fs.readFile(path.join(packed, 'resources', NOTICES), 'utf8');
  const named = text.match(/^-{8,}$/gm)?.length ?? 0;
  refuse(named < licences ? [`${named} of ${licences} packages are named`] : []);
  return [`${licences} packages with their licences, each one that may be given away`];
}

function lookAtPages(): Promise<readonly string[]> {
  const pages = packedFiles().filter((name) => name.endsWith('.html'));
  refuse(
    pages.length === 0
      ? ['there is none']
      : pages.flatMap((name) => pageFaults(name, readPacked(name))),
  );
  return Promise.resolve([`${pages.join(', ')}: scripts and styles as files of the package alone`]);
}

async function lookAtNatives(): Promise<readonly string[]> {
  const natives = packedFiles().filter((name) => name.endsWith('.node'));
  const faults: string[] = [];
  for (const name of natives) {
    const file = await fs.open(path.join(`${archive}.unpacked`, name));
    const { buffer } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    await file.close();
    const target = nativeTarget(buffer);
    if (target?.os !== process.platform || target.processor !== process.arch) {
      faults.push(`${name} is for ${target?.os ?? '?'}-${target?.processor ?? '?'}`);
    }
  }
  refuse(natives.length === 0 ? ['there is none'] : faults);
  return [`${natives.length} files, all for ${process.platform}-${process.arch}`];
}

async function lookAtFuses(): Promise<readonly string[]> {
  const [found, ...others] = readFuses(await fs.readFile(path.join(packed, EXECUTABLE)));
  const wanted = shippedFuses('linux');
  refuse(others.length > 0 ? ['the switches are there more than once'] : []);
  refuse(
    FUSES.flatMap(({ name }, index) =>
      found?.[index] === wanted[index] ? [] : [`${name} is ${found?.[index] ?? 'not there'}`],
    ),
  );
  return [`${found ?? ''} (as on Linux; macOS and Windows: ${shippedFuses('darwin')})`];
}

async function lookAtLaunchers(): Promise<readonly string[]> {
  const all = await fs.readdir(packed, { recursive: true, withFileTypes: true });
  const launchers = all.filter((entry) => entry.isFile() && !/\.(asar|node|js)$/.test(entry.name));
  const faults: string[] = [];
  for (const { parentPath, name } of launchers) {
    const text = await fs.readFile(path.join(parentPath, name), 'latin1');
    faults.push(...launcherFaults(name, text));
  }
  refuse(faults);
  return [`nothing beside the archive weakens the program (${launchers.length} files)`];
}

async function runIt(): Promise<readonly string[]> {
  const program = path.join(place, 'program');
  extractAll(archive, program);
  return runPacked(program, place);
}

function readPacked(name: string): string {
  return extractFile(archive, path.normalize(name)).toString();
}

/** Files in the archive, with forward slashes and none in front. */
function packedFiles(): readonly string[] {
  return listPackage(archive, { isPack: false })
    .map((name) => withSlashes(name).replace(/^\//, ''))
    .filter((name) => !('files' in statFile(archive, path.normalize(name))));
}

/** Relative to `base`, with forward slashes. */
async function filesBelow(base: string, folder: string): Promise<readonly string[]> {
  const options = { recursive: true, withFileTypes: true } as const;
  const entries = await fs.readdir(path.join(base, folder), options);
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => withSlashes(path.relative(base, path.join(parentPath, name))));
}

function withSlashes(name: string): string {
  return name.replaceAll(path.sep, '/');
}

function refuse(faults: readonly string[]): void {
  if (faults.length === 0) return;
  const more = faults.length - MOST_FAULTS_SHOWN;
  const shown = faults.slice(0, MOST_FAULTS_SHOWN).join('\n    ');
  throw new Error(`\n    ${shown}${more > 0 ? `\n    and ${more} more` : ''}`);
}
