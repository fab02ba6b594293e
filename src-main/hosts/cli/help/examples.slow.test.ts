/** The examples of the help, as one story: each does what its help says. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';
import { runnableCommands } from '../test-support/whole-program.ts';
import { EXAMPLES } from './examples.ts';

const lab = useCliLab({ isOneStory: true, role: null });

/** In this story there is nothing for them to do, and they say so: it is not a mistake in the line. */
const NOTHING_TO_DO = new Set([
  'file keep-version',
  'lineage procedure',
  'file download',
  'transfer next',
  'transfer cancel',
  'member activate',
  'outbox resolve',
  'outbox undo',
  'auth reset',
  'auth activate',
  'auth register',
  'admin credit subtract',
]);
/** They go on until they are stopped; README has them, whose commands are typed by a test. */
const ENDLESS = ['serve', 'mock'];
const PATHS = /^(data|more|bundle)(\/|$)|\.(pdf|html|png|txt)$/;
const COLLEAGUE = 'colleague@lab.test';

let project = '';
let served = '';

function wordsOf(example: string): readonly string[] {
  return example.split(' ').map((word) => {
    if (word === 'ID') return project;
    if (/^(FILE-ID|ID[12])$/.test(word)) return served;
    if (word.startsWith('https:')) return lab.service.url;
    if (word === 'colleague@example.org') return COLLEAGUE;
    return PATHS.test(word) ? lab.at(word) : word;
  });
}

test('each example of the help does its work, in the order of the story', async () => {
  for (const name of ['data/run-14.csv', 'data/peaks.csv', 'more/gel.csv', 'more/blot.csv'])
    lab.write(name);
  const commands = new Map((await runnableCommands()).map((each) => [each.path, each]));
  const { password } = lab.account('researcher');
  const wrong: object[] = [];
  for (const [path, example] of Object.entries(EXAMPLES)) {
    if (ENDLESS.includes(path)) continue;
    if (path === 'admin users') await lab.signIn('administrator');
    const options = commands.get(path)?.options.flatMap(({ names }) => names) ?? [];
    // What a person answers at the terminal.
    const answers = ['--yes', '--password-stdin'].filter((option) => options.includes(option));
    const words = [...wordsOf(example), ...(example.includes('--max-credits') ? [] : answers)];
    const { code, stdout, stderr } = await lab.start({ input: `${password}\n` }, '', ...words)
      .ended;
    const isRefused = code !== 0;
    if (isRefused !== NOTHING_TO_DO.has(path) || stderr.startsWith('error: '))
      wrong.push({ example, code, stdout, stderr });
    if (path === 'project list') {
      const found = await lab.ask<{ projects: { id: string; name: string }[] }>('project list');
      project = found.projects.find(({ name }) => name.startsWith('Microscope'))?.id ?? '';
    }
    if (path === 'sync') served = (await lab.files()).find(({ fileId }) => fileId)?.fileId ?? '';
  }
  expect(wrong).toEqual([]);
});

test('those that go on until they are stopped stand in README', () => {
  const readme = fs.readFileSync('README.md', 'utf8');
  for (const path of ENDLESS) expect(readme).toContain(`\nbin/labseal ${EXAMPLES[path]}`);
});
