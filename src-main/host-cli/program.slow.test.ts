import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startMockService, type MockService } from '../../src-mock/mock-service.ts';
import { runProgram } from './program.ts';
import { playedTerminal, type PlayedOptions } from './test-support/played-terminal.ts';

let root = '';
let service: MockService;
let projectId = '';
const env = () => ({ LABSEAL_HOME: path.join(root, 'labseal'), LABSEAL_TOKEN_STORE: 'file' });
const researcher = () => {
  const account = service.demoAccounts.find(({ role }) => role === 'researcher');
  if (account === undefined) throw new Error('the demo has no researcher');
  return account;
};

/** One command line, to its end. */
async function run(argv: readonly string[], options: PlayedOptions = {}) {
  const { written, ...terminal } = playedTerminal({
    ...options,
    env: { ...env(), ...options.env },
  });
  const code = await runProgram(argv, terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

beforeAll(async () => {
  root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'labseal-cli-')));
  service = await startMockService({
    dataFolder: path.join(root, 'mock'),
    readings: { chainDelayMs: 0 },
  });
  const { email, password } = researcher();
  const login = ['auth', 'login', '--server', service.url, '--email', email, '--password-stdin'];
  const signedIn = await run(login, { input: `${password}\r\nnot this line` });
  if (signedIn.code !== 0) throw new Error(signedIn.stderr);
  const { projects } = JSON.parse((await run(['project', 'list', '--json'])).stdout) as {
    projects: { id: string }[];
  };
  projectId = projects[0]?.id ?? '';
});

afterAll(async () => {
  await service.close();
  await fs.rm(root, { recursive: true });
});

let data = '';
beforeEach(async () => {
  data = await fs.mkdtemp(path.join(root, 'data-'));
  await fs.writeFile(path.join(data, 'run.csv'), data);
});
const rules = () => ['--project', projectId, '--visibility', 'private', '--label', 'raw'];
const watch = async () => {
  const added = await run(['folder', 'add', data, ...rules(), '--settle', '0', '--json']);
  return (JSON.parse(added.stdout) as { id: string }).id;
};

/** Every command that takes --json; a word in capitals is filled in. */
const COMMANDS = [
  'auth status',
  'folder add DATA RULES',
  'folder list',
  'folder edit ID --label b',
  'folder preview DATA',
  'sync --yes --folder ID',
  'status',
  'file list',
  'file list --on-platform --project PROJECT',
  'file show FILE',
  'file explain FILE',
  'file upload FILE RULES --yes',
  'certificate get FILE --out DATA/run.pdf',
  'project list',
  'project show PROJECT',
  'credit balance',
  'folder remove ID',
] as const;

function filledIn(command: string, id: string): readonly string[] {
  const words = command.replace('RULES', rules().join(' ')).split(' ');
  const file = path.join(data, 'run.csv');
  return words.map((word) =>
    word
      .replace('FILE', file)
      .replace('DATA', data)
      .replace('ID', id)
      .replace('PROJECT', projectId),
  );
}

describe('what a project has on the platform', () => {
  test('it is listed for a project, with the file that is here beside it, and narrowed by nothing else', async () => {
    const id = await watch();
    await run(['sync', '--yes', '--folder', id]);
    const listed = await run(['file', 'list', '--on-platform', '--project', projectId, '--json']);
    const { files } = JSON.parse(listed.stdout) as {
      files: { name: string; localFileId: string | null; state: string }[];
    };
    const here = files.filter(({ localFileId }) => localFileId !== null);
    expect(here).toContainEqual(expect.objectContaining({ name: 'run.csv', state: 'notarized' }));
    expect(here.length).toBeLessThan(files.length); // the demo's own
    for (const more of [[], ['--project', projectId, '--folder', id]]) {
      const refused = await run(['file', 'list', '--on-platform', ...more]);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('--on-platform takes a --project');
    }
  });
});

