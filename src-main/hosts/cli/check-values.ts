/**
 * What no command can mean by a value is refused while the command line is read, before anything is opened. It holds
 * for every option and argument of every command, whatever its own reader takes.
 */
import fs from 'node:fs';
import type { Argument, Command, Option } from 'commander';
import {
  LONGEST_NAME,
  LONGEST_PATH,
  LONGEST_TEXT,
} from '../../../src-shared/model/text/longest-texts.ts';
import { integer } from '../../../src-shared/model/words/en/figures.ts';
import { UsageError } from './exit-code.ts';
import { choicesOf, isMultiline } from './option-values.ts';

/** An option with a value, or an argument. */
export type ValueSlot = Option | Argument;

/** No disk takes a longer name. */
const MOST_CHARACTERS_OF_NAMES = 255;
const LIST_NAME = /^(list|ids|glob|pattern)$/;
const PATH_NAME = /^(dir|file|folder|path|what)$/;

const BLANK = /^[\s\p{Cf}]*$/u;
const CONTROL = /\p{Cc}/u;
const CONTROL_IN_LINES = /(?![\n\t])\p{Cc}/u;

/** To be called once, when all options and arguments of the command are there. */
export function checkValues(command: Command): void {
  for (const slot of [...command.options, ...command.registeredArguments]) {
    if ('required' in slot && 'optional' in slot && !slot.required && !slot.optional) continue;
    const { parseArg } = slot;
    const read = (text: string, before: unknown): unknown => {
      checkValue(text, slot, parseArg);
      if (parseArg !== undefined) return parseArg(text, before as never);
      return slot.variadic ? [...((before ?? []) as readonly string[]), text] : text;
    };
    slot.argParser(Object.assign(read, { choices: choicesOf(parseArg) }));
  }
}

function checkValue(text: string, slot: ValueSlot, reader: unknown): void {
  const name = nameOf(slot);
  if (BLANK.test(text)) throw new UsageError(`${name} is empty. Write a value.`);
  const most = mostCharactersOf(slot, reader);
  if (text.length > most) {
    throw new UsageError(
      `${name} has ${integer(text.length)} characters. At most ${integer(most)} can be used.`,
    );
  }
  if (takesPath(slot) && text.split(/[/\\]/).some(isTooLong)) {
    throw new UsageError(
      `${name} has a name of more than ${MOST_CHARACTERS_OF_NAMES} characters, which no disk takes.`,
    );
  }
  const isThere = takesPath(slot) && !text.includes('\0') && fs.existsSync(text);
  if (isThere) return; // a name can hold anything but NUL
  // Node reads other bytes as U+FFFD, so that nobody knows any more what was meant.
  if (!text.isWellFormed() || text.includes('\uFFFD')) {
    throw new UsageError(`${name} holds bytes that are not UTF-8. Write it in UTF-8.`);
  }
  const control = controlIn(text, slot, reader);
  if (control === undefined) return;
  const code = (control.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  throw new UsageError(`${name} holds the control character U+${code}. Write it without.`);
}

/** As much as any call takes. */
function mostCharactersOf(slot: ValueSlot, reader: unknown): number {
  if (takesPath(slot)) return LONGEST_PATH;
  return LIST_NAME.test(placeholderOf(slot)) || isMultiline(reader) ? LONGEST_TEXT : LONGEST_NAME;
}

function controlIn(text: string, slot: ValueSlot, reader: unknown): string | undefined {
  if (takesPath(slot)) return text.includes('\0') ? '\0' : undefined;
  return (isMultiline(reader) ? CONTROL_IN_LINES : CONTROL).exec(text)?.[0];
}

function isTooLong({ length }: string): boolean {
  return length > MOST_CHARACTERS_OF_NAMES;
}

/** A file or a folder of this computer. */
export function takesPath(slot: ValueSlot): boolean {
  return PATH_NAME.test(placeholderOf(slot));
}

/** How sentences name it: "--folder", "<folder>". */
function nameOf(slot: ValueSlot): string {
  return 'flags' in slot ? (slot.long ?? slot.flags) : `<${slot.name()}>`;
}

/** What stands for the value in the help. */
export function placeholderOf(slot: ValueSlot): string {
  return 'flags' in slot ? (/[<[]([^>\]]+)[>\]]/.exec(slot.flags)?.[1] ?? '') : slot.name();
}
