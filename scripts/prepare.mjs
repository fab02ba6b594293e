/**
 * Makes this checkout ready: packages, the project's own Node 24, the build, a browser. Does nothing where nothing is
 * missing. Plain JavaScript for any Node from 20 on, since it runs before anything is installed; it talks on stderr only.
 *   node scripts/prepare.mjs [--browser] [--no-build]
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { run, runNpm } from './command.mjs';
import { systemChromium } from './system-chromium.mjs';

/** @typedef {(sentence: string) => void} Say */

const OLDEST_NODE = 20;
/** Written last, so that a build or an installation that was cut off is done again. */
const BUILD_STAMP = 'out/.built';
const NOT_BUILT = /\.(test|contract)\.tsx?$|(^|\/)test-support\//;
const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-liberation'];
const NPM_CI = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];

/**
 * The project's own Node, which every program of ours runs on.
 * @param {string} root
 */
export function projectNode(root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(root, 'node_modules', 'node', 'bin', name);
}

/**
 * Throws an Error whose message is a sentence for the person.
 * @param {string} root
 * @param {{ browser?: boolean, build?: boolean }} wanted
 * @param {Say} say
 */
export async function prepareCheckout(root, { browser = false, build = false }, say) {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new Error(
      `Labseal needs Node ${OLDEST_NODE} or newer to install itself, and this is Node ${process.versions.node}. See https://nodejs.org.`,
    );
  }
  const needsBrowser = browser && systemChromium() === undefined;
  // Debian's packages need nothing of npm's, so both come at the same time.
  const fromDebian = needsBrowser && isDebian() ? installFromDebian(root, say) : Promise.resolve();
  const [packages, chromium] = await Promise.allSettled([makeReady(root, build, say), fromDebian]);
  for (const each of [packages, chromium]) if (each.status === 'rejected') throw each.reason;
  if (needsBrowser && !isDebian()) await installWithPlaywright(root);
}

/**
 * @param {string} root
 * @param {boolean} build
 * @param {Say} say
 */
async function makeReady(root, build, say) {
  if (isInstalled(root) && (!build || isBuilt(root))) return;
  await oneAtATime(root, say, async () => {
    if (!isInstalled(root)) await installPackages(root, say);
    if (build && !isBuilt(root)) await buildProgram(root, say);
  });
}

/**
 * Whether the packages are those of package-lock.json. npm writes its own record of them last.
 * @param {string} root
 */
export function isInstalled(root) {
  const wanted = readLock(path.join(root, 'package-lock.json'));
  const found = readLock(path.join(root, 'node_modules', '.package-lock.json'));
  if (found === null || wanted === null || !fs.existsSync(projectNode(root))) return false;
  delete wanted[''];
  const isAsWanted = (/** @type {string} */ folder) =>
    found[folder] === undefined
      ? wanted[folder]?.optional === true // those of other systems
      : found[folder].version === wanted[folder]?.version;
  return [...Object.keys(wanted), ...Object.keys(found)].every(isAsWanted);
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean }> | null}
 */
function readLock(file) {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')).packages : null;
}

/** @param {string} root @param {Say} say */
async function installPackages(root, say) {
  const packages = fs.lstatSync(path.join(root, 'node_modules'), { throwIfNoEntry: false });
  if (packages?.isSymbolicLink()) {
    throw new Error(
      'node_modules is a link, and npm ci would empty the folder it leads to: install there, or remove the link.',
    );
  }
  say('Installing packages (npm ci)…');
  // Its warnings are about the Node that runs npm, which runs nothing else here.
  const code = await runNpm(root, [...NPM_CI, '--loglevel=error']);
  if (code !== 0) throw new Error(`npm ci ended with code ${code}; its messages are above.`);
  if (isInstalled(root)) return;
  throw new Error(
    "npm ci finished, but packages or the project's own Node are missing (does npm's setting ignore-scripts stop it?).",
  );
}

/** @param {string} root @param {Say} say */
async function buildProgram(root, say) {
  const sources = hashSources(root);
  say('Building…');
  if ((await runNpm(root, ['run', 'build'])) !== 0) {
    throw new Error('The build failed; its messages are above.');
  }
  fs.writeFileSync(path.join(root, BUILD_STAMP), sources);
}

/**
 * Whether out/ was built from these sources. Contents are compared: an older commit checked out has newer times.
 * @param {string} root
 */
export function isBuilt(root) {
  const stamp = path.join(root, BUILD_STAMP);
  return fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hashSources(root);
}

