/** The command line: nouns, verbs, and how a command ends. */
import { type Command, CommanderError, Help, type Option } from 'commander';
import { AnsweringCommand } from './answering-command.ts';
import { checkValues, placeholderOf } from './check-values.ts';
import { type CommandContext, makeContext } from './command-context.ts';
import {
  CommandFault,
  EXIT,
  exitCodeOf,
  InterruptedQuestion,
  InterruptedWork,
  NoHome,
  RunningEnded,
  UnsavedAnswer,
  UsageError,
  type ExitCode,
  KeptMistake,
} from './exit-code.ts';
import { choicesOf, descriptionOf, withChoices } from './option-values.ts';
import { makeOutput } from './output.ts';
import { type ProcessEnvironment, readSettings } from './process-environment.ts';
import { EXAMPLES } from './help/examples.ts';
import { refusedLine, whatLeft } from './refused-line.ts';
import { HELP_COLUMNS } from './help/prepared-help.ts';
import { bold, hasStyles } from './styles.ts';
import { lineColumns, sentence } from './terminal.ts';
import { type HelpTopic, topicOfFault } from '../../../src-shared/model/text/guide-topics.ts';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { printableJson } from '../../../src-shared/model/text/printable.ts';
import { makeErrorLog } from '../../platform/error-log.ts';
import { type SystemLack, systemLackOf } from '../../platform/errno.ts';
import { realClock, realIds } from '../../platform/real-ports.ts';

const LEAST_BESIDE_COLUMNS = 24; // narrower text is read word by word
const BELOW = ' '.repeat(6);
/** As `git` and `gh` print it. */
export const VERSION_LINE = `labseal version ${PRODUCT.version}`;

/** In the order of the help, the main way first. Only what a command line asks for is loaded. */
const NOUNS = {
  notarize: async () => (await import('./file/file-commands.ts')).addNotarizeCommand,
  folder: async () => (await import('./folder/folder-commands.ts')).addFolderCommands,
  sync: async () => (await import('./sync/sync-command.ts')).addSyncCommand,
  serve: async () => (await import('./serve/serve-command.ts')).addServeCommand,
  status: async () => (await import('./sync/status-command.ts')).addStatusCommand,
  history: async () => (await import('./history/history-command.ts')).addHistoryCommand,
  file: async () => (await import('./file/file-commands.ts')).addFileCommands,
  transfer: async () => (await import('./transfer/transfer-commands.ts')).addTransferCommands,
  verify: async () =>
    (await import('./certificate/certificate-verify-command.ts')).addVerifyCommand,
  certificate: async () =>
    (await import('./certificate/certificate-commands.ts')).addCertificateCommands,
  audit: async () => (await import('./audit/audit-command.ts')).addAuditCommand,
  evidence: async () => (await import('./evidence/evidence-commands.ts')).addEvidenceCommands,
  lineage: async () => (await import('./lineage/lineage-commands.ts')).addLineageCommands,
  project: async () => (await import('./project/project-commands.ts')).addProjectCommands,
  member: async () => (await import('./project/member-commands.ts')).addMemberCommands,
  tag: async () => (await import('./project/tag-commands.ts')).addTagCommands,
  credit: async () => (await import('./credit/credit-commands.ts')).addCreditCommands,
  outbox: async () => (await import('./outbox/outbox-commands.ts')).addOutboxCommands,
  offline: async () => (await import('./outbox/offline-commands.ts')).addOfflineCommand,
  online: async () => (await import('./outbox/offline-commands.ts')).addOnlineCommand,
  admin: async () => (await import('./admin/admin-commands.ts')).addAdminCommands,
  auth: async () => (await import('./account/auth-commands.ts')).addAuthCommands,
  profile: async () => (await import('./account/profile-commands.ts')).addProfileCommands,
  doctor: async () => (await import('./doctor/doctor-command.ts')).addDoctorCommand,
  diagnostics: async () => (await import('./doctor/diagnostics-command.ts')).addDiagnosticsCommand,
  guide: async () => (await import('./help/guide-command.ts')).addGuideCommand,
  completion: async () => (await import('./help/completion-command.ts')).addCompletionCommand,
  mock: async () => (await import('./serve/mock-command.ts')).addMockCommand,
  known: async () => (await import('./help/known-command.ts')).addKnownCommand,
} as const satisfies Record<string, () => Promise<AddCommands>>;
/** Verbs that are asked often: of their noun nothing else is loaded. */
const VERBS: Readonly<Record<string, () => Promise<AddCommands>>> = {
  'file list': async () => {
    const { addFileNoun, addFileListCommand } = await import('./file/file-list-command.ts');
    return (program) => addFileListCommand(addFileNoun(program));
  },
};
type AddCommands = (program: AnsweringCommand, context: CommandContext) => void;
type Noun = keyof typeof NOUNS;
/** In the help, before the noun that is first below it. */
const HEADINGS: Partial<Readonly<Record<Noun, string>>> = {
  notarize: 'Notarize files:',
  verify: 'Prove what was notarized:',
  project: 'Projects, people and credits:',
  auth: 'Your account:',
  doctor: 'Help and repair:',
};
const ALL_NOUNS = Object.keys(NOUNS) as readonly Noun[];

