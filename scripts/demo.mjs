/**
 * `npm run demo`: makes the checkout ready, then shows the product (scripts/demo.ts) on the project's own Node.
 * Plain JavaScript, since it runs before anything is installed. Options are demo.ts's own.
 */
import { fileURLToPath } from 'node:url';
import { prepareCheckout, projectNode } from './prepare.mjs';
import { run } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = fileURLToPath(new URL('demo.ts', import.meta.url));

/** @param {string} sentence */
const say = (sentence) => void process.stderr.write(`${sentence}\n`);

try {
  await prepareCheckout(root, { browser: false, build: true }, say);
  process.exitCode = await run(projectNode(root), [program, ...process.argv.slice(2)], {
    cwd: process.cwd(),
    output: 'stdout',
    input: true,
  });
} catch (cause) {
  say(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
