/** All commands as data: what completions and the manual are made of, so that they cannot differ from the help. */
import type { Argument, Command, Option } from 'commander';
import { placeholderOf, takesPath } from '../check-values.ts';
import { choicesOf, descriptionOf } from '../option-values.ts';
import { EXAMPLES } from './examples.ts';

export interface CommandEntry {
  /** "member list"; empty for the program itself. */
  readonly path: string;
  /** "labseal member list [options] [project]". */
  readonly usage: string;
  readonly summary: string;
  /** Paragraphs. */
  readonly description: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  /** It does something itself, whether or not others are below it. */
  readonly isRunnable: boolean;
  /** "labseal member list ID"; null: it only has others below it. */
  readonly example: string | null;
  readonly arguments: readonly ValueEntry[];
  readonly options: readonly OptionEntry[];
  /** Options that every command has. */
  readonly globalOptions: readonly OptionEntry[];
}

/** What this computer knows values of: `labseal known KIND` prints them. */
export const KNOWN_KINDS = ['folders', 'projects'] as const;
export type KnownKind = (typeof KNOWN_KINDS)[number];

interface ValueEntry {
  readonly name: string;
  readonly description: string;
  readonly choices: readonly string[];
  /** A file or a folder of this computer. */
  readonly isPath: boolean;
  readonly known: KnownKind | null;
}

export interface OptionEntry {
  /** "-q", "--quiet". */
  readonly names: readonly string[];
  readonly description: string;
  /** Null for an option that is only there or not. */
  readonly value: (ValueEntry & { readonly isRequired: boolean }) | null;
}

/** Each command before those below it, in the order of the help. */
export function commandTable(program: Command): readonly CommandEntry[] {
  return entriesOf(program, '');
}

function entriesOf(command: Command, path: string): readonly CommandEntry[] {
  const help = command.createHelp();
  const shown = new Set(help.visibleCommands(command));
  const entry = {
    path,
    usage: help.commandUsage(command).replace(/\|\S+/, ''), // an alias is for who guesses it
    summary: summaryOf(command),
    description: command.description(),
    commands: [...shown].map((child) => ({ name: child.name(), summary: summaryOf(child) })),
    isRunnable: shown.size === 0 || command.registeredArguments.length > 0,
    example: EXAMPLES[path] === undefined ? null : `labseal ${EXAMPLES[path]}`,
    arguments: command.registeredArguments.map(argumentEntry),
    options: help.visibleOptions(command).map(optionEntry),
    globalOptions: help.visibleGlobalOptions(command).map(optionEntry),
  };
  const below = command.commands
    .filter((child) => shown.has(child))
    .flatMap((child) => entriesOf(child, `${path} ${child.name()}`.trimStart()));
  return [entry, ...below];
}

function summaryOf(command: Command): string {
  return command.summary() === '' ? command.description() : command.summary();
}

function argumentEntry(argument: Argument): ValueEntry {
  const choices = choicesOf(argument.parseArg);
  const { description } = argument;
  const name = argument.name();
  return { name, description, choices, isPath: takesPath(argument), known: knownOf(name) };
}

function optionEntry(option: Option): OptionEntry {
  const { short, long, parseArg, required } = option;
  const description = descriptionOf(option);
  const names = [short, long].flatMap((each) => (each === undefined ? [] : [each]));
  const name = placeholderOf(option);
  if (name === '') return { names, description, value: null };
  const choices = choicesOf(parseArg);
  const isPath = takesPath(option);
  return {
    names,
    description,
    value: { name, description, choices, isPath, known: knownOf(long ?? ''), isRequired: required },
  };
}

/** By the name of an argument or an option; what takes a new folder is called otherwise. */
function knownOf(name: string): KnownKind | null {
  const kinds: Readonly<Record<string, KnownKind>> = { folder: 'folders', project: 'projects' };
  return kinds[name.replace('--', '')] ?? null;
}

/** As one word of a shell: nothing in it is expanded. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

interface ValueOf {
  readonly place: string;
  /** The option, as it is written. */
  readonly name: string;
  readonly value: NonNullable<OptionEntry['value']>;
}

/** Every option that takes a value, under each of its names. */
export function valuesOf(table: readonly CommandEntry[]): readonly ValueOf[] {
  return table.flatMap(({ path: place, options, globalOptions }) =>
    [...options, ...globalOptions].flatMap(({ names, value }) =>
      value === null ? [] : names.map((name) => ({ place, name, value })),
    ),
  );
}
