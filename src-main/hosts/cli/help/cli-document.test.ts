/** The commands as somebody reads them who has the repository alone. */
import fs from 'node:fs';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { choicesOf } from '../option-values.ts';
import { runnableCommands, wholeProgram } from '../test-support/whole-program.ts';
import { CLI_DOCUMENT, cliDocument } from './cli-document.ts';

const document = cliDocument(await wholeProgram());

test('docs/cli.md says what the commands say today; "npm run docs" makes it again', () => {
  expect(fs.readFileSync(CLI_DOCUMENT, 'utf8')).toBe(document);
});

test('every command, option, exit code and variable is in it', async () => {
  for (const { path, options } of await runnableCommands()) {
    const [, section = ''] = document.split(new RegExp(`^##+ labseal ${path}$`, 'm'));
    const [ofCommand = ''] = section.split(/^##/m);
    expect(ofCommand).toContain(`labseal ${path}`);
    for (const { names } of options.filter(({ names: each }) => !each.includes('--help'))) {
      expect(ofCommand).toContain(names.join(', '));
    }
  }
  for (const named of ['| 130 ', '`LABSEAL_HOME`', '`-q, --quiet`']) {
    expect(document).toContain(named);
  }
});

test('the words that an option takes stand in its help and in the document alike', async () => {
  const program = await wholeProgram();
  const every = (command: Command): readonly Command[] => [
    command,
    ...command.commands.flatMap(every),
  ];
  let listed = 0;
  for (const command of every(program)) {
    const help = command.helpInformation().replaceAll(/\s+/g, ' ');
    for (const option of command.createHelp().visibleOptions(command)) {
      expect(option.argChoices, `${option.flags}: its reader says them, as readOneOf does`).toBe(
        undefined,
      );
      const choices = choicesOf(option.parseArg);
      for (const choice of choices) expect(help).toContain(choice);
      const told = ` (one of: ${choices.join(', ')})`;
      if (!help.includes(told)) continue;
      expect(document).toContain(told);
      listed += 1;
    }
  }
  expect(listed).toBeGreaterThan(5);
});