/**
 * Runs one command line (without the program's own name) and resolves to its exit code. `codeChosen` is told the code that
 * the command's work ended with, before what it has open is closed.
 */
export async function runProgram(
  argv: readonly string[],
  environment: ProcessEnvironment,
  codeChosen: (code: ExitCode) => void = () => undefined,
): Promise<ExitCode> {
  let code: ExitCode = EXIT.done;
  const isQuiet = () => program.opts<{ quiet?: boolean }>().quiet === true;
  const exitWith = (chosen: ExitCode) => {
    code = chosen;
    codeChosen(chosen);
  };
  const context = makeContext(environment, exitWith, isQuiet);
  const program = await programFor(argv, context);
  try {
    const line = helpOf(argv, program);
    const left = whatLeft(line);
    if (left !== null) throw new UsageError(left);
    await program.parseAsync([...line], { from: 'user' });
    return code;
  } catch (error) {
    const ending = await endingOf(error, environment.signal);
    if (ending.isUntold) environment.stderr.write(sentence(ending.message, environment.stderr));
    const isJson = argv.includes('--json');
    makeOutput(environment, isJson, { isQuiet: isQuiet() }).more(ending.topic);
    // Whoever reads JSON gets a document in any case, and exactly one.
    const isOwed = ending.code !== EXIT.done && isJson && !context.hasAnswered();
    if (isOwed) environment.stdout.write(`${printableJson(faultDocument(ending))}\n`);
    return ending.code;
  }
}

/** With the commands that this line can mean. */
async function programFor(argv: readonly string[], context: CommandContext): Promise<Command> {
  if (argv.length === 1 && /^(--)?version$/.test(argv[0] ?? '')) return makeProgram(context, []);
  const [noun, verb] = argv.filter((word) => !word.startsWith('-'));
  const isAboutAll = noun === undefined || !isNoun(noun) || noun === 'completion';
  if (isAboutAll) return makeProgram(context);
  const alone = VERBS[`${noun} ${verb}`];
  if (alone !== undefined) return makeProgram(context, [noun], alone);
  const program = await makeProgram(context, [noun]);
  const { commands = [], registeredArguments = [] } =
    program.commands.find((each) => each.name() === noun) ?? {};
  const isVerb =
    verb === undefined ||
    registeredArguments.length > 0 ||
    commands.some((each) => each.name() === verb);
  // Who mistook the noun is shown the one that has this verb.
  return commands.length === 0 || isVerb ? program : makeProgram(context);
}

/** "help folder add" as "folder add --help", as is a noun alone, and nothing at all. What is no command stays alone, and is refused with what was meant. */
function helpOf(argv: readonly string[], program: Command): readonly string[] {
  if (argv[0] !== 'help') return isOnlyNoun(argv, program) ? [...argv, '--help'] : argv;
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  let command: Command | undefined = program;
  for (const word of words) {
    if (command.commands.length === 0) break; // what follows are its values
    command = command.commands.find((each) => each.name() === word);
    if (command === undefined) return words;
  }
  return [...words, '--help'];
}

