/** The command line with every command, to look at: a new command is among them. */
import { makeContext } from '../command-context.ts';
import { commandTable } from '../help/command-table.ts';
import { makeProgram } from '../program.ts';
import { fakeTerminal } from './fake-terminal.ts';

export function wholeProgram() {
  const context = makeContext(
    fakeTerminal(),
    () => undefined,
    () => false,
  );
  return makeProgram(context);
}

/** What can be run. */
export async function runnableCommands() {
  return commandTable(await wholeProgram()).filter(({ isRunnable }) => isRunnable);
}
