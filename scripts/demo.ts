/**
 * The product shown.
 *   npm run demo            opens its face on a made-up lab, until it is stopped
 *   npm run demo -- --exit  proves it instead (as it does where nobody sits at a terminal): a small lab folder goes through the
 *                           command line all the way to certificates, then the face is looked at the way its page does. Ends
 *                           with 0 only if every file got where it should.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { proveCommandLine } from '../e2e/demo-proof/prove-command-line.ts';
import { proveFace } from '../e2e/demo-proof/prove-page.ts';
import { tellUsage } from './tell-usage.mjs';

const LABSEAL = fileURLToPath(new URL('../bin/labseal', import.meta.url));

tellUsage(import.meta.url);
const { values } = parseArgs({ options: { exit: { type: 'boolean', default: false } } });
const isProof = values.exit || !(process.stdin.isTTY || process.stdout.isTTY);
process.exitCode = isProof ? await prove() : await open();

async function prove(): Promise<number> {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interruption.abort());
  }
  const { signal } = interruption;
  const isLineRight = await proveCommandLine(LABSEAL, say, signal);
  const isFaceRight = !signal.aborted && (await proveFace(LABSEAL, say));
  return isLineRight && isFaceRight ? 0 : 1;
}

/** The face, in the person's browser. */
function open(): Promise<number> {
  say('Ctrl C ends it.');
  const child = spawn(LABSEAL, ['serve', '--demo', '--open'], { stdio: 'inherit' });
  process.on('SIGINT', () => undefined); // the terminal tells the program too, and we wait for its end
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
