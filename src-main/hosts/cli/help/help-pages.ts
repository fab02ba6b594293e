/** The help of every command and the version, as `prepared-help.ts` finds them beside the built program. */
import type { Command } from 'commander';
import { realClock } from '../../../platform/real-ports.ts';
import { makeContext } from '../command-context.ts';
import { makeProgram, VERSION_LINE } from '../program.ts';
import { HELP_COLUMNS, pageName, VERSION_PAGE } from './prepared-help.ts';

/** Texts by the names of their files, with bold headings. */
export async function helpPages(): Promise<ReadonlyMap<string, string>> {
  let written = '';
  const write = (text: string) => (written += text);
  const stdout = { isTTY: true, columns: HELP_COLUMNS + 1, write } as unknown as NodeJS.WriteStream;
  const { stdin } = process;
  const { signal } = new AbortController();
  const environment = { env: {}, stdin, stdout, stderr: stdout, signal, clock: realClock };
  const program = await makeProgram(makeContext(environment, nothingRuns, () => false));
  const pages = new Map([[VERSION_PAGE, `${VERSION_LINE}\n`]]);
  const add = (command: Command, words: readonly string[]): void => {
    written = '';
    command.outputHelp();
    pages.set(pageName(words), written);
    for (const child of command.commands) add(child, [...words, child.name()]);
  };
  add(program, []);
  return pages;
}

function nothingRuns(): void {}
