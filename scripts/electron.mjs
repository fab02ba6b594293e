/**
 * Electron's executable: whether it is there, and getting it. The package `electron` brings only the program that
 * downloads it, and nothing but `npm start`, the packager and a person's wish ever runs that.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { projectNode } from './prepare.mjs';

const RELEASES = 'https://github.com/electron/electron/releases/download/';
/** Longer than any name server or proxy that answers takes. */
const MOST_ASKING_MS = 10_000;
/** 120 MB over a slow line. */
const MOST_LOADING_MS = 20 * 60_000;

/**
 * The executable that belongs to this checkout, or null when it is not there whole.
 * @param {string} root
 * @returns {string | null}
 */
export function findElectron(root) {
  const folder = path.join(root, 'node_modules', 'electron');
  const name = readText(path.join(folder, 'path.txt'));
  const version = readText(path.join(folder, 'dist', 'version'))
    ?.replace(/^v/, '')
    .trim();
  if (name === null || version !== readJson(path.join(folder, 'package.json'))?.version)
    return null;
  const executable = path.join(folder, 'dist', name);
  return fs.existsSync(executable) ? executable : null;
}

/**
 * Why Electron's window cannot be opened here, whether or not the executable can be had; null when nothing speaks
 * against it. Pure.
 * @param {{ platform: NodeJS.Platform, uid: number | undefined, env: Readonly<Record<string, string | undefined>> }} facts
 * @returns {string | null}
 */
export function obstacleToWindow({ platform, uid, env }) {
  if (platform !== 'linux') return null;
  if (uid === 0) return 'its sandbox does not work for root';
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? null : 'there is no screen to open it on';
}

/**
 * Downloads the executable with the package's own installer, which proves it by its checksum. Answers null when it is
 * there afterwards, else why not, as the end of a sentence.
 * @param {string} root
 * @param {(sentence: string) => void} say
 * @returns {Promise<string | null>}
 */
export async function installElectron(root, say) {
  const { version } = readJson(path.join(root, 'node_modules/electron/package.json')) ?? {};
  const unreachable = await whyUnreachable(`${releases()}v${version}/SHASUMS256.txt`);
  if (unreachable !== null) return unreachable;
  say('Downloading Electron, once (about 120 MB)…');
  const ended = await runInstaller(root);
  if (findElectron(root) !== null) return null;
  return `its download ended with ${ended}`;
}

/** @returns {string} where releases are, with a slash at the end; a mirror is named as for any other use of Electron */
function releases() {
  return process.env['ELECTRON_MIRROR'] ?? process.env['npm_config_electron_mirror'] ?? RELEASES;
}

/**
 * Asked first, because the installer would wait for minutes where nothing answers. Behind a proxy only the installer
 * knows the way.
 * @param {string} address
 * @returns {Promise<string | null>}
 */
async function whyUnreachable(address) {
  if (process.env['HTTPS_PROXY'] ?? process.env['https_proxy']) return null;
  try {
    const signal = AbortSignal.timeout(MOST_ASKING_MS);
    const answer = await fetch(address, { method: 'HEAD', signal });
    return answer.ok ? null : `${new URL(address).host} answered ${answer.status}`;
  } catch {
    return `${new URL(address).host} cannot be reached`;
  }
}

/**
 * @param {string} root
 * @returns {Promise<string>}
 */
function runInstaller(root) {
  const installer = path.join(root, 'node_modules', 'electron', 'install.js');
  const child = spawn(projectNode(root), [installer], {
    cwd: root,
    stdio: ['ignore', 2, 'inherit'],
    timeout: MOST_LOADING_MS,
  });
  return new Promise((resolve) => {
    child.once('error', (cause) => resolve(cause.message));
    child.once('close', (code, signal) => resolve(signal ?? `code ${code}`));
  });
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readText(file) ?? 'null');
}

/**
 * @param {string} file
 * @returns {string | null}
 */
function readText(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}
