/**
 * `npm run package`: the installers of this system, in release/. Plain JavaScript, since it runs before anything is
 * installed.
 *   npm run package:check [-- --keep]   proves without Electron that the package is complete (scripts/packaging/check.ts)
 */
import { fileURLToPath } from 'node:url';
import { prepareCheckout, projectNode } from './prepare.mjs';
import { endWith, run, say } from './command.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [first, ...others] = process.argv.slice(2);
const isCheck = first === '--check';
const program = fileURLToPath(
  new URL(isCheck ? 'packaging/check.ts' : 'packaging/make-installers.ts', import.meta.url),
);
const args = isCheck ? others : process.argv.slice(2);

await endWith(async () => {
  await prepareCheckout(root, { browser: false, build: true }, say);
  return run(projectNode(root), [program, ...args], { cwd: root, output: 'stdout' });
});
