/** Completion as the shells themselves carry it out. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../program.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

async function scriptFor(shell: string): Promise<string> {
  const { written, ...terminal } = fakeTerminal();
  expect(await runProgram(['completion', shell], terminal)).toBe(0);
  expect(written.stderr()).toBe('');
  return written.stdout();
}

const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** In the place of the program, which would answer from the data folder. */
const KNOWN = `labseal() {
  case "$*" in
    'known projects') printf '%s\\n' p-1 p-2 ;;
    'known folders') echo '/data/cryo em' ;;
  esac
}`;

/** What bash offers when Tab is pressed behind these words; the last one may be empty. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const script = `${await scriptFor('bash')}
    ${KNOWN}
    [[ $(complete -p labseal) == *' -F _labseal labseal' ]] || exit 9
    COMP_WORDS=(labseal "$@") COMP_CWORD=$#
    _labseal
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const ended = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], { encoding: 'utf8' });
  expect(ended).toMatchObject({ status: 0, stderr: '' });
  return ended.stdout.split('\n').filter((line) => line !== '');
}

describe('bash', () => {
  test('offers nouns, verbs, options and the words that an option takes', async () => {
    expect(await offered('me')).toEqual(['member']);
    expect(await offered('member', '')).toEqual([
      'list',
      'find',
      'invite',
      'activate',
      'remove',
      'help',
    ]);
    expect(await offered('member', 'list', '--p')).toEqual(['--project']);
    expect(await offered('file', 'upload', '--visibility', '')).toEqual(['public', 'private']);
    expect(await offered('folder', 'add', 'data', '--watch', 'p')).toEqual(['poll']);
    expect(await offered('folder', 'edit', '1', '--approve-each', '')).toEqual(['yes', 'no']);
    expect(await offered('file', 'list', '--state', 'notar')).toEqual(['notarized']);
    expect(await offered('folder', 'add', '--check', '')).toEqual(['first', 'approved', 'never']);
    expect(await offered('completion', '')).toEqual(['bash', 'zsh', 'fish', 'powershell']);
  });

  test('knows where it is behind options, values and arguments', async () => {
    expect(await offered('--quiet', 'member', 'list', '--j')).toEqual(['--json']);
    expect(await offered('member', 'list', 'remove', '--j')).toEqual(['--json']);
    expect(await offered('sync', '--q')).toEqual(['--quiet']);
    expect(await offered('file', 'upload', '--type', '=', 'sec')).toEqual(['secondary']);
    expect(await offered('file', 'upload', '--type', '=')).toEqual(['primary', 'secondary']);
  });

  test('writes a value with a space so that it stays one word', async () => {
    const scope = ['project', 'create', '--leader-scope'] as const;
    expect(await offered(...scope, 'F')).toEqual(['Full\\ Access']);
    expect(await offered(...scope, 'Full\\ A')).toEqual(['Full\\ Access']);
  });

  test('offers the projects and the watched folders that this computer knows', async () => {
    expect(await offered('member', 'list', '--project', '')).toEqual(['p-1', 'p-2']);
    expect(await offered('project', 'show', 'p-2')).toEqual(['p-2']);
    expect(await offered('sync', '--folder', '/da')).toEqual(['/data/cryo\\ em']);
    expect(await offered('folder', 'edit', '')).toEqual(['/data/cryo\\ em']);
    const verbs = ['schedule', 'list', 'show', 'seen'];
    expect(await offered('audit', '')).toEqual([...verbs, '/data/cryo\\ em']);
  });

  test('offers nothing of its own for a file, and nothing that is not there', async () => {
    expect(await offered('verify', '')).toEqual([]);
    expect(await offered('nonsense', '')).not.toContain('list');
    expect(await offered('$(touch', '')).not.toContain('list');
  });
});

test.skipIf(!isInstalled('fish'))('fish offers them too', async () => {
  const known = `function labseal
      switch "$argv"
        case 'known projects'
          printf '%s\\n' p-1 p-2
        case 'known folders'
          echo '/data/cryo em'
      end
    end`;
  const asked = `${await scriptFor('fish')}\n${known}
    complete -C 'labseal member list --project '
    complete -C 'labseal project show p'
    complete -C 'labseal folder edit /data/c'`;
  const ended = spawnSync('fish', ['--no-config', '-c', asked], { encoding: 'utf8', cwd: '/' });
  const said = ended.stdout
    .split('\n')
    .flatMap((line) => (line === '' ? [] : (line.split('\t')[0] ?? [])));
  expect([said, ended.stderr]).toEqual([['p-1', 'p-2', 'p-1', 'p-2', '/data/cryo em'], '']);
});

test.skipIf(!isInstalled('pwsh'))('PowerShell offers them too', async () => {
  const lines = [
    'me',
    'member list --project ',
    'folder edit ',
    'file list --state notar',
    'sync --q',
  ];
  const asked = `function labseal { switch ("$args") {
      'known projects' { 'p-1'; 'p-2' }
      'known folders' { '/data/cryo em' }
    } }
    ${await scriptFor('powershell')}
    ${lines.map((line) => `(TabExpansion2 'labseal ${line}' ${line.length + 8}).CompletionMatches.CompletionText -join '|'`).join('\n')}`;
  const ended = spawnSync('pwsh', ['-NoProfile', '-Command', asked], { encoding: 'utf8' });
  const said = ended.stdout.trim().split(/\r?\n/);
  expect([said, ended.stderr]).toEqual([
    ['member', 'p-1|p-2', "'/data/cryo em'", 'notarized', '--quiet'],
    '',
  ]);
});

test('PowerShell is given in ASCII what every command offers', async () => {
  const script = await scriptFor('powershell');
  expect(script).toMatch(/^[\0-\x7F]*$/);
  const json = /= '(.*)' \| ConvertFrom-Json/.exec(script)?.[1]?.replaceAll("''", "'") ?? '';
  const places: unknown = JSON.parse(json);
  const list = {
    names: ['--state'],
    words: expect.arrayContaining([{ word: 'held', text: 'held' }]),
  };
  expect(places).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        path: 'file list',
        values: expect.arrayContaining([expect.objectContaining(list)]),
      }),
      expect.objectContaining({ path: 'folder edit', known: 'folders' }),
    ]),
  );
});

const CHECKS = { bash: '-n', zsh: '-n', fish: '--no-execute' } as const;
const installed = Object.entries(CHECKS).filter(([shell]) => isInstalled(shell));

test.each(installed)('%s takes its script without an error', async (shell, check) => {
  const script = await scriptFor(shell);
  const ended = spawnSync(shell, [check, '-c', script], { encoding: 'utf8' });
  expect(ended).toMatchObject({ status: 0, stdout: '', stderr: '' });
});

test.each([...Object.keys(CHECKS), 'powershell'])(
  'the script for %s knows every command and option',
  async (shell) => {
    const script = await scriptFor(shell);
    for (const word of ['lineage', 'activate', 'print-unit', 'max-credits', 'Limited Access']) {
      expect(script).toContain(word);
    }
  },
);
