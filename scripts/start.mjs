/**
 * `npm start`: the desktop program, from this checkout. Where Electron cannot be had or cannot run it says why, in one
 * sentence, and opens Labseal in the browser instead. Plain JavaScript, since it runs before anything is installed.
 *   npm start [-- --browser]   --browser opens the browser at once
 */
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareCheckout, projectNode } from './prepare.mjs';
import { endWith, run, say } from './command.mjs';
import { findElectron, installElectron, obstacleToWindow } from './electron.mjs';
import { tellUsage } from './tell-usage.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const COMMAND_LINE = fileURLToPath(new URL('../out/main/cli.js', import.meta.url));

/** Whoever used it for longer has seen it. */
const NEVER_OPENED_MS = 15_000;

/** @returns {Promise<string | null>} why there is no window */
async function whyNoWindow() {
  const { platform, env } = process;
  const obstacle = obstacleToWindow({ platform, uid: process.getuid?.(), env });
  if (obstacle !== null || findElectron(root) !== null) return obstacle;
  return installElectron(root, say);
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function runHere(program, args, env) {
  const options = { cwd: root, output: /** @type {const} */ ('stdout'), input: true };
  return run(program, args, { ...options, ...(env === undefined ? {} : { env }) });
}

/** @returns {Promise<number>} exit code */
async function openBrowser() {
  return runHere(projectNode(root), [COMMAND_LINE, 'serve', '--open']);
}

/** @returns {Promise<number>} exit code */
async function openWindow() {
  // Set in some editors' terminals, it would make Electron a plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  const startMs = performance.now();
  const code = await runHere(/** @type {string} */ (findElectron(root)), [root], env);
  if (code !== 0 && performance.now() - startMs < NEVER_OPENED_MS) {
    say(
      `The window ended at once (code ${code}); "npm start -- --browser" opens the browser instead.`,
    );
  }
  return code;
}

await endWith(async () => {
  tellUsage(import.meta.url);
  const { values } = parseArgs({ options: { browser: { type: 'boolean', default: false } } });
  await prepareCheckout(root, { browser: false, build: true }, say);
  const reason = values.browser ? null : await whyNoWindow();
  if (reason !== null) {
    const { DISPLAY, WAYLAND_DISPLAY } = process.env;
    const isSeen = process.platform !== 'linux' || Boolean(DISPLAY) || Boolean(WAYLAND_DISPLAY);
    const instead = isSeen ? 'Labseal opens in your browser instead' : 'Its page is served instead';
    say(`The desktop window cannot be opened: ${reason}. ${instead}.`);
  }
  return values.browser || reason !== null ? openBrowser() : openWindow();
});
