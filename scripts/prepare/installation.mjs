/**
 * Tells whether node_modules holds what package-lock.json asks for. Facts are read from disk here; whether the packages
 * work is asked by probe.mjs. A tree is never believed because a folder of that name exists.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { isForPlatform } from './platform.mjs';

/** Electron's own download, at the wish of a person: it comes and goes without damaging anything. */
const ADDED_LATER = new Set(['electron/dist', 'electron/path.txt']);

/**
 * @typedef {import('./platform.mjs').Platform} Platform
 * @typedef {import('./platform.mjs').Constraints & { version?: string, integrity?: string, optional?: boolean, bin?: Record<string, string> }} LockEntry
 * @typedef {Record<string, LockEntry>} LockEntries keyed by folder, "node_modules/zod"
 * @typedef {{ folder: string, sentence: string, isOptional: boolean }} Flaw
 */

/**
 * What is missing or different, worst or not; an empty list means the tree agrees with the lockfile.
 * @param {object} facts
 * @param {LockEntries} facts.wanted from package-lock.json
 * @param {LockEntries | null} facts.installed from node_modules/.package-lock.json; npm writes it last
 * @param {Platform} facts.platform
 * @param {(folder: string) => string | null} facts.versionOnDisk the version in that folder's package.json
 * @returns {Flaw[]}
 */
export function findFlaws({ wanted, installed, platform, versionOnDisk }) {
  if (installed === null) return [flaw('node_modules', 'was never installed to the end')];
  const flaws = [];
  for (const [folder, entry] of Object.entries(wanted)) {
    if (folder === '') continue;
    const isOptional = entry.optional === true;
    const found = installed[folder];
    if (found === undefined && isOptional && !isForPlatform(entry, platform)) continue;
    if (found === undefined) {
      flaws.push(flaw(folder, 'is not installed', isOptional));
    } else if (found.version !== entry.version) {
      flaws.push(flaw(folder, `is ${found.version}, the lockfile says ${entry.version}`));
    } else if (found.integrity && entry.integrity && found.integrity !== entry.integrity) {
      flaws.push(flaw(folder, 'has other content than the lockfile says'));
    } else if (versionOnDisk(folder) !== entry.version) {
      flaws.push(flaw(folder, 'is damaged', isOptional));
    }
  }
  for (const folder of Object.keys(installed)) {
    if (wanted[folder] === undefined) flaws.push(flaw(folder, 'is not in the lockfile'));
  }
  return flaws;
}

/**
 * @param {string} folder
 * @param {string} what
 * @returns {Flaw}
 */
function flaw(folder, what, isOptional = false) {
  return { folder, sentence: `${folder.replace(/^node_modules\//, '')} ${what}`, isOptional };
}

/**
 * Reads the facts of a checkout for {@link findFlaws}.
 * @param {string} root
 * @param {Platform} platform
 */
export function readInstallation(root, platform) {
  /** @param {string} folder */
  const versionOnDisk = (folder) =>
    readJson(path.join(root, folder, 'package.json'))?.version ?? null;
  return {
    wanted: /** @type {LockEntries} */ (
      readJson(path.join(root, 'package-lock.json'))?.packages ?? {}
    ),
    installed: /** @type {LockEntries | null} */ (
      readJson(path.join(root, 'node_modules', '.package-lock.json'))?.packages ?? null
    ),
    platform,
    versionOnDisk,
  };
}

/**
 * One text for the names and sizes of every file in node_modules. Two equal texts: nothing was removed, cut or added in
 * between. Caches that tools keep there (folders with a leading dot) do not count.
 * @param {string} root
 */
export function inventory(root) {
  const digest = crypto.createHash('sha256');
  const top = path.join(root, 'node_modules');
  for (const name of fs.readdirSync(top).toSorted()) {
    if (!name.startsWith('.') || name === '.bin')
      addToInventory(digest, path.join(top, name), name);
  }
  return digest.digest('hex');
}

/**
 * @param {crypto.Hash} digest
 * @param {string} at
 * @param {string} name
 */
function addToInventory(digest, at, name) {
  if (ADDED_LATER.has(name)) return;
  const stats = fs.lstatSync(at);
  digest.update(`${name}\0${stats.isDirectory() ? 'folder' : stats.size}\n`);
  if (!stats.isDirectory()) return;
  for (const inner of fs.readdirSync(at).toSorted()) {
    addToInventory(digest, path.join(at, inner), `${name}/${inner}`);
  }
}

/**
 * The document in a file, or null when there is no such file or it is not whole.
 * @param {string} file
 * @returns {any}
 */
export function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (cause) {
    if (cause instanceof SyntaxError || isErrno(cause, 'ENOENT') || isErrno(cause, 'ENOTDIR'))
      return null;
    throw cause;
  }
}

/**
 * @param {unknown} cause
 * @param {string} code
 */
function isErrno(cause, code) {
  return cause instanceof Error && 'code' in cause && cause.code === code;
}
