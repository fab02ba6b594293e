/** The command line: nouns, verbs, and how a command ends. */
import { Command, CommanderError } from 'commander';
import { addAdminCommands } from './admin/admin-commands.ts';
import { addAuditCommand } from './audit/audit-command.ts';
import { addAuthCommands } from './account/auth-commands.ts';
import { RunningEnded } from './application.ts';
import { checkValues } from './check-values.ts';
import { addCertificateCommands } from './certificate/certificate-commands.ts';
import { type CommandContext, makeContext } from './command-context.ts';
import { addCreditCommands } from './credit/credit-commands.ts';
import { addDiagnosticsCommand } from './sync/diagnostics-command.ts';
import { addDoctorCommand } from './doctor/doctor-command.ts';
import { addEvidenceCommands } from './evidence/evidence-commands.ts';
import {
  CommandFault,
  EXIT,
  exitCodeOf,
  InterruptedQuestion,
  UsageError,
  type ExitCode,
} from './exit-code.ts';
import { coreFaultSentence } from './fault-text.ts';
import { addFileCommands } from './file/file-commands.ts';
import { addFolderCommands } from './folder/folder-commands.ts';
import { addCompletionCommand } from './help/completion-command.ts';
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
import { bold, hasStyles, helpColumns } from './terminal.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { printable, printableJson } from '../../../src-shared/model/text/printable.ts';

/** As `git` and `gh` print it. */
const VERSION_LINE = `labseal version ${PRODUCT.version}`;

/** Runs one command line (without the program's own name) and resolves to its exit code. */
export async function runProgram(
  argv: readonly string[],
  environment: ProcessEnvironment,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const isQuiet = () => program.opts<{ quiet?: boolean }>().quiet === true;
  const exitWith = (chosen: ExitCode) => {
    code = chosen;
  };
  const context = makeContext(environment, exitWith, isQuiet);
  const program = makeProgram(context);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    const ending = endingOf(error, environment.signal);
    if (ending.isUntold) environment.stderr.write(`${printable(ending.message)}\n`);
    // Whoever reads JSON gets a document in any case, and exactly one.
    const isOwed = ending.code !== EXIT.done && argv.includes('--json') && !context.hasAnswered();
    if (isOwed) environment.stdout.write(`${printableJson(faultDocument(ending))}\n`);
    return ending.code;
  }
}

/** All commands. Nothing of them runs before a command line is parsed. */
export function makeProgram(context: CommandContext): Command {
  const { stdout, stderr, env } = context;
  const program: Command = new Command('labseal')
    .description(
      'Proves research files on a notarization service: watches folders, uploads, fetches certificates. It speaks English; the page can be set to other languages.',
    )
    .version(VERSION_LINE, '--version', 'print the version')
    .option('-q, --quiet', 'print the answer, warnings and errors; no progress, no advice')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      getOutHelpWidth: () => helpColumns(stdout),
      getErrHelpWidth: () => helpColumns(stderr),
      getOutHasColors: () => hasStyles(stdout, env),
      getErrHasColors: () => hasStyles(stderr, env),
      outputError: (text, write) => {
        const lines = (text + nounHint(text, program)).split('\n');
        write(lines.map(printable).join('\n'));
      },
    })
    .configureHelp({ styleTitle: bold, showGlobalOptions: true, minWidthToWrap: 20 });
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
  addCompletionCommand(program, context);
  program
    .command('version')
    .description('print the version')
    .action(() => {
      stdout.write(`${VERSION_LINE}\n`);
    });
  inheritSettings(program, 'labseal');
  return program;
}

/** Commander sets these on the command they are called on only. */
function inheritSettings(command: Command, path: string): void {
  checkValues(command);
  const shown = command.commands.length === 0 ? 'its options' : 'its commands';
  const what = path === 'labseal' ? 'all commands' : shown;
  command.showHelpAfterError(`"${path} --help" shows ${what}.`);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child, `${path} ${child.name()}`);
  }
}

/** Who writes "labseal login" knows the verb and forgot the noun. */
function nounHint(error: string, program: Command): string {
  const verb = /^error: unknown command '([a-z-]+)'\n$/.exec(error)?.[1];
  const meant = program.commands
    .filter(({ commands }) => commands.some((each) => each.name() === verb))
    .map((noun) => `${noun.name()} ${verb}`);
  if (meant.length === 0) return '';
  return `(Did you mean ${meant.length === 1 ? '' : 'one of '}${meant.join(', ')}?)\n`;
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
  if (error instanceof InterruptedQuestion) {
    const message = 'Interrupted at the question. Nothing more was done.';
    return { code: EXIT.interrupted, kind: 'interrupted', message, isUntold: true };
  }
  if (error instanceof CommanderError) {
    const code = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return { code, kind: 'usage', message: error.message, isUntold: false };
  }
  if (error instanceof UsageError) {
    return { code: EXIT.usage, kind: 'usage', message: error.message, isUntold: true };
  }
  if (error instanceof RunningEnded) {
    const message =
      'The running Labseal ended before it answered. What was asked for may have been done: "labseal status" shows how things stand.';
    return { code: EXIT.needsPerson, kind: 'engine-ended', message, isUntold: true };
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
