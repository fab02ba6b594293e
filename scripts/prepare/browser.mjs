/** Finds a Chromium for the browser tests, or gets one the way this system gets programs. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { run } from './command.mjs';
import { LIGHT_CHROMIUM, systemChromium } from './system-chromium.mjs';

const DEBIAN_PACKAGES = ['chromium-headless-shell', 'fonts-liberation'];

/** @typedef {'present' | 'apt' | 'apt-for-speed' | 'ask-administrator' | 'playwright'} BrowserPlan */

/**
 * What to do about the browser. Pure.
 * @param {{ isPresent: boolean, isLight: boolean, isDebian: boolean, isRoot: boolean }} facts `isLight`: the one that
 * is there is as light as can be had, or was chosen by a person
 * @returns {BrowserPlan}
 */
export function planBrowser({ isPresent, isLight, isDebian, isRoot }) {
  if (isPresent) return !isLight && isDebian && isRoot ? 'apt-for-speed' : 'present';
  if (!isDebian) return 'playwright';
  return isRoot ? 'apt' : 'ask-administrator';
}

/**
 * Makes sure that a Chromium is there. Throws with a sentence for the person when that cannot be done.
 * @param {string} root
 * @param {string} node the project's own Node
 * @param {(sentence: string) => void} say
 */
export async function ensureBrowser(root, node, say) {
  const system = systemChromium();
  const plan = planBrowser({
    isPresent: system !== undefined || hasPlaywrightChromium(root, node),
    isLight: system === LIGHT_CHROMIUM || system === process.env['CHROMIUM_PATH'],
    isDebian: runsOnDebian(),
    isRoot: process.getuid?.() === 0,
  });
  switch (plan) {
    case 'present':
      return;
    case 'apt':
      say('Installing Chromium for the browser tests (apt-get)…');
      return installWithApt(root);
    case 'apt-for-speed':
      say('Installing a lighter Chromium for the browser tests (apt-get)…');
      try {
        return await installWithApt(root);
      } catch {
        return say(
          'It cannot be had; the browser tests use the one that is there and take longer.',
        );
      }
    case 'playwright':
      say("Installing Playwright's Chromium for the browser tests…");
      return installWithPlaywright(root, node);
    case 'ask-administrator':
      throw new Error(
        `The browser tests need Chromium. Ask an administrator to run "apt-get install ${DEBIAN_PACKAGES.join(' ')}", or set CHROMIUM_PATH.`,
      );
  }
}

/**
 * @param {string} root
 * @param {string} node
 */
function hasPlaywrightChromium(root, node) {
  const ask = "process.stdout.write(require('@playwright/test').chromium.executablePath())";
  return fs.existsSync(execFileSync(node, ['-e', ask], { cwd: root, encoding: 'utf8' }));
}

function runsOnDebian() {
  const file = '/etc/os-release';
  return fs.existsSync(file) && /^ID="?debian"?$/m.test(fs.readFileSync(file, 'utf8'));
}

/** @param {string} root */
async function installWithApt(root) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=120']; // another installation may be under way
  for (const args of [
    ['update'],
    ['install', '-y', '--no-install-recommends', ...DEBIAN_PACKAGES],
  ]) {
    const code = await run('apt-get', [...patience, ...args], { cwd: root, env });
    if (code !== 0)
      throw new Error(`apt-get ${args[0]} ended with code ${code}; its messages are above.`);
  }
}

/**
 * @param {string} root
 * @param {string} node
 */
async function installWithPlaywright(root, node) {
  const program = 'node_modules/@playwright/test/cli.js';
  const code = await run(node, [program, 'install', 'chromium'], { cwd: root });
  if (code !== 0) throw new Error(`Playwright could not install Chromium (code ${code}).`);
}
