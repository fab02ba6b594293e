/**
 * Starts the installed program as its system does, without a test runner inside: from the command on PATH, from a link while
 * nothing runs, and from an AppImage that the system does not let protect itself; and ends it as the system does. Changes this
 * computer: for those of a workflow.
 *   node scripts/packaging/try-installed.ts
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const release = fileURLToPath(new URL('../../release', import.meta.url));
const PATIENCE_MS = 60_000;
const LOOK_MS = 200;
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-installed-'));
process.env['LABSEAL_HOME'] = home;
process.env['LABSEAL_TOKEN_STORE'] = 'file';

/** Written when calls are heard, which is after the window was made; removed at the end. */
const running = path.join(home, 'socket.json');

type Step = readonly [name: string, try_: () => Promise<void> | void];

const STEPS: Readonly<Partial<Record<NodeJS.Platform, readonly Step[]>>> = {
  linux: [
    ['the .deb package is installed', () => run('sudo', 'dpkg', '--install', made('.deb'))],
    ['labseal is on PATH and answers alone', () => command('labseal')],
    ['a link starts the window', () => startsBy(['xdg-open', LINK])],
    ['labseal reaches the window that runs', () => command('labseal')],
    ['SIGTERM ends it well', () => endsWell(['labseal-desktop', '--hidden'])],
    ['an AppImage without namespaces says why, and runs commands', appImageWithoutNamespaces],
  ],
  darwin: [
    ['the program is put where programs are', installOnMac],
    ['labseal answers alone', () => command(`${INSTALLED_ON_MAC}/Contents/Resources/labseal`)],
    ['a link starts the window from cold', () => startsBy(['open', ...given(), LINK])],
    ['SIGTERM ends it well', () => endsWell([`${INSTALLED_ON_MAC}/Contents/MacOS/Labseal`])],
  ],
  win32: [
    ['the installer runs', () => run(made('.exe'), '/S')],
    ['labseal answers alone', () => command(`${installedOnWindows()}\\resources\\labseal.cmd`)],
    ['a link starts the window from cold', () => startsBy(['cmd', '/c', 'start', '', LINK])],
  ],
};

const LINK = 'labseal://activate/installed-1';
const INSTALLED_ON_MAC = '/Applications/Labseal.app';
const installedOnWindows = () =>
  path.join(process.env['LOCALAPPDATA'] ?? '', 'Programs', 'labseal');

for (const [name, attempt] of STEPS[process.platform] ?? []) {
  try {
    await attempt();
    process.stdout.write(`✓ ${name}\n`);
  } catch (error) {
    process.stdout.write(`✗ ${name}: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function made(ending: string): string {
  const name = fs.readdirSync(release).find((file) => file.endsWith(ending));
  if (name === undefined) throw new Error(`release/ holds no ${ending}`);
  return path.join(release, name);
}

function installOnMac(): void {
  run('cp', '-R', path.join(release, 'mac-universal', 'Labseal.app'), '/Applications/');
  const services =
    '/System/Library/Frameworks/CoreServices.framework/Frameworks/LaunchServices.framework';
  run(`${services}/Support/lsregister`, '-f', INSTALLED_ON_MAC); // else its links are known only later
}

/** What `open` starts has not the surroundings of who called it. */
function given(): readonly string[] {
  return ['LABSEAL_HOME', 'LABSEAL_TOKEN_STORE'].flatMap((name) => [
    '--env',
    `${name}=${process.env[name]}`,
  ]);
}

function run(program: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ended with ${error?.message ?? status}`);
}

/** A command that needs the database, and one that is wrong: both say so by their exit codes, and on the right stream. */
function command(labseal: string): void {
  const shell = process.platform === 'win32';
  const ask = (...words: string[]) => spawnSync(labseal, words, { encoding: 'utf8', shell });
  const version = ask('--version');
  if (version.status !== 0 || !/^labseal version \d+\.\d+\.\d+\s*$/.test(version.stdout)) {
    throw new Error(`--version: ${version.status}, ${version.stdout}${version.stderr}`);
  }
  const folders = ask('folder', 'list', '--json');
  if (folders.status !== 0 && folders.status !== 3) {
    throw new Error(`folder list: ${folders.status}, ${folders.stderr}`);
  }
  JSON.parse(folders.stdout);
  const wrong = ask('no-such-command');
  if (wrong.status !== 2) throw new Error(`a wrong command ended with ${wrong.status}`);
}

async function startsBy([program = '', ...args]: readonly string[]): Promise<void> {
  run(program, ...args);
  await until('it runs', () => fs.existsSync(running));
}

async function endsWell([program = '', ...args]: readonly string[]): Promise<void> {
  endOneThatRuns();
  await until('the one before has ended', () => !fs.existsSync(running));
  const child = spawn(program, args, { stdio: 'inherit' });
  await until('it runs', () => fs.existsSync(running));
  child.kill('SIGTERM');
  const [code, signal] = await endOf(child);
  if (code !== 0) throw new Error(`it ended with ${code ?? signal}`);
}

/** Who it was started by is unknown: whoever holds its socket. */
function endOneThatRuns(): void {
  const { path: socket } = JSON.parse(fs.readFileSync(running, 'utf8')) as {
    readonly path: string;
  };
  const { stdout } = spawnSync('lsof', ['-t', socket], { encoding: 'utf8' });
  for (const pid of stdout.split('\n').filter((line) => line !== '')) {
    process.kill(Number(pid), 'SIGTERM');
  }
}

async function appImageWithoutNamespaces(): Promise<void> {
  const file = made('.AppImage');
  fs.chmodSync(file, 0o755);
  const setting = 'kernel.apparmor_restrict_unprivileged_userns';
  const before = spawnSync('sysctl', ['-n', setting], { encoding: 'utf8' }).stdout.trim();
  run('sudo', 'sysctl', '-w', `${setting}=1`);
  try {
    const version = spawnSync(
      file,
      ['--labseal-command', '--ozone-platform=headless', '--disable-gpu', '--', '--version'],
      { encoding: 'utf8' },
    );
    if (version.status !== 0) throw new Error(`--version: ${version.stderr}`);
    const child = spawn(file, [], { stdio: 'inherit' });
    await until(
      'a dialog is seen',
      () => spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'Labseal']).status === 0,
    );
    if (fs.existsSync(running)) throw new Error('it opened the data all the same');
    child.kill('SIGTERM');
    await endOf(child);
  } finally {
    run('sudo', 'sysctl', '-w', `${setting}=${before}`);
  }
}

async function endOf(child: ChildProcess): Promise<readonly [number | null, string | null]> {
  if (child.exitCode !== null || child.signalCode !== null)
    return [child.exitCode, child.signalCode];
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  return Promise.race([
    ended,
    sleep(PATIENCE_MS, undefined, { ref: false }).then(() => {
      child.kill('SIGKILL');
      throw new Error('it did not end');
    }),
  ]);
}

async function until(what: string, isTrue: () => boolean): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!isTrue()) {
    if (performance.now() > endMs) throw new Error(`not within a minute: ${what}`);
    await sleep(LOOK_MS);
  }
}
