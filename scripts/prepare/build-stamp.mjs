/**
 * Decides whether out/ is the build of these sources. Contents are compared, never times: a checkout of an older commit
 * has newer times, and a deleted source leaves none.
 */
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readJson } from './installation.mjs';

/**
 * @typedef {{ sources: string, files: Record<string, number> }} BuildStamp `files`: size in bytes by path inside out/
 */

const STAMP = 'out/.built.json';
const NOT_BUILT = /(\.(test|contract)\.tsx?$)|(^|\/)test-support\//;

/**
 * A fingerprint of everything that decides what a build gives.
 * @param {string} root
 */
export function fingerprintSources(root) {
  const digest = crypto.createHash('sha256');
  const inputs = fs
    .readdirSync(root)
    .filter(
      (name) =>
        name.startsWith('src-') || /^(vite\.[\w.]*config\.ts|package(-lock)?\.json)$/.test(name),
    )
    .flatMap((name) => filesBelow(root, name))
    .filter((name) => !NOT_BUILT.test(name))
    .toSorted();
  for (const name of inputs) {
    const content = fs.readFileSync(path.join(root, name));
    digest.update(`${name}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

/**
 * @param {string} root
 * @param {string} sources from {@link fingerprintSources}
 */
export function isBuilt(root, sources) {
  const stamp = /** @type {BuildStamp | null} */ (readJson(path.join(root, STAMP)));
  if (stamp?.sources !== sources) return false;
  return Object.entries(stamp.files).every(([name, sizeBytes]) => {
    const stats = fs.statSync(path.join(root, 'out', name), { throwIfNoEntry: false });
    return stats?.size === sizeBytes;
  });
}

/**
 * Remembers a finished build. `sources` is the fingerprint from before it began: an edit during the build builds again.
 * @param {string} root
 * @param {string} sources
 */
export function stampBuild(root, sources) {
  const out = path.join(root, 'out');
  const files = Object.fromEntries(
    filesBelow(out, '.')
      .filter((name) => name !== path.basename(STAMP))
      .map((name) => [name, fs.statSync(path.join(out, name)).size]),
  );
  fs.writeFileSync(path.join(root, STAMP), JSON.stringify({ sources, files }));
}

/**
 * Paths relative to `root`, with forward slashes.
 * @param {string} root
 * @param {string} name
 * @returns {string[]}
 */
function filesBelow(root, name) {
  if (!fs.statSync(path.join(root, name)).isDirectory()) return [name];
  return fs
    .readdirSync(path.join(root, name))
    .flatMap((inner) => filesBelow(root, path.posix.join(name, inner)));
}
