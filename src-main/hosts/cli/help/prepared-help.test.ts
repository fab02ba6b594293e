/** What is written beforehand is what the program would print. */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { runProgram } from '../program.ts';
import { type FakeOptions, fakeTerminal } from '../test-support/fake-terminal.ts';
import { wholeProgram } from '../test-support/whole-program.ts';
import { commandTable } from './command-table.ts';
import { helpPages } from './help-pages.ts';
import { PAGES, preparedHelp } from './prepared-help.ts';

const pages = await helpPages();
let folder: URL;

beforeEach(() => {
  const root = temporaryFolder();
  folder = pathToFileURL(`${root}${path.sep}`);
  fs.mkdirSync(path.join(root, PAGES));
  for (const [name, text] of pages) fs.writeFileSync(path.join(root, PAGES, name), text);
});

function prepared(words: readonly string[], options: FakeOptions = {}): string | null {
  const { stdout, env } = fakeTerminal(options);
  return preparedHelp(words, folder, stdout, env);
}

async function printed(words: readonly string[], options: FakeOptions = {}): Promise<string> {
  const { written, ...terminal } = fakeTerminal(options);
  expect(await runProgram(words, terminal)).toBe(0);
  expect(written.stderr()).toBe('');
  return written.stdout();
}

test('the help of every command, in a pipe and on a terminal', async () => {
  const terminals = [{}, { isTerminal: true }, { isTerminal: true, env: { NO_COLOR: '1' } }];
  const commands = commandTable(await wholeProgram());
  for (const [at, { path: command }] of commands.entries()) {
    const options = terminals[at % terminals.length];
    const words = [...command.split(' ').filter((word) => word !== ''), '--help'];
    expect(prepared(words, options)).toBe(await printed(words, options));
  }
});

test.each(['', '-h', 'help', 'help folder add', 'version', '--version'])(
  'what "labseal %s" asks for',
  async (line) => {
    const words = line.split(' ').filter((word) => word !== '');
    expect(prepared(words)).toBe(await printed(words));
  },
);

test.each([
  [['status']],
  [['folder-add', '--help']],
  [['nosuch', '--help']],
  [['../main', '--help']],
  [['-q', '--help']],
  [['help', 'folder', 'add', '--json']],
])('%s is left to the program', (words) => {
  expect(prepared(words)).toBeNull();
});

test('a narrow terminal has help that fits it', () => {
  expect(prepared(['--help'], { isTerminal: true, columns: 79 })).toBeNull();
  expect(prepared(['--help'], { isTerminal: true, columns: 300 })).not.toBeNull();
});