/** @param {string} root */
function hashSources(root) {
  const hash = crypto.createHash('sha256');
  for (const top of fs.readdirSync(root).toSorted()) {
    const isFolder = top.startsWith('src-');
    if (!isFolder && !/^(vite\.[\w.]*config\.ts|package(-lock)?\.json)$/.test(top)) continue;
    const names = isFolder ? fs.readdirSync(path.join(root, top), { recursive: true }) : [''];
    for (const name of names.map((each) => path.join(top, String(each))).toSorted()) {
      const file = path.join(root, name);
      if (NOT_BUILT.test(name.replaceAll('\\', '/')) || !fs.statSync(file).isFile()) continue;
      hash.update(`${name}\0`).update(fs.readFileSync(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

/**
 * Runs `work` when no other process does it for this checkout. The lock is a named socket, which the system frees when
 * its holder dies.
 * @param {string} root
 * @param {Say} say
 * @param {() => Promise<void>} work
 */
async function oneAtATime(root, say, work) {
  const name = `labseal-${crypto.createHash('sha256').update(root).digest('hex').slice(0, 16)}`;
  let address = path.join(os.tmpdir(), name);
  if (process.platform === 'win32') address = `\\\\.\\pipe\\${name}`;
  if (process.platform === 'linux') address = `\0${name}`; // leaves no file behind
  /** @type {Set<net.Socket>} */
  const waiting = new Set();
  const lock = net.createServer((socket) =>
    waiting.add(socket.on('error', () => socket.destroy())),
  );
  for (let round = 0; !(await takes(lock, address)); round += 1) {
    if (round === 0) say('Another process is making this checkout ready; waiting for it…');
    await untilReleased(address);
  }
  try {
    await work();
  } finally {
    lock.close();
    for (const socket of waiting) socket.destroy();
  }
}

/**
 * @param {net.Server} lock
 * @param {string} address
 * @returns {Promise<boolean>} false when another process has it
 */
function takes(lock, address) {
  return new Promise((resolve, reject) => {
    const onError = (/** @type {NodeJS.ErrnoException} */ cause) =>
      cause.code === 'EADDRINUSE' ? resolve(false) : reject(cause);
    lock.once('error', onError).listen(address, () => resolve(true));
  });
}

/** @param {string} address @returns {Promise<void>} */
function untilReleased(address) {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    // On macOS a holder that died has left its socket behind.
    socket.on('error', () => address.startsWith('/') && fs.rmSync(address, { force: true }));
    socket.on('close', () => resolve()).resume();
  });
}

function isDebian() {
  const file = '/etc/os-release';
  return fs.existsSync(file) && /^ID="?debian"?$/m.test(fs.readFileSync(file, 'utf8'));
}

/** @param {string} root @param {Say} say */
async function installFromDebian(root, say) {
  if (process.getuid?.() !== 0) {
    throw new Error(
      `The browser tests need Chromium. Ask an administrator to run "apt-get install ${DEBIAN_PACKAGES.join(' ')}", or set CHROMIUM_PATH.`,
    );
  }
  say('Installing Chromium for the browser tests (apt-get)…');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES];
  for (const args of [['update'], install]) {
    // Another installation may be under way.
    const patient = ['-qq', '-o', 'DPkg::Lock::Timeout=120', ...args];
    const code = await run('apt-get', patient, { cwd: root, env });
    if (code !== 0)
      throw new Error(`apt-get ${args[0]} ended with code ${code}; its messages are above.`);
  }
}

/**
 * Does nothing when Playwright's own Chromium is there.
 * @param {string} root
 */
async function installWithPlaywright(root) {
  const program = 'node_modules/@playwright/test/cli.js';
  const code = await run(projectNode(root), [program, 'install', 'chromium'], { cwd: root });
  if (code !== 0) throw new Error(`Playwright could not install Chromium (code ${code}).`);
}

/** @param {unknown} cause @param {number} exitCode */
function giveUp(cause, exitCode) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exitCode = exitCode;
}

function readOptions() {
  const { values } = parseArgs({
    options: { browser: { type: 'boolean' }, 'no-build': { type: 'boolean' } },
  });
  return { browser: values.browser === true, build: values['no-build'] !== true };
}

async function main() {
  let options;
  try {
    options = readOptions();
  } catch (cause) {
    return giveUp(cause, 2);
  }
  try {
    const root = fileURLToPath(new URL('..', import.meta.url));
    await prepareCheckout(root, options, (sentence) => void process.stderr.write(`${sentence}\n`));
  } catch (cause) {
    giveUp(cause, 1);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