/** It does nothing itself, so its help is the answer. */
function isOnlyNoun(argv: readonly string[], program: Command): boolean {
  let command: Command | undefined = program;
  for (const word of argv) command = command?.commands.find((each) => each.name() === word);
  const { commands = [], registeredArguments = [] } = command ?? {};
  return commands.length > 0 && registeredArguments.length === 0;
}

function isNoun(word: string): word is Noun {
  return Object.hasOwn(NOUNS, word);
}

/** The commands of these nouns; `alone`: what adds one of a noun's instead. Nothing of them runs before a command line is parsed. */
export async function makeProgram(
  context: CommandContext,
  nouns: readonly Noun[] = ALL_NOUNS,
  alone?: () => Promise<AddCommands>,
): Promise<Command> {
  const { stdout, stderr, env } = context;
  const program: AnsweringCommand = new AnsweringCommand('labseal', context)
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
        const lines = refusedLine(text + nounHint(text, program)).split('\n');
        write(lines.map((line) => sentence(line, stderr).slice(0, -1)).join('\n'));
      },
    })
    .configureHelp({
      styleTitle: bold,
      showGlobalOptions: true,
      minWidthToWrap: 20,
      formatItem: helpItem,
      subcommandTerm: termOf,
      optionDescription: tellOption,
    });
  const loaded = await Promise.all(nouns.map((noun) => (alone ?? NOUNS[noun])()));
  for (const [at, noun] of nouns.entries()) {
    const heading = HEADINGS[noun];
    if (heading !== undefined) program.commandsGroup(heading);
    loaded[at]?.(program, context);
  }
  program
    .command('version')
    .description('print the version')
    .action(() => {
      stdout.write(`${VERSION_LINE}\n`);
    });
  inheritSettings(program, 'labseal');
  program.helpCommand('help [command]', 'show the help of a command'); // last: the nouns have their own
  return program;
}

/** A narrower terminal has narrower help. */
function helpColumns(stream: NodeJS.WriteStream): number {
  return stream.isTTY ? Math.min(lineColumns(stream), HELP_COLUMNS) : HELP_COLUMNS;
}

/** As docs/cli.md tells it, with what holds where it is left out. */
function tellOption(option: Option): string {
  const { parseArg, defaultValue } = option;
  const told = withChoices(descriptionOf(option), placeholderOf(option), choicesOf(parseArg));
  if (defaultValue === undefined) return told;
  return `${told} (default: ${option.defaultValueDescription ?? String(defaultValue)})`;
}

/** That nearly every command has options needs no word in a list. */
function termOf(command: Command): string {
  const taken = command.registeredArguments.map((each) => {
    const name = `${each.name()}${each.variadic ? '...' : ''}`;
    return each.required ? ` <${name}>` : ` [${name}]`;
  });
  return command.name() + taken.join('');
}

/** What an option does stands beside it, and on a narrow terminal below it. */
function helpItem(term: string, termWidth: number, description: string, help: Help): string {
  const columns = help.helpWidth ?? HELP_COLUMNS;
  if (description === '' || columns - termWidth >= LEAST_BESIDE_COLUMNS) {
    return Help.prototype.formatItem.call(help, term, termWidth, description, help);
  }
  const below = help.boxWrap(description, columns - BELOW.length);
  return `  ${term}\n${BELOW}${below.replaceAll('\n', `\n${BELOW}`)}`;
}

/** Commander sets these on the command they are called on only. */
function inheritSettings(command: Command, path: string): void {
  checkValues(command);
  const shown = command.commands.length === 0 ? 'its options' : 'its commands';
  const what = path === 'labseal' ? 'all commands' : shown;
  command.showHelpAfterError(`"${path} --help" shows ${what}.`);
  const example = EXAMPLES[path.replace('labseal ', '')];
  if (example !== undefined) command.addHelpText('after', `\nExample:\n  labseal ${example}`);
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child, `${path} ${child.name()}`);
  }
}

