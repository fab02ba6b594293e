/**
 * Gives each entry of package-lock.json that has no integrity the SHA-512 of its package, computed from the package itself,
 * and refuses the lockfile as long as one has none: `npm ci` would install whatever the registry sends. Existing hashes
 * are never changed. Plain JavaScript, since a release runs it before anything is installed.
 *   node scripts/prove-lockfile.mjs [--check] [path/to/package-lock.json]   --check changes nothing
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const PROOF = /^sha512-[\w+/]{86}==$/;

/** @typedef {{ version: string, resolved?: string, integrity?: string }} Entry */

/**
 * @param {Record<string, Entry>} packages
 * @returns {[string, Entry][]}
 */
function unprovenOf(packages) {
  return Object.entries(packages).filter(
    ([folder, { integrity = '' }]) => folder !== '' && !PROOF.test(integrity),
  );
}

/**
 * As npm's own command gets it, with the settings of this computer. Null when the registry does not have it.
 * @param {string} wanted
 * @param {string} folder
 */
function integrityOf(wanted, folder) {
  const args = ['pack', wanted, '--json', '--ignore-scripts', '--pack-destination', folder];
  const { status, stdout } = spawnSync('npm', args, {
    encoding: 'utf8',
    shell: process.platform === 'win32', // npm is a script there
  });
  if (status !== 0) return null;
  const [{ filename }] = JSON.parse(stdout);
  const bytes = fs.readFileSync(path.join(folder, path.basename(filename)));
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/**
 * In npm's own order of fields.
 * @param {Entry} entry
 * @param {string} integrity
 */
function proven({ version, resolved, ...rest }, integrity) {
  const { integrity: _, ...others } = rest;
  return { version, ...(resolved === undefined ? {} : { resolved }), integrity, ...others };
}

/** @param {string} place */
function nameOf(place) {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

const isCheck = process.argv.includes('--check');
const file = process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'package-lock.json';
const lockfile = JSON.parse(fs.readFileSync(file, 'utf8'));
if (!isCheck) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'labseal-lockfile-'));
  try {
    for (const [place, entry] of unprovenOf(lockfile.packages)) {
      const integrity = integrityOf(`${nameOf(place)}@${entry.version}`, folder);
      if (integrity !== null) lockfile.packages[place] = proven(entry, integrity);
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
  fs.writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
}

const rest = unprovenOf(lockfile.packages);
if (rest.length === 0) {
  console.log('Every package of the lockfile is proven.');
} else {
  console.error(
    `The lockfile does not prove ${rest.length} packages; run "npm run lockfile:prove"`,
  );
  console.error('where the registry has them:');
  for (const [place, { version }] of rest) console.error(`  ${nameOf(place)} ${version}`);
  process.exitCode = 1;
}
