/** Before any journey: a build of what is tested. A command of README would make it otherwise, below the others. */
import { fileURLToPath } from 'node:url';
import { prepareCheckout } from '../../scripts/prepare.mjs';

export default async function makeReady(): Promise<void> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  await prepareCheckout(
    root,
    { build: true },
    (sentence) => void process.stderr.write(`${sentence}\n`),
  );
}
