/** docs/cli.md, made of the same table as the help and the manual. */
import type { Command } from 'commander';
import { EXIT_MEANINGS } from '../exit-code.ts';
import { withChoices } from '../option-values.ts';
import { VARIABLES } from '../process-environment.ts';
import { type CommandEntry, commandTable, type OptionEntry } from './command-table.ts';

/** Where it is kept, from the root of the repository. */
export const CLI_DOCUMENT = 'docs/cli.md';

const HEAD = `# Command line

<!-- Made by "npm run docs" from the commands themselves: change those, then make it again. -->

\`labseal NOUN VERB\`. In a checkout it is called \`bin/labseal\`. Answers go to stdout; messages, questions and progress go to stderr.
With \`--json\` an answer is one JSON document, also when the command fails. Questions are asked at a terminal only; elsewhere a
missing answer is an error that names its option. The command line speaks English; the page also speaks Italian.

## Beside a running Labseal

One Labseal works with a data folder at a time: \`labseal serve\`, the desktop app, or one command. While Labseal runs, it carries
out what commands ask for, and they answer as they do alone.

- If the running Labseal is another version or uses another service, the command does nothing and ends with exit code 5.
- If it does not answer within five seconds, the command names its process and ends with exit code 5.
- Ctrl-C ends the command, and an audit or an export that it began. An upload that the running Labseal has begun goes on.`;

/** Markdown as the formatter leaves it. It has no date: the same program gives the same document. */
export function cliDocument(program: Command): string {
  const [whole, ...entries] = commandTable(program);
  if (whole === undefined) throw new Error('a program has at least itself');
  const nouns = entries.filter(({ path }) => !path.includes(' '));
  return `${[
    HEAD,
    '## Exit codes',
    table([['Code', 'Means'], ...Object.entries(EXIT_MEANINGS)]),
    '## Variables',
    table([
      ['Variable', 'Sets'],
      ...Object.entries(VARIABLES).map(([names, meaning]) => [code(names), meaning]),
    ]),
    '## Options of all commands',
    list(whole.options.map(optionLine)),
    ...nouns.map((noun) => nounSection(noun, entries)),
  ].join('\n\n')}\n`;
}

function nounSection(noun: CommandEntry, entries: readonly CommandEntry[]): string {
  const verbs = entries.filter(({ path }) => path.startsWith(`${noun.path} `));
  const sections = verbs.map((verb) => `### labseal ${verb.path}\n\n${commandText(verb)}`);
  const own = noun.isRunnable ? commandText(noun) : noun.description;
  return [`## labseal ${noun.path}`, own, ...sections].join('\n\n');
}

function commandText(entry: CommandEntry): string {
  const options = entry.options.filter(({ names }) => !names.includes('--help'));
  const values = entry.arguments.filter(({ description }) => description !== '');
  const lines = [
    ...values.map(({ name, description }) => `${code(name)}: ${plain(description)}`),
    ...options.map(optionLine),
  ];
  const usage = entry.usage.replace(' [options]', options.length === 0 ? '' : ' [options]');
  return [
    `\`\`\`sh\n${usage}\n\`\`\``,
    ...entry.description.split('\n\n').map(plain),
    ...(lines.length === 0 ? [] : [list(lines)]),
    ...(entry.example === null ? [] : [`Example: ${code(entry.example)}`]),
  ].join('\n\n');
}

function optionLine({ names, description, value }: OptionEntry): string {
  const taken = value === null ? '' : value.isRequired ? ` <${value.name}>` : ` [${value.name}]`;
  const told = withChoices(description, value?.name ?? '', value?.choices ?? []);
  return `${code(`${names.join(', ')}${taken}`)}: ${plain(told)}`;
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n');
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_name, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}

/** One line of text in which nothing is read as Markdown. */
function plain(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll(/[<*]/g, String.raw`\$&`);
}
