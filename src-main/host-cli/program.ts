/** The command line: nouns, verbs, and how a command ends. */
import { Command, CommanderError } from 'commander';
import { addAuthCommands } from './auth-commands.ts';
import { addCertificateCommands } from './certificate-commands.ts';
import { makeContext } from './command-context.ts';
import { addCreditCommands } from './credit-commands.ts';
import { CommandFault, EXIT, exitCodeOf, UsageError, type ExitCode } from './exit-code.ts';
import { coreFaultSentence } from './fault-words.ts';
import { addFileCommands } from './file-commands.ts';
import { addFolderCommands } from './folder-commands.ts';
import { addMockCommand } from './mock-command.ts';
import { addProjectCommands } from './project-commands.ts';
import { addStatusCommand } from './status-command.ts';
import type { Surroundings } from './surroundings.ts';
import { addSyncCommand } from './sync-command.ts';

/** Runs one command line (without the program's own name) and resolves to its exit code. */
export async function runProgram(
  argv: readonly string[],
  surroundings: Surroundings,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const context = makeContext(surroundings, (chosen) => {
    code = chosen;
  });
  const program = new Command('labseal')
    .description(
      'Proves research files on a notarization service: watches folders, uploads, fetches certificates.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void surroundings.stdout.write(text),
      writeErr: (text) => void surroundings.stderr.write(text),
    })
    .showHelpAfterError('"labseal --help" shows all commands.');
  addAuthCommands(program, context);
  addFolderCommands(program, context);
  addSyncCommand(program, context);
  addStatusCommand(program, context);
  addFileCommands(program, context);
  addCertificateCommands(program, context);
  addProjectCommands(program, context);
  addCreditCommands(program, context);
  addMockCommand(program, context);
  inheritExit(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    return codeOfError(error, surroundings);
  }
}

/** Commander sets these on the command they are called on only. */
function inheritExit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritExit(child);
  }
}

function codeOfError(error: unknown, { stderr, signal }: Surroundings): ExitCode {
  if (signal.aborted) {
    stderr.write('Interrupted. Nothing is lost: the next "labseal sync" goes on from here.\n');
    return EXIT.interrupted;
  }
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? EXIT.done : EXIT.usage; // it has printed its own message
  }
  if (error instanceof UsageError) {
    stderr.write(`${error.message}\n`);
    return EXIT.usage;
  }
  if (error instanceof CommandFault) {
    stderr.write(`${coreFaultSentence(error.fault)}\n`);
    return exitCodeOf(error.fault);
  }
  throw error;
}
