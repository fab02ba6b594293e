/** The readers behind check-docs.test.ts, on small documents: a reader that finds nothing would let everything pass. */
import { describe, expect, test } from 'vitest';
import {
  findLabsealCommands,
  findLinks,
  findPaths,
  findScripts,
  headingAnchors,
} from './document.ts';
import { readHelp } from './labseal-help.ts';

const DOCUMENT = `# How it works & why

Run \`npm run demo -- --exit\`, then \`npm test\`. See [the rules](OTHER.md#state), [below](#how-it-works--why) and
[the web](https://example.org). The planner is \`src-main/sync/plan.ts\`; schemas are \`src-shared/{model,service}/*.ts\`.
The service has \`/projects/files\` and \`application/json\`.

\`\`\`sh
# labseal is a comment here
bin/labseal auth login --server URL --email E
labseal project list|show ID | grep x
\`\`\`

Then \`labseal folder add PATH [--settle SECONDS]\`; the package is called labseal.
`;

describe('a document', () => {
  test('paths are found in code, and addresses of the service are none', () => {
    expect(findPaths(DOCUMENT)).toEqual([
      'bin/labseal',
      'src-main/sync/plan.ts',
      'src-shared/{model,service}/*.ts',
    ]);
  });

  test('scripts are found', () => {
    expect(findScripts(DOCUMENT)).toEqual(['demo', 'test']);
  });

  test('links to files and headings are found, and headings have anchors', () => {
    expect(findLinks(DOCUMENT)).toEqual([
      { target: 'OTHER.md', anchor: 'state' },
      { target: '', anchor: 'how-it-works--why' },
    ]);
    expect(headingAnchors(DOCUMENT)).toEqual(new Set(['how-it-works--why']));
  });

  test('commands are found with their alternatives and options', () => {
    expect(findLabsealCommands(DOCUMENT)).toEqual([
      { words: [['auth'], ['login']], options: ['--server', '--email'] },
      { words: [['project'], ['list', 'show']], options: [] },
      { words: [['folder'], ['add']], options: ['--settle'] },
    ]);
  });
});

test('help is read as commander prints it', () => {
  const text = `Usage: labseal [options] [command]

Options:
  -V, --version       output the version number
  --json              one JSON document on stdout
  -h, --help          display help for command

Commands:
  auth                sign in and out, with the
                      account of a service
  folder|folders      watched folders
  help [command]      display help for command
`;
  expect(readHelp(text)).toEqual({
    commands: new Set(['auth', 'folder', 'help']),
    options: new Set(['--version', '--json', '--help']),
  });
});
