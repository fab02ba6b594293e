/** The command line: nouns, verbs, and how a command ends. */
import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin/admin-commands.ts';
import { addAuditCommand } from './audit/audit-command.ts';
import { addAuthCommands } from './account/auth-commands.ts';
import { addCertificateCommands } from './certificate/certificate-commands.ts';
import { makeContext } from './command-context.ts';
import { addCreditCommands } from './credit/credit-commands.ts';
import { addDiagnosticsCommand } from './sync/diagnostics-command.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addEvidenceCommands } from './evidence/evidence-commands.ts';
import { CommandFault, EXIT, exitCodeOf, UsageError, type ExitCode } from './exit-code.ts';
import { coreFaultSentence } from './fault-text.ts';
import { addFileCommands } from './file/file-commands.ts';
import { addFolderCommands } from './folder/folder-commands.ts';
import { addMemberCommands } from './project/member-commands.ts';
import { addMockCommand } from './serve/mock-command.ts';
import { addOutboxCommands } from './outbox/outbox-commands.ts';
import { addProfileCommands } from './account/profile-commands.ts';
import { addProjectCommands } from './project/project-commands.ts';
import { addServeCommand } from './serve/serve-command.ts';
import { addStatusCommand } from './sync/status-command.ts';
import type { ProcessEnvironment } from './process-environment.ts';
import { addSyncCommand } from './sync/sync-command.ts';
import { addTagCommands } from './project/tag-commands.ts';
import { addTransferCommands } from './sync/transfer-commands.ts';
import { printable } from '../../../src-shared/model/text/printable.ts';

/** Runs one command line (without the program's own name) and resolves to its exit code. */
export async function runProgram(
  argv: readonly string[],
  environment: ProcessEnvironment,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const context = makeContext(environment, (chosen) => {
    code = chosen;
  });
  const program = new Command('labseal')
    .description(
      'Proves research files on a notarization service: watches folders, uploads, fetches certificates.',
    )
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void environment.stdout.write(text),
      writeErr: (text) => void environment.stderr.write(text),
    })
    .showHelpAfterError('"labseal --help" shows all commands.');
  addAuthCommands(program, context);
  addFolderCommands(program, context);
  addSyncCommand(program, context);
  addStatusCommand(program, context);
  addTransferCommands(program, context);
  addFileCommands(program, context);
  addCertificateCommands(program, context);
  addAuditCommand(program, context);
  addEvidenceCommands(program, context);
  addProjectCommands(program, context);
  addMemberCommands(program, context);
  addTagCommands(program, context);
  addProfileCommands(program, context);
  addOutboxCommands(program, context);
  addCreditCommands(program, context);
  addAdminCommands(program, context);
  addServeCommand(program, context);
  addDoctorCommand(program, context);
  addDiagnosticsCommand(program, context);
  addMockCommand(program, context);
  inheritExit(program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    const ending = endingOf(error, environment.signal);
    if (ending.isUntold) environment.stderr.write(`${printable(ending.message)}\n`);
    // Whoever reads JSON gets a document in any case, and exactly one.
    const isOwed = ending.code !== EXIT.done && argv.includes('--json') && !context.hasAnswered();
    if (isOwed) environment.stdout.write(`${JSON.stringify(faultDocument(ending))}\n`);
    return ending.code;
  }
}

/** Commander sets these on the command they are called on only. */
function inheritExit(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritExit(child);
  }
}

interface Ending {
  readonly code: ExitCode;
  readonly kind: string;
  readonly message: string;
  /** False when commander has printed its message already. */
  readonly isUntold: boolean;
}

/** How a command that could not go on ends. Rethrows bugs. */
function endingOf(error: unknown, signal: AbortSignal): Ending {
  if (signal.aborted) {
    const message = 'Interrupted. Nothing is lost: the next "labseal sync" goes on from here.';
    return { code: EXIT.interrupted, kind: 'interrupted', message, isUntold: true };
  }
  if (error instanceof CommanderError) {
    const code = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return { code, kind: 'usage', message: error.message, isUntold: false };
  }
  if (error instanceof UsageError) {
    return { code: EXIT.usage, kind: 'usage', message: error.message, isUntold: true };
  }
  if (error instanceof CommandFault) {
    const { kind } = error.fault;
    const message = error.sentence ?? coreFaultSentence(error.fault);
    return { code: exitCodeOf(error.fault), kind, message, isUntold: true };
  }
  throw error;
}

function faultDocument({ kind, message }: Ending) {
  return { ok: false, error: { kind, message } };
}