describe('only new files', () => {
  test('what lies in the folder is left out, says why, and is included one by one or all at once', async () => {
    await fs.writeFile(path.join(data, 'second.csv'), 'second');
    const preview = await run(['folder', 'preview', data, '--only-new']);
    expect(preview.stdout).toContain('0 files');
    expect(preview.stdout).toContain('2 entries – It was there before');
    const added = await run(['folder', 'add', data, ...rules(), '--settle', '0', '--only-new']);
    expect(added.stderr).toContain('--take-earlier');
    const { folders } = JSON.parse((await run(['folder', 'list', '--json'])).stdout) as {
      folders: { id: string; path: string; onlyNew: boolean }[];
    };
    const id = folders.find((folder) => folder.path === data)?.id ?? '';
    expect(folders).toContainEqual(expect.objectContaining({ id, onlyNew: true }));
    const states = async (...more: readonly string[]) => {
      const synced = await run(['sync', '--folder', id, '--yes', '--json', ...more]);
      const { files } = JSON.parse(synced.stdout) as { files: { path: string; state: string }[] };
      return files.map((file) => `${path.basename(file.path)} ${file.state}`).toSorted();
    };
    expect(await states()).toEqual(['run.csv ignored', 'second.csv ignored']);
    const first = path.join(data, 'run.csv');
    expect((await run(['file', 'explain', first])).stdout).toContain('only new files are wanted');
    const included = await run(['file', 'include', first]);
    expect(included.stdout).toBe('1 file goes the way of new files.\n');
    expect(included.stderr).toContain('Nothing was spent.');
    expect((await run(['file', 'include', first])).stdout).toContain('None of them');
    expect(await states()).toEqual(['run.csv notarized', 'second.csv ignored']);
    expect((await run(['folder', 'edit', id, '--take-earlier'])).code).toBe(0);
    expect(await states()).toEqual(['run.csv notarized', 'second.csv notarized']);
    await run(['folder', 'remove', id]);
  });
});

describe('a file that was not written to the chain', () => {
  test('"file resolve" looks again, and sends again only once its price is agreed to', async () => {
    const file = path.join(data, 'unwritten.csv');
    await fs.writeFile(file, `not at once ${data}`);
    service.setReadings({ notarizationErrorNames: ['unwritten'] });
    const upload = await run(['file', 'upload', file, ...rules(), '--yes']);
    expect(upload.code).toBe(1);
    const charged = () => service.ledger().transactions.length;
    const before = charged();
    const looked = await run(['file', 'resolve', file, '--check']);
    expect(looked).toMatchObject({ code: 1 });
    expect(looked.stdout).toContain('Not recorded · error');
    service.setReadings({ notarizationErrorNames: [] });
    const asked = await run(['file', 'resolve', file, '--send-again']);
    expect(asked.code).not.toBe(0);
    expect(asked.stderr).toContain('was received and not written to the chain');
    expect(charged()).toBe(before);
    const kept = await run(['file', 'resolve', file, '--leave']);
    expect(kept).toMatchObject({ code: 2 });
    const again = await run(['file', 'resolve', file, '--send-again', '--yes', '--json']);
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ files: [{ state: 'notarized' }] });
    expect(charged()).toBe(before + 1);
  });
});

