/** Provenance on the command line, against the real bundled service: from held to notarized, with what is wrong with it. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import { runProgram } from './program.ts';
import { playedTerminal } from './test-support/played-terminal.ts';

const PATIENCE_MS = 60_000; // whole passes, on a computer that may be busy

let root = '';
let service: MockService;
let projectId = '';
let folderId = '';

/** One command line, to its end. */
async function run(...argv: readonly string[]) {
  const env = { LABSEAL_HOME: path.join(root, 'labseal'), LABSEAL_TOKEN_STORE: 'file' };
  const { written, ...terminal } = playedTerminal({ env });
  const code = await runProgram(argv, terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

async function document<Value>(...argv: readonly string[]): Promise<Value> {
  return JSON.parse((await run(...argv, '--json')).stdout) as Value;
}

const at = (name: string) => path.join(root, 'data', name);
const researcher = () => {
  const account = service.demoAccounts.find(({ role }) => role === 'researcher');
  if (account === undefined) throw new Error('the demo has no researcher');
  return account;
};
const statusOf = async (name: string) => {
  const { files } = await document<{
    files: { path: string; state: string; hold: string | null }[];
  }>('file', 'list');
  const file = files.find((each) => each.path === at(name));
  return file === undefined ? null : [file.state, file.hold].filter(Boolean).join(' ');
};
const GIVEN = ['--procedure', 'Peaks were picked.', '--procedure-files'];

beforeAll(async () => {
  root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-procedure-')));
  service = await startMockService({
    dataFolder: path.join(root, 'mock'),
    readings: { chainDelayMs: 0 },
  });
  const { email, password } = researcher();
  const env = { LABSEAL_HOME: path.join(root, 'labseal'), LABSEAL_TOKEN_STORE: 'file' };
  const { written, ...terminal } = playedTerminal({ env, input: `${password}\n` });
  const login = ['auth', 'login', '--server', service.url, '--email', email, '--password-stdin'];
  if ((await runProgram(login, terminal)) !== 0) throw new Error(written.stderr());
  projectId =
    (await document<{ projects: { id: string }[] }>('project', 'list')).projects[0]?.id ?? '';
  await fs.mkdir(at('raw'), { recursive: true });
  await fs.mkdir(at('peaks'));
  for (const name of [
    'raw/07.raw',
    'raw/08.raw',
    'raw/sop.pdf',
    'peaks/peaks_07.csv',
    'peaks/peaks_08.csv',
  ]) {
    await fs.writeFile(at(name), name);
  }
  const rules = [
    '--project',
    projectId,
    '--visibility',
    'private',
    '--label',
    'x',
    '--settle',
    '0',
  ];
  await run('folder', 'add', at('raw'), ...rules);
  folderId = (
    await document<{ id: string }>('folder', 'add', at('peaks'), ...rules, '--type', 'secondary')
  ).id;
  await run('sync', '--max-credits', '0');
}, PATIENCE_MS);

afterAll(async () => {
  await service.close();
  await fs.rm(root, { recursive: true });
});

describe('from held to notarized, and after', () => {
  test('a dry run shows what a rule would give, and what is left for a person ends with 1', async () => {
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held procedure');
    const dry = await run(
      'file',
      'procedure',
      '--project',
      projectId,
      '--names',
      'peaks_{run}.csv',
      '--made-from',
      '{run}.raw',
      ...GIVEN,
      at('raw/sop.pdf'),
      '--dry-run',
    );
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/peaks_07\.csv +07\.raw\n.*peaks_08\.csv +08\.raw\n$/s);
    expect(dry.stderr).toContain('this was a dry run');
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held procedure');
    const none = await run(
      'file',
      'procedure',
      '--project',
      projectId,
      '--names',
      '{run}.csv',
      '--made-from',
      '{run}.txt',
      ...GIVEN,
      at('raw/sop.pdf'),
    );
    expect(none.code).toBe(1);
    expect(none.stdout).toContain('peaks_07.csv: no primary file is named peaks_07.txt');
  });

  test('files cite files of this computer that were not sent yet, and it is taken back', async () => {
    const done = await document<{ completionId: string; credits: number; files: unknown[] }>(
      'file',
      'procedure',
      at('peaks/peaks_07.csv'),
      '--primary-files',
      at('raw/07.raw'),
      ...GIVEN,
      at('raw/sop.pdf'),
      '--label',
      'peaks',
    );
    expect(done).toMatchObject({
      credits: 1,
      files: [{ procedures: [expect.stringContaining('labseal:file:')] }],
    });
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held primary_pending');
    const back = await run('file', 'procedure', '--undo', done.completionId);
    expect(back).toMatchObject({ code: 0, stdout: '1 file has what it had before.\n' });
    expect(await statusOf('peaks/peaks_07.csv')).toBe('held procedure');
  });

  test(
    'a rule that is kept completes what is there; one pass sends the primary files first, then what cites them',
    async () => {
      const kept = await run(
        'file',
        'procedure',
        '--project',
        projectId,
        '--folder',
        folderId,
        '--keep',
        '--names',
        'peaks_{run}.csv',
        '--made-from',
        '{run}.raw',
        ...GIVEN,
        at('raw/sop.pdf'),
      );
      expect(kept).toMatchObject({
        code: 0,
        stderr: expect.stringContaining('2 files are complete.'),
      });
      await fs.writeFile(at('peaks/peaks_late.csv'), 'late');
      await fs.writeFile(at('raw/late.raw'), 'late raw');
      await run('sync', '--yes');
      for (const name of ['peaks_07.csv', 'peaks_08.csv', 'peaks_late.csv']) {
        expect([name, await statusOf(`peaks/${name}`)]).toEqual([name, 'notarized']);
      }
      const { files } = await document<{
        files: { name: string; primaryData: string; fileId: string }[];
      }>('file', 'list', '--on-platform', '--project', projectId);
      const idOf = (name: string) => files.find((file) => file.name === name)?.fileId;
      expect(files.find(({ name }) => name === 'peaks_late.csv')?.primaryData).toBe(
        idOf('late.raw'),
      );
    },
    PATIENCE_MS,
  );

  test('the lineage is whole; a primary file that is deleted later is warned about, with exit code 1', async () => {
    const whole = await run('project', 'lineage', projectId);
    expect(whole.code).toBe(0);
    expect(whole.stdout).toMatch(
      /peaks_07\.csv · Notarized · secondary · \S+\n  How: Peaks were picked\.\n  Made from: 07\.raw · Notarized/,
    );
    const gone = await run('file', 'delete', at('raw/07.raw'), '--reason', 'Wrong sample', '--yes');
    expect(gone.code).toBe(0);
    const after = await run('project', 'lineage', projectId, '--warnings');
    expect(after.code).toBe(1);
    expect(after.stdout).toMatch(
      /! Its primary file 07\.raw (was|is being) deleted on the platform/,
    );
    expect(after.stdout).not.toContain('peaks_08.csv');
  });
});

test.each([
  [['file', 'procedure'], /Name files, or say with --project/],
  [['file', 'procedure', 'x'], /--primary-files/],
  [['file', 'procedure', 'x', '--primary-files', 'a'], /--procedure-files/],
  [['file', 'procedure', 'x', '--primary-files', 'a', '--procedure-files', 'b'], /--procedure how/],
  [['file', 'procedure', 'x', '--names', 'a'], /not both/],
  [['file', 'procedure', '--undo', 'x'], /the number that was printed/],
  [['file', 'procedure', '--project', 'p', '--names', '{'], /brace without its other half/],
  [['file', 'procedure', 'no-such-file', '--primary-files', 'a', ...GIVEN, 'b'], /no-such-file/],
])('%j is refused with what to write instead', async (argv, sentence) => {
  const { code, stderr } = await run(...argv);
  expect(code).toBe(2);
  expect(stderr).toMatch(sentence);
});
