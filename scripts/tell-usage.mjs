/** What the head of a script says of its options is its usage. Plain JavaScript, since some run before anything is installed. */
import fs from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Ends with 0 where the line asks for help. `script`: the address of the module whose head says it.
 * @param {string} script
 */
export function tellUsage(script) {
  if (!process.argv.slice(2).some((word) => word === '--help' || word === '-h')) return;
  const [, head = ''] =
    /\/\*\*(.*?)\*\//s.exec(fs.readFileSync(fileURLToPath(script), 'utf8')) ?? [];
  process.stdout.write(`${head.replaceAll(/^ *\* ?/gm, '').trim()}\n`);
  process.exit(0);
}
