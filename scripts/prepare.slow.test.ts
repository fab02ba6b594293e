/**
 * prepare.mjs from outside, in a small checkout. npm is a small program, since the real one needs a network; a fresh
 * `npm test` installs for real.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../src-main/test-support/temporary-state.ts';
import { npmCommand, withoutOwnPrograms } from './command.mjs';

const scripts = fileURLToPath(new URL('.', import.meta.url));
const packages = {
  '': {},
  'node_modules/one': { version: '1.0.0' },
  'node_modules/node': { version: '24.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};
let root: string;

const at = (name: string) => path.join(root, name);
const read = (name: string) => fs.readFileSync(at(name), 'utf8');

beforeEach(() => {
  root = temporaryFolder();
  fs.cpSync(scripts, at('scripts'), { recursive: true });
  fs.mkdirSync(at('src-main'));
  fs.writeFileSync(at('src-main/main.ts'), 'one');
  fs.writeFileSync(at('calls'), '');
  fs.writeFileSync(at('package.json'), '{}');
  fs.writeFileSync(at('package-lock.json'), JSON.stringify({ packages }));
});

/** An npm that notes what it was asked for and then does it: `installs` is what it leaves in node_modules. */
function npmThat(installs: readonly string[], wait = '') {
  return `
    const fs = require('node:fs');
    fs.appendFileSync('calls', process.argv.slice(2, 4).join(' ') + '\\n');
    if (process.argv[2] === 'run') {
      fs.mkdirSync('out', { recursive: true });
      process.exit(0);
    }
    const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
    const kept = Object.fromEntries(Object.entries(packages).filter(([name]) => ${JSON.stringify(installs)}.includes(name)));
    const write = () => {
      fs.mkdirSync('node_modules/node/bin', { recursive: true });
      if ('node_modules/node' in kept) fs.writeFileSync('node_modules/node/bin/node', '');
      // In one step: the npm of a killed prepare lives on, and writes while the next one reads.
      fs.writeFileSync('record' + process.pid, JSON.stringify({ packages: kept }));
      fs.renameSync('record' + process.pid, 'node_modules/.package-lock.json');
    };
    ${wait === '' ? 'write();' : `(${wait})(write);`}`;
}
const WHOLE = ['node_modules/one', 'node_modules/node'];

const untilInstalling = () => expect.poll(() => read('calls')).toMatch(/^ci/);

/** Starts the real prepare.mjs in the small checkout. */
function start(npmSource: string, args: readonly string[] = ['--no-build']) {
  fs.writeFileSync(at('npm-cli.js'), npmSource);
  const env = {
    ...process.env,
    npm_execpath: at('npm-cli.js'),
    npm_node_execpath: process.execPath,
  };
  const child = spawn(process.execPath, [at('scripts/prepare.mjs'), ...args], { env });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => (said[stream] += text));
  }
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, ...said }));
  });
  return { child, said, ended };
}

const prepare = (npmSource: string, args?: readonly string[]) => start(npmSource, args).ended;

test('installs and builds once, and does nothing where nothing is missing', async () => {
  expect(await prepare(npmThat(WHOLE), [])).toMatchObject({ code: 0, stdout: '' });
  expect(read('calls')).toBe('ci --include=dev\nrun build\n');
  expect(await prepare(npmThat(WHOLE), [])).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(read('calls')).toBe('ci --include=dev\nrun build\n');

  fs.writeFileSync(at('src-main/main.ts'), 'two');
  fs.writeFileSync(at('src-main/main.test.ts'), 'no part of the program');
  await prepare(npmThat(WHOLE), []);
  expect(read('calls')).toBe('ci --include=dev\nrun build\nrun build\n');

  const changed = { ...packages, 'node_modules/one': { version: '1.0.1' } };
  fs.writeFileSync(at('package-lock.json'), JSON.stringify({ packages: changed }));
  await prepare(npmThat(WHOLE));
  expect(read('calls').match(/^ci/gm)).toHaveLength(2);
});

test('packages of another checkout are left alone: npm ci would empty what a link leads to', async () => {
  fs.mkdirSync(at('elsewhere'));
  fs.writeFileSync(at('elsewhere/kept'), '');
  fs.symlinkSync('elsewhere', at('node_modules'), 'junction');
  const ended = await prepare(npmThat(WHOLE));
  expect(ended).toMatchObject({ code: 1, stdout: '' });
  expect(ended.stderr).toContain('node_modules is a link');
  expect([read('calls'), read('elsewhere/kept')]).toEqual(['', '']);
});

test.each([
  ['an unknown option', '', ['--bowser'], 2, '--bowser'],
  ['an npm that fails', 'process.exit(9);', undefined, 1, 'npm ci ended with code 9'],
  ['an npm ci that leaves holes', npmThat([]), undefined, 1, 'npm ci finished, but packages or'],
  [
    "a tree without the project's own Node",
    npmThat(['node_modules/one']),
    undefined,
    1,
    "the project's own Node are missing",
  ],
])('%s ends with one sentence', async (_case, npm, args, code, sentence) => {
  const ended = await prepare(npm, args);
  expect(ended).toMatchObject({ code, stdout: '' });
  expect(ended.stderr).toContain(sentence);
});

describe('of several started at once', () => {
  /** It goes on once a file is there. */
  const patient = npmThat(
    WHOLE,
    "(write) => { const timer = setInterval(() => { if (fs.existsSync('go')) { clearInterval(timer); write(); } }, 10); }",
  );

  test('one installs, and the others wait for it', async () => {
    const first = start(patient);
    await untilInstalling();
    const others = [start(patient), start(patient)];
    for (const { said } of others) {
      await expect.poll(() => said.stderr).toContain('Another process is making this checkout');
    }
    fs.writeFileSync(at('go'), '');
    const codes = await Promise.all(
      [first, ...others].map(async ({ ended }) => (await ended).code),
    );
    expect(codes).toEqual([0, 0, 0]);
    expect(read('calls').match(/^ci/gm)).toHaveLength(1);
  });

  test('the next takes over from one that was killed', async () => {
    const first = start(patient);
    await untilInstalling();
    const second = start(patient);
    await expect.poll(() => second.said.stderr).toContain('Another process');
    first.child.kill('SIGKILL');
    fs.writeFileSync(at('go'), '');
    expect((await second.ended).code).toBe(0);
  });
});

test('npm is the one that runs us, else the one on PATH, and never the one it is about to replace', () => {
  const env = { npm_execpath: '/n/bin/npm-cli.js', npm_node_execpath: '/n/node' };
  expect(npmCommand(env)).toEqual({
    command: '/n/node',
    args: ['/n/bin/npm-cli.js'],
    shell: false,
  });
  expect(npmCommand({ ...env, npm_execpath: '/n/bin/yarn.js' }).command).toBe('npm');
  expect(npmCommand({}).command).toBe('npm');
  const PATH = [at('node_modules/.bin'), '/usr/bin'].join(path.delimiter);
  expect(withoutOwnPrograms(root, { PATH })).toEqual({ PATH: '/usr/bin' });
});
