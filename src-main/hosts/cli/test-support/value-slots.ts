/** Every place of the command line where a value is written, taken from the program itself: a new option is among them. */
import type { Argument, Command, Option } from 'commander';
import { takesPath } from '../check-values.ts';
import { choicesOf } from '../option-values.ts';
import { wholeProgram } from './whole-program.ts';

export interface ValueSlot {
  /** "transfer limit <rate>", "sync --folder". */
  readonly title: string;
  /** How a sentence names it: "--folder", "<rate>". */
  readonly name: string;
  /** "folder add". */
  readonly command: string;
  readonly isPath: boolean;
  /** What is done with a value when a command line is parsed; null: any text is taken as it is. */
  readonly read: ((text: string) => unknown) | null;
  /** A command line with this value, and what else the command cannot do without. */
  readonly line: (value: string, company?: Company) => readonly string[];
}

/** Further options, and what stands behind the command. */
export interface Company {
  readonly options?: readonly string[] | undefined;
  readonly behind?: readonly string[] | undefined;
}

export async function valueSlots(): Promise<readonly ValueSlot[]> {
  return slotsBelow(await wholeProgram(), '');
}

function slotsBelow(command: Command, path: string): readonly ValueSlot[] {
  const below = command.commands.flatMap((child) =>
    slotsBelow(child, `${path} ${child.name()}`.trimStart()),
  );
  const options = command.options
    .filter(takesValue)
    .map((option) => optionSlot(option, command, path));
  const behind = command.registeredArguments.map((argument) =>
    argumentSlot(argument, command, path),
  );
  return [...behind, ...options, ...below];
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function optionSlot(option: Option, command: Command, path: string): ValueSlot {
  const name = option.long ?? option.flags;
  return {
    title: `${path} ${name}`,
    name,
    command: path,
    isPath: takesPath(option),
    read: reader(option),
    line: (value, { options = [], behind = neededOf(command) } = {}) => {
      const others = optionsOf(command, options).filter((each) => !each.startsWith(`${name}=`));
      return [...path.split(' '), ...others, `${name}=${value}`, ...behind];
    },
  };
}

function argumentSlot(argument: Argument, command: Command, path: string): ValueSlot {
  const name = `<${argument.name()}>`;
  const all = command.registeredArguments;
  return {
    title: `${path} ${name}`,
    name,
    command: path,
    isPath: takesPath(argument),
    read: reader(argument),
    line: (value, { options = [] } = {}) => {
      // "project show ID" and "project show --project=ID" name the same.
      const same = `--${argument.name()}=`;
      const others = optionsOf(command, options).filter((each) => !each.startsWith(same));
      const values = all
        .filter((each, at) => each.required || at <= all.indexOf(argument))
        .map((each) => (each === argument ? value : usual(each)));
      return [...path.split(' '), ...others, '--', ...values];
    },
  };
}

/** The given ones, and others that the command cannot do without. */
function optionsOf(command: Command, given: readonly string[]): readonly string[] {
  const missing = command.options.filter(
    ({ mandatory, long }) => mandatory && !given.some((each) => each.startsWith(`${long}=`)),
  );
  return [...given, ...missing.flatMap(written)];
}

function reader({ parseArg }: Option | Argument): ValueSlot['read'] {
  return parseArg === undefined ? null : (text) => parseArg(text, undefined as never);
}

/** What stands behind a command that needs it. */
function neededOf(command: Command): readonly string[] {
  return command.registeredArguments.filter(({ required }) => required).map(usual);
}

function written(option: Option): readonly string[] {
  return [`${option.long ?? option.flags}=${usual(option)}`];
}

const TRIED = ['x', '1', '2027-12-31', 'x@lab.test'];

/** A value that is taken; of a path, one at which nothing can be made. */
function usual(slot: Option | Argument): string {
  if (takesPath(slot)) return '/no/such/folder/x';
  const read = reader(slot);
  return [...choicesOf(slot.parseArg), ...TRIED].find((text) => isTaken({ read }, text)) ?? 'x';
}

/** Whether the value passes when a command line is parsed. */
export function isTaken({ read }: Pick<ValueSlot, 'read'>, text: string): boolean {
  try {
    read?.(text);
    return true;
  } catch {
    return false;
  }
}