describe('--json', () => {
  test('prints exactly one document on stdout, and nothing else there, for every command', async () => {
    let id = '';
    for (const command of COMMANDS) {
      const { code, stdout, stderr } = await run([...filledIn(command, id), '--json']);
      expect({ command, code, stderr }).toMatchObject({ code: 0 });
      expect(stdout).toMatch(/^\{.*\}\n$/);
      const document = JSON.parse(stdout) as { id?: string };
      if (command.startsWith('folder add')) id = document.id ?? '';
    }
  });

  test('a command that cannot go on prints one document with its reason', async () => {
    const faults: readonly (readonly [string, number, string])[] = [
      ['folder add nowhere RULES', 2, 'no-such-folder'],
      ['folder add', 2, 'usage'],
      ['sync --nonsense', 2, 'usage'],
      ['sync --max-credits few', 2, 'usage'],
      ['nonsense', 2, 'usage'],
      ['file show nothing', 2, 'unknown-file'],
    ];
    for (const [command, code, kind] of faults) {
      const ended = await run([...filledIn(command, ''), '--json']);
      expect({ command, ...ended }).toMatchObject({ code, stderr: expect.stringMatching(/./) });
      expect(JSON.parse(ended.stdout)).toMatchObject({ ok: false, error: { kind } });
    }
    const nobody = { LABSEAL_HOME: path.join(root, 'nobody') };
    const stranger = await run(['status', '--json'], { env: nobody });
    expect(JSON.parse(stranger.stdout)).toMatchObject({ error: { kind: 'no-account' } });
    expect(stranger.code).toBe(3);
  });

  test('help is help, with or without', async () => {
    expect(await run(['sync', '--json', '--help'])).toEqual(await run(['sync', '--help']));
  });
});

test('every command explains itself, in lines that fit a terminal', async () => {
  const words = new Set(COMMANDS.map((command) => command.split(/ [A-Z-]/)[0] ?? ''));
  for (const each of ['', 'auth login', 'auth register', 'auth activate', 'mock', ...words]) {
    const helped = await run([...each.split(' ').filter((word) => word !== ''), '--help']);
    expect(helped.code).toBe(0);
    expect(helped.stdout).toMatch(/^Usage: labseal/);
    expect(helped.stdout).not.toMatch(/undefined|\[object/);
    expect(helped.stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  }
});

describe('at a terminal', () => {
  test('the price is asked about; a yes spends it, anything else spends nothing', async () => {
    const folderId = await watch();
    const before = service.ledger().transactions.length;
    for (const [answer, charges] of [
      ['', 0],
      ['n', 0],
      ['yes', 1],
    ] as const) {
      const { written, ...terminal } = playedTerminal({ env: env(), isTerminal: true });
      const ended = runProgram(['sync', '--folder', folderId], terminal);
      await expect.poll(written.stderr, { timeout: 10_000 }).toContain('Upload them? [y/N]');
      expect(written.stderr()).toContain('1 file,');
      terminal.type(answer);
      expect(await ended).toBe(charges === 1 ? 0 : 1);
      expect(service.ledger().transactions.length - before).toBe(charges);
    }
  });

  test('a password is asked for and never shown', async () => {
    const { written, ...terminal } = playedTerminal({ env: env(), isTerminal: true });
    const ended = runProgram(['auth', 'login', '--server', service.url], terminal);
    await expect.poll(written.stderr).toContain('E-mail: ');
    terminal.type(researcher().email);
    await expect.poll(written.stderr).toContain('Password: ');
    terminal.type(researcher().password);
    expect(await ended).toBe(0);
    expect(written.stderr() + written.stdout()).not.toContain(researcher().password);
  });

  test('an interruption at a question ends with 130', async () => {
    const { written, ...terminal } = playedTerminal({ env: env(), isTerminal: true });
    const ended = runProgram(['auth', 'login', '--server', service.url], terminal);
    await expect.poll(written.stderr).toContain('E-mail: ');
    terminal.interrupt();
    expect(await ended).toBe(130);
    expect(written.stderr()).toContain('Interrupted. Nothing is lost');
  });
});

test("the service's words cannot drive the terminal", async () => {
  const message = 'no\u001B]0;owned\u0007 <b>entry</b>\u202E';
  const id = service.faults.add({
    endpoint: 'getCreditBalance',
    do: { kind: 'status', status: 403, message },
  });
  const told = await run(['credit', 'balance']);
  service.faults.remove(id);
  expect(told.code).toBe(1);
  expect(told.stderr).toContain('\\u{1b}]0;owned\\u{7}');
  expect(told.stderr.replace(/\n$/, '')).not.toMatch(/[\p{Cc}\u202E]/u);
});
