/**
 * Writes what is made of the commands themselves: the manual page on each build (`man -l out/man/man1/labseal.1`), and with
 * `--document` docs/cli.md, which is kept (`npm run docs`).
 */
import fs from 'node:fs';
import { realClock } from '../../../platform/real-ports.ts';
import { makeContext } from '../command-context.ts';
import { CLI_DOCUMENT, cliDocument } from './cli-document.ts';
import { manualPage } from './manual-page.ts';
import { makeProgram } from '../program.ts';

const { stdin, stdout, stderr } = process;
const { signal } = new AbortController();
const environment = { env: {}, stdin, stdout, stderr, signal, clock: realClock };
const nothingRuns = () => undefined;
const program = await makeProgram(makeContext(environment, nothingRuns, () => false));

const root = new URL('../../../../', import.meta.url);
if (process.argv.includes('--document')) {
  fs.writeFileSync(new URL(CLI_DOCUMENT, root), cliDocument(program));
} else {
  const folder = new URL('out/man/man1/', root);
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(new URL('labseal.1', folder), manualPage(program));
}
