/** The readers behind check-docs.test.ts, on a small document: a reader that finds nothing would let everything pass. */
import { expect, test } from 'vitest';
import {
  findLabsealCommands,
  findLinks,
  findPaths,
  findScripts,
  headingAnchors,
} from './test-support/document.ts';

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

test('paths, scripts, links, headings and commands are found; addresses of the service are no paths', () => {
  expect({
    paths: findPaths(DOCUMENT),
    scripts: findScripts(DOCUMENT),
    links: findLinks(DOCUMENT).map(({ target, anchor }) => `${target}#${anchor}`),
    headings: [...headingAnchors(DOCUMENT)],
    commands: findLabsealCommands(DOCUMENT).map(({ words, options }) =>
      words.map((choice) => choice.join('|')).concat(options),
    ),
  }).toEqual({
    paths: ['bin/labseal', 'src-main/sync/plan.ts', 'src-shared/{model,service}/*.ts'],
    scripts: ['demo', 'test'],
    links: ['OTHER.md#state', '#how-it-works--why'],
    headings: ['how-it-works--why'],
    commands: [
      ['auth', 'login', '--server', '--email'],
      ['project', 'list|show'],
      ['folder', 'add', '--settle'],
    ],
  });
});
