/** The manual page labseal(1), made of the same table as the help. */
import type { Command } from 'commander';
import { PRODUCT } from '../../../../src-shared/model/text/product.ts';
import { EXIT_MEANINGS } from '../exit-code.ts';
import { withChoices } from '../option-values.ts';
import { VARIABLES } from '../process-environment.ts';
import { type CommandEntry, commandTable, type OptionEntry } from './command-table.ts';

/** In the language of man(7). It has no date: the same program gives the same page. */
export function manualPage(program: Command): string {
  const [whole, ...commands] = commandTable(program);
  if (whole === undefined) throw new Error('a program has at least itself');
  const runnable = commands.filter(({ isRunnable }) => isRunnable);
  return `${[
    `.TH LABSEAL 1 "" "${PRODUCT.name} ${PRODUCT.version}" "User commands"`,
    '.SH NAME',
    `labseal \\- ${roff('watch research folders and prove their files on a notarization service')}`,
    '.SH SYNOPSIS',
    '.B labseal',
    roff('NOUN VERB [OPTIONS] [ARGUMENTS]'),
    '.SH DESCRIPTION',
    ...paragraphs(whole.description),
    '.PP',
    roff(
      'Answers go to stdout, messages and progress to stderr. With --json an answer is exactly one JSON document. Questions are asked at a terminal only; elsewhere a missing answer is an error that names its option.',
    ),
    '.SH OPTIONS OF ALL COMMANDS',
    ...whole.options.flatMap(optionLines),
    '.SH COMMANDS',
    ...runnable.flatMap(commandLines),
    '.SH EXIT STATUS',
    ...Object.entries(EXIT_MEANINGS).flatMap(([code, meaning]) => item(code, meaning)),
    '.SH ENVIRONMENT',
    ...Object.entries(VARIABLES).flatMap(([name, meaning]) => item(name, meaning)),
  ].join('\n')}\n`;
}

function commandLines(entry: CommandEntry): readonly string[] {
  const options = entry.options.filter(({ names }) => !names.includes('--help'));
  return [
    `.SS ${roff(entry.usage.replace(' [options]', options.length === 0 ? '' : ' [options]'))}`,
    ...paragraphs(entry.description),
    ...entry.arguments
      .filter(({ description }) => description !== '')
      .flatMap(({ name, description }) => item(name, description)),
    ...options.flatMap(optionLines),
    ...(entry.example === null ? [] : ['.PP', roff(`Example: ${entry.example}`)]),
  ];
}

function optionLines({ names, description, value }: OptionEntry): readonly string[] {
  const taken = value === null ? '' : value.isRequired ? ` <${value.name}>` : ` [${value.name}]`;
  const told = withChoices(description, value?.name ?? '', value?.choices ?? []);
  return item(`${names.join(', ')}${taken}`, told);
}

function item(tag: string, text: string): readonly string[] {
  return ['.TP', `.B ${roff(tag)}`, roff(text)];
}

function paragraphs(text: string): readonly string[] {
  const [first = '', ...others] = text.split('\n\n');
  return [roff(first), ...others.flatMap((paragraph) => ['.PP', roff(paragraph)])];
}

/** Letters beyond ASCII by their numbers: programs read the page in encodings of their own. */
function uniformName(letter: string): string {
  return `\\[u${letter.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** One line of text: nothing in it is a command of roff. A minus stays one, so that options can be copied. */
function roff(text: string): string {
  const line = text
    .replaceAll('\n', ' ')
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replaceAll(/[^\0-\x7F]/gu, uniformName);
  return /^[.']/.test(line) ? `\\&${line}` : line;
}