/** Who writes "labseal login" knows the verb and forgot the noun. */
function nounHint(error: string, program: Command): string {
  const verb = /^error: unknown command '([a-z-]+)'\n$/.exec(error)?.[1];
  if (verb === undefined || program.args[0] !== verb) return ''; // behind a noun, another noun is no help
  const help = program.createHelp();
  const meant = program.commands.flatMap((noun) =>
    help
      .visibleCommands(noun)
      .filter((each) => each.name() === verb || each.aliases().includes(verb))
      .map(() => `${noun.name()} ${verb}`),
  );
  if (meant.length === 0) return '';
  return `(Did you mean ${meant.length === 1 ? '' : 'one of '}${meant.join(', ')}?)\n`;
}

/** What no command can do without. */
const LACK_SENTENCES: Readonly<Record<SystemLack, string>> = {
  'working-folder':
    'The folder that this was started in is not there any more. Change to another folder, then try again.',
  'open-files':
    'The system lets Labseal open no more files. Close other programs, or raise the limit with "ulimit -n 4096".',
  threads:
    'The system lets Labseal start no more threads. Close other programs, or raise the limit with "ulimit -u".',
  memory:
    'The system gives Labseal no more memory. Close other programs, or raise the limit with "ulimit -v".',
};

interface Ending {
  readonly code: ExitCode;
  readonly kind: string;
  readonly message: string;
  /** False when commander has printed its message already. */
  readonly isUntold: boolean;
  /** What the guide says of it. */
  readonly topic?: HelpTopic | undefined;
}

/** How a command that could not go on ends. Rethrows bugs. */
async function endingOf(error: unknown, signal: AbortSignal): Promise<Ending> {
  if (signal.aborted) {
    const message =
      error instanceof InterruptedWork ? error.message : 'Interrupted. Nothing is lost.';
    return { code: EXIT.interrupted, kind: 'interrupted', message, isUntold: true };
  }
  if (error instanceof InterruptedQuestion) {
    const message = 'Interrupted. Nothing more was done.';
    return { code: EXIT.interrupted, kind: 'interrupted', message, isUntold: true };
  }
  if (error instanceof CommanderError) {
    const code = error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return { code, kind: 'usage', message: refusedLine(error.message), isUntold: false };
  }
  if (error instanceof UsageError) {
    return { code: EXIT.usage, kind: 'usage', message: error.message, isUntold: true };
  }
  if (error instanceof UnsavedAnswer) {
    return { code: EXIT.needsPerson, kind: 'not-saved', message: error.message, isUntold: true };
  }
  if (error instanceof RunningEnded) {
    const message =
      'The running Labseal ended before it answered. What was asked for may have been done: "labseal status" shows how things stand.';
    return { code: EXIT.needsPerson, kind: 'engine-ended', message, isUntold: true };
  }
  if (error instanceof CommandFault) {
    const { kind } = error.fault;
    const { coreFaultSentence } = await import('./fault-text.ts');
    const message = error.sentence ?? coreFaultSentence(error.fault);
    const topic = topicOfFault(error.fault);
    return { code: exitCodeOf(error.fault), kind, message, isUntold: true, topic };
  }
  if (error instanceof NoHome) {
    const message =
      'This user has no home folder. Name a folder for the data of Labseal with LABSEAL_HOME.';
    return { code: EXIT.needsPerson, kind: 'no-home', message, isUntold: true };
  }
  const lack = systemLackOf(error);
  if (lack !== null) {
    return { code: EXIT.needsPerson, kind: lack, message: LACK_SENTENCES[lack], isUntold: true };
  }
  throw error;
}

function faultDocument({ kind, message }: Ending) {
  return { ok: false, error: { kind, message } };
}

/**
 * What is said of a bug that ended the program. Keeps the error in `errors.log` of the data folder, without secrets. Returns the sentence for the person.
 */
export function keepMistake(error: unknown, env: ProcessEnvironment['env']): string {
  const { dataFolder } = readSettings(env);
  const keep = makeErrorLog(dataFolder, { clock: realClock, ids: realIds });
  const id = error instanceof KeptMistake ? error.logId : keep('labseal', error);
  const message = error instanceof Error ? error.message : String(error);
  return `Labseal made a mistake and stopped: ${message}. Nothing is lost; please report it with errors.log of the data folder (${id}).`;
}
