/** The commands as somebody reads them who has the repository alone. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
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
