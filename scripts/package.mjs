/**
 * `npm run package`: the installers of this system, in release/. Plain JavaScript, since it runs before anything is
 * installed.
 *   npm run package:check [-- --keep]   proves without Electron that the package is complete (scripts/packaging/check.ts)
 */
import { fileURLToPath } from 'node:url';
import { prepareCheckout, projectNode } from './prepare.mjs';
import { run } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [first, ...others] = process.argv.slice(2);
const isCheck = first === '--check';
const program = fileURLToPath(
  new URL(isCheck ? 'packaging/check.ts' : 'packaging/make-installers.ts', import.meta.url),
);
const args = isCheck ? others : process.argv.slice(2);

/** @param {string} sentence */
const say = (sentence) => void process.stderr.write(`${sentence}\n`);

try {
  await prepareCheckout(root, { browser: false, build: true }, say);
  process.exitCode = await run(projectNode(root), [program, ...args], {
    cwd: root,
    output: 'stdout',
  });
} catch (cause) {
  say(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
