/** Manners of the command line that need no data folder. */
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PRODUCT } from '../../../src-shared/model/text/product.ts';
import { runProgram } from './program.ts';
import { type FakeOptions, fakeTerminal } from './test-support/fake-terminal.ts';
import { LEFT } from './refused-line.ts';
import { runnableCommands } from './test-support/whole-program.ts';

async function labseal(command: string, options: FakeOptions = {}) {
  const { written, ...terminal } = fakeTerminal(options);
  const words = command.split(' ').filter((word) => word !== '');
  const code = await runProgram(words, terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

/** The options that its help calls required. */
async function needs(command: string): Promise<readonly (string | undefined)[]> {
  const { stdout } = await labseal(`${command} --help`);
  const found = stdout.matchAll(/^ +(--[a-z]+)(?:(?!^ +-)[^])*?\(required\)/gmu);
  return [...found].map(([, name]) => name);
}

const helped = async (options: FakeOptions) => (await labseal('sync --help', options)).stdout;

test.each(['--version', 'version', 'sync --version'])(
  '"labseal %s" prints the version and nothing else',
  async (command) => {
    expect(await labseal(command)).toEqual({
      code: 0,
      stdout: `labseal version ${PRODUCT.version}\n`,
      stderr: '',
    });
  },
);

describe('a mistake', () => {
  test.each([
    ['sinc', 'sync'],
    ['memmber list', 'member'],
    ['member lisst', 'list'],
    ['sync --yess', '--yes'],
    ['file list --sate ready', '--state'],
    ['--verison', '--version'],
    ['login', 'auth login'],
    ['accept', 'one of folder accept, member accept'],
    ['help fodler', 'folder'],
    ['help folder lisst', 'list'],
    ['upload run.raw', 'file upload'],
    ['show', 'one of folder show, file show, audit show, lineage show, project show, profile show'],
  ])('in "labseal %s" is answered with "%s"', async (command, meant) => {
    const refused = await labseal(command);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`\nDid you mean ${meant}?\n`);
  });

  test.each(['a\u001B[2Jb', '--a\u001B[2Jb', 'a\u202Eb'])(
    'that holds "%j" cannot drive the terminal',
    async (word) => {
      const { code, stderr } = await labseal(word);
      expect(code).toBe(2);
      expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u);
    },
  );

  test.each(Object.entries(LEFT))(
    '%s is answered with what does its work now',
    async (words, said) => {
      const refused = await labseal(`${words} 1`);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toBe(`${said}\n`);
      const { code, stdout } = await labseal(`${words} 1 --json`);
      expect([code, JSON.parse(stdout)]).toEqual([
        2,
        { ok: false, error: { kind: 'usage', message: said } },
      ]);
    },
  );

  test('is said in lines that fit the terminal', async () => {
    const { stderr } = await labseal('sync --max-credits few', { isTerminal: true, columns: 40 });
    expect(stderr.split('\n').filter((line) => line.length >= 40)).toEqual([]);
  });

  test('behind a noun, another noun is no help', async () => {
    expect((await labseal('project accept')).stderr).toBe(
      'There is no command "accept".\n"labseal project --help" shows its commands.\n',
    );
  });

  test('names the help of the command it was made in', async () => {
    expect((await labseal('member lisst')).stderr).toMatch(
      /\n"labseal member --help" shows its commands\.\n$/,
    );
    expect((await labseal('sync --yess')).stderr).toMatch(
      /\n"labseal sync --help" shows its options\.\n$/,
    );
    expect((await labseal('nonsense')).stderr).toBe(
      'There is no command "nonsense".\n"labseal --help" shows all commands.\n',
    );
  });

  test.each([
    ['project show', 'labseal project show ID'],
    ['member list', 'labseal member list ID'],
    ['member list one --project two', '"one" and "two" are named'],
    ['member list --project', 'A value is missing: --project <id>.'],
    ['file show a b c', 'At most 1 value is taken here, not 3.'],
    ['status all', 'The command takes nothing behind it but options.'],
    ['verify', '<file> is missing.'],
    ['file download a', '--to <folder> is missing.'],
    ['sync --nix', 'There is no option --nix here.'],
    ['folder add data --ask-above 5', '"labseal folder edit FOLDER --approve-each yes" asks about'],
    [
      'folder edit data --ask-above 5',
      '"labseal folder edit FOLDER --approve-each yes" asks about',
    ],
    ['sync --ask-above 5', '"labseal folder edit FOLDER --approve-each yes" asks about'],
    ['sync --send-again', 'sent again once by itself'],
    ['file approve --send-again', '"labseal file resolve" is about the others'],
    ['member remove --project one', 'labseal member remove PERSON --project ID'],
    ['member remove anna --user berta --project one', '"anna" and "berta" are named'],
    ['completion tcsh', 'bash, zsh, fish'],
    ['credit history --from 2026-02-30', 'takes a day'],
  ])('"labseal %s" is said before anything is opened', async (command, said) => {
    const refused = await labseal(command, { env: { LABSEAL_TOKEN_STORE: 'none of them' } });
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(said) });
  });
});

describe('help', () => {
  test('says which keys of --json only stand for limits that are gone', async () => {
    const { stdout } = await labseal('help credit budget');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'day, ask-above, brake-files, brake-credits, floor and send-again belong to limits and switches that are gone',
    );
  });

  test.each([
    ['help folder add', 'folder add --help'],
    ['help sync', 'sync --help'],
    ['help', '--help'],
    ['', '--help'],
    ['file', 'file --help'],
    ['admin credit', 'admin credit --help'],
  ])('"labseal %s" is "labseal %s"', async (asked, same) => {
    const shown = await labseal(asked);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown).toEqual(await labseal(same));
  });

  test('says which options a command needs', async () => {
    expect(await needs('notarize')).toEqual(['--project', '--visibility', '--label']);
    expect(await needs('file download')).toEqual(['--to']);
    expect(await needs('folder edit')).toEqual([]);
  });

  test('of what is no command is refused', async () => {
    expect(await labseal('help nosuch')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'There is no command "nosuch".\n"labseal --help" shows all commands.\n',
    });
  });

  test.each([40, 80, 120])('of every command fits a terminal of %i columns', async (columns) => {
    for (const command of ['', ...(await runnableCommands()).map(({ path }) => path)]) {
      const { stdout } = await labseal(`${command} --help`, { isTerminal: true, columns });
      expect(stdout).not.toMatch(/undefined|\[object/);
      // What has no space cannot be cut: an address, a command to copy.
      const wide = stripVTControlCharacters(stdout).split('\n');
      expect(
        wide.filter(
          (line) => line.length >= columns && /^(?!Usage: |labseal ).* .* /.test(line.trim()),
        ),
      ).toEqual([]);
    }
  });

  test('has bold headings on a terminal, and plain ones wherever they could be in the way', async () => {
    const terminal = { isTerminal: true };
    expect(await helped(terminal)).toContain('\u001B[1mOptions:\u001B[22m');
    for (const options of [
      {},
      { ...terminal, env: { NO_COLOR: '1' } },
      { ...terminal, env: { TERM: 'dumb' } },
    ]) {
      expect(await helped(options)).not.toContain('\u001B');
    }
    expect(await helped({ ...terminal, env: { NO_COLOR: '' } })).toContain('\u001B[1m');
  });
});
