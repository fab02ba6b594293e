/**
 * Makes a checkout ready to run: packages, the project's own Node, the build, a browser. It repairs rather than trusts,
 * and does nothing at all when there is nothing to do.
 */
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from './browser.mjs';
import { fingerprintSources, isBuilt, stampBuild } from './build-stamp.mjs';
import { runNpm } from './command.mjs';
import { findFlaws, inventory, readInstallation, readJson } from './installation.mjs';
import { platformName, thisPlatform } from './platform.mjs';
import { takeTurn } from './turn.mjs';

/**
 * @typedef {import('./installation.mjs').Flaw} Flaw
 * @typedef {{ key: string, inventory: string, absent: string[] }} ReadyStamp `absent`: optional packages that the registry does not have
 * @typedef {(sentence: string) => void} Say
 */

const OLDEST_NODE = 20;
const READY_STAMP = path.join('node_modules', '.labseal-ready.json');
const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));
const SHOWN_FLAWS = 5;

/**
 * The project's own Node, which every program of ours runs on.
 * @param {string} root
 */
export function projectNode(root) {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return path.join(root, 'node_modules', 'node', 'bin', name);
}

/**
 * Brings the checkout at `root` into order. Throws an Error whose message is a sentence for the person.
 * @param {string} root
 * @param {{ browser: boolean, build: boolean }} wanted
 * @param {Say} say
 */
export async function prepareCheckout(root, wanted, say) {
  requireNode(process.versions.node);
  const isReady = () =>
    inspect(root).stamped && (!wanted.build || isBuilt(root, fingerprintSources(root)));
  if (!isReady()) {
    const turns = path.join(root, '.cache', 'prepare-turns');
    const waiting = () => say('Another process is making this checkout ready; waiting for it…');
    await takeTurn(turns, () => install(root, wanted.build, say), { waiting });
  }
  if (wanted.browser) await ensureBrowser(root, projectNode(root), say);
}

/** @param {string} version */
export function requireNode(version) {
  if (Number(version.split('.')[0]) >= OLDEST_NODE) return;
  throw new Error(
    `Labseal needs Node ${OLDEST_NODE} or newer to install itself, and this is Node ${version}. See https://nodejs.org.`,
  );
}

/**
 * @param {string} root
 * @param {boolean} build
 * @param {Say} say
 */
async function install(root, build, say) {
  await installPackages(root, say);
  const sources = fingerprintSources(root);
  if (!build || isBuilt(root, sources)) return;
  say('Building…');
  if ((await runNpm(root, ['run', 'build'])) !== 0) {
    throw new Error('The build failed; its messages are above.');
  }
  stampBuild(root, sources);
}

/**
 * @param {string} root
 * @param {Say} say
 */
async function installPackages(root, say) {
  const before = inspect(root);
  if (before.stamped) return;
  if (before.flaws.length === 0) return stampReady(root, []); // installed by hand, and whole
  say(`Installing packages: ${describe(before.flaws)}.`);
  const code = await runNpm(root, [
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error', // its warnings are about the Node that runs npm, which runs nothing else here
  ]);
  if (code !== 0) throw new Error(`npm ci ended with code ${code}; its messages are above.`);
  const { flaws } = inspect(root);
  const serious = flaws.filter(({ isOptional }) => !isOptional);
  if (serious.length > 0) {
    throw new Error(`npm ci finished, and still: ${describe(serious)}.`);
  }
  if (flaws.length > 0) say(`Not to be had for this system, going on without: ${describe(flaws)}.`);
  stampReady(
    root,
    flaws.map(({ folder }) => folder),
  );
}

/**
 * Looks at the installed packages without changing anything. `stamped`: proven whole before, and unchanged since.
 * @param {string} root
 * @returns {{ stamped: boolean, flaws: Flaw[] }}
 */
export function inspect(root) {
  const stamp = /** @type {ReadyStamp | null} */ (readJson(path.join(root, READY_STAMP)));
  const isOfThisLockfile = stamp !== null && stamp.key === stampKey(root);
  const absent = isOfThisLockfile ? stamp.absent : [];
  const facts = readInstallation(root, thisPlatform());
  const flaws = findFlaws(facts).filter(
    ({ folder, isOptional }) => !(isOptional && absent.includes(folder)),
  );
  if (flaws.length > 0) return { stamped: false, flaws };
  if (isOfThisLockfile && stamp.inventory !== inventory(root)) {
    return {
      stamped: false,
      flaws: [seriousFlaw('files were removed or changed in node_modules')],
    };
  }
  const probed = probe(root, facts.wanted['node_modules/node']?.version);
  return { stamped: isOfThisLockfile && probed.length === 0, flaws: probed };
}

/**
 * Does the project's Node run, is it the pinned one, and do the packages with machine code work in it?
 * @param {string} root
 * @param {string | undefined} pinnedVersion
 * @returns {Flaw[]}
 */
function probe(root, pinnedVersion) {
  const node = projectNode(root);
  if (!fs.existsSync(node)) {
    return [
      seriousFlaw("the project's own Node is missing (does npm's setting ignore-scripts stop it?)"),
    ];
  }
  const { status, signal, stdout, error } = spawnSync(node, [PROBE], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) {
    const how = error?.message ?? (signal === null ? `code ${status}` : signal);
    return [seriousFlaw(`the project's own Node does not run its packages (${how})`)];
  }
  const found = /** @type {{ node: string, broken: string[] }} */ (JSON.parse(stdout));
  const flaws = found.broken.map(seriousFlaw);
  if (found.node !== pinnedVersion) {
    flaws.push(seriousFlaw(`the project's own Node is ${found.node} instead of ${pinnedVersion}`));
  }
  return flaws;
}

/**
 * @param {string} sentence
 * @returns {Flaw}
 */
function seriousFlaw(sentence) {
  return { folder: 'node_modules', sentence, isOptional: false };
}

/**
 * @param {string} root
 * @param {string[]} absent
 */
function stampReady(root, absent) {
  /** @type {ReadyStamp} */
  const stamp = { key: stampKey(root), inventory: inventory(root), absent };
  fs.writeFileSync(path.join(root, READY_STAMP), JSON.stringify(stamp));
}

/** @param {string} root */
function stampKey(root) {
  const lockfile = fs.readFileSync(path.join(root, 'package-lock.json'));
  const hash = crypto.createHash('sha256').update(lockfile).digest('hex');
  return `${hash} ${platformName(thisPlatform())}`;
}

/** @param {readonly Flaw[]} flaws */
function describe(flaws) {
  const shown = flaws.slice(0, SHOWN_FLAWS).map(({ sentence }) => sentence);
  const hidden = flaws.length - shown.length;
  return shown.join(', ') + (hidden > 0 ? ` and ${hidden} more` : '');
}
