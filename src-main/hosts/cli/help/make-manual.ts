/**
 * Writes what is made of the commands themselves: on each build the manual page (`man -l out/man/man1/labseal.1`) and the
 * pages of the help, and with `--document` docs/cli.md, which is kept (`npm run docs`).
 */
import fs from 'node:fs';
import { realClock } from '../../../platform/real-ports.ts';
import { makeContext } from '../command-context.ts';
import { CLI_DOCUMENT, cliDocument } from './cli-document.ts';
import { helpPages } from './help-pages.ts';
import { manualPage } from './manual-page.ts';
import { PAGES } from './prepared-help.ts';
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
  const pages = new URL(`out/main/${PAGES}`, root);
  fs.mkdirSync(pages, { recursive: true });
  for (const [name, text] of await helpPages()) fs.writeFileSync(new URL(name, pages), text);
}
