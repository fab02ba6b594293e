/**
 * Makes this checkout ready: packages, the project's own Node, the build.
 *   node scripts/prepare.mjs [--browser] [--no-build]
 * Plain JavaScript that imports nothing but Node, since it runs before anything is installed. It writes to stderr only.
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareCheckout } from './prepare/checkout.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

function readOptions() {
  const { values } = parseArgs({
    options: { browser: { type: 'boolean' }, 'no-build': { type: 'boolean' } },
  });
  return { browser: values.browser === true, build: values['no-build'] !== true };
}

/** @param {string} sentence */
function say(sentence) {
  process.stderr.write(`${sentence}\n`);
}

/**
 * @param {unknown} cause
 * @param {number} exitCode
 */
function giveUp(cause, exitCode) {
  say(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = exitCode;
}

async function main() {
  let options;
  try {
    options = readOptions();
  } catch (cause) {
    giveUp(cause, 2);
    return;
  }
  try {
    await prepareCheckout(root, options, say);
  } catch (cause) {
    giveUp(cause, 1);
  }
}

await main();
