/**
 * `npm run demo`: makes the checkout ready, then shows the product (scripts/demo.ts) on the project's own Node.
 * Plain JavaScript, since it runs before anything is installed. Options are demo.ts's own.
 */
import { fileURLToPath } from 'node:url';
import { prepareCheckout, projectNode } from './prepare.mjs';
import { endWith, run, say } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const program = fileURLToPath(new URL('demo.ts', import.meta.url));

await endWith(async () => {
  await prepareCheckout(root, { browser: false, build: true }, say);
  const words = [program, ...process.argv.slice(2)];
  return run(projectNode(root), words, { cwd: process.cwd(), output: 'stdout', input: true });
});
