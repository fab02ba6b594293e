/** Writes the manual page of the command line, made of the same table as its help: `man -l out/man/man1/labseal.1`. */
import fs from 'node:fs';
import { realClock } from '../../../platform/real-ports.ts';
import { makeContext } from '../command-context.ts';
import { manualPage } from './manual-page.ts';
import { makeProgram } from '../program.ts';

const { stdin, stdout, stderr } = process;
const { signal } = new AbortController();
const environment = { env: {}, stdin, stdout, stderr, signal, clock: realClock };
const nothingRuns = () => undefined;
const program = await makeProgram(makeContext(environment, nothingRuns, () => false));

const folder = new URL('../../../../out/man/man1/', import.meta.url);
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(new URL('labseal.1', folder), manualPage(program));
