/** bin/labseal in a small checkout whose program reports what it was given. */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../src-main/test-support/temporary-state.ts';

const launcher = fileURLToPath(new URL('../bin/labseal', import.meta.url));

const REPORT = `
  import fs from 'node:fs';
  const [word, ...rest] = process.argv.slice(2);
  if (word === 'exit') process.exit(Number(rest[0]));
  if (word === 'wait') { console.log(process.pid); setInterval(() => {}, 1_000); }
  else console.log(JSON.stringify({
    args: process.argv.slice(2), folder: process.cwd(), input: fs.readFileSync(0, 'utf8'), node: process.execPath,
    options: process.execArgv, arenas: process.env.MALLOC_ARENA_MAX, trimmed: process.env.MALLOC_TRIM_THRESHOLD_,
    debug: process.env.NODE_DEBUG ?? null,
  }));`;

describe.skipIf(process.platform === 'win32')('bin/labseal', () => {
  let root: string;
  let elsewhere: string;
  let command: string;

  beforeEach(() => {
    const parent = temporaryFolder();
    root = path.join(parent, 'a checkout');
    elsewhere = path.join(parent, 'else where');
    for (const folder of ['bin', 'scripts', 'out/main', 'node_modules/node/bin']) {
      fs.mkdirSync(path.join(root, folder), { recursive: true });
    }
    fs.mkdirSync(elsewhere);
    command = path.join(root, 'bin/labseal');
    fs.copyFileSync(launcher, command);
    fs.writeFileSync(path.join(root, 'out/main/package.json'), '{"type":"module"}');
    fs.writeFileSync(path.join(root, 'out/main/cli.js'), REPORT);
    fs.symlinkSync(process.execPath, path.join(root, 'node_modules/node/bin/node'));
  });

  function report(program: string, args: readonly string[], input = ''): unknown {
    return JSON.parse(execFileSync(program, args, { cwd: elsewhere, input, encoding: 'utf8' }));
  }

  test('passes arguments, input and folder on unchanged', () => {
    const args = ['file', 'show', 'two words', '--label', '', '$HOME *'];
    expect(report(command, args, 'a password\n')).toMatchObject({
      args,
      folder: elsewhere,
      input: 'a password\n',
    });
  });

  test('finds its checkout through links, relative ones too', () => {
    fs.symlinkSync(path.relative(elsewhere, command), path.join(elsewhere, 'first'));
    fs.symlinkSync('first', path.join(elsewhere, 'labseal'));
    expect(report(path.join(elsewhere, 'labseal'), ['status'])).toMatchObject({ args: ['status'] });
    expect(report('./labseal', [])).toMatchObject({ folder: elsewhere });
  });

  test.runIf(process.platform === 'linux').each([
    ['-v 1000000', '1024000000 bytes of addresses'],
    ['-n 20', '20 open files'],
  ])('says what is too little to start with "ulimit %s"', (limit, what) => {
    const { status, stderr } = spawnSync('/bin/sh', ['-c', `ulimit ${limit}; exec "${command}"`], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining(`limited to ${what}`)]);
  });

  test('keeps memory small, unless the person has other wishes about it', () => {
    const short = ['--max-semi-space-size=2'];
    const options = [...short, '--heap-growing-percent=30', '--initial-heap-size=32'];
    for (const words of [['sync'], ['-q', 'sync', '--yes'], ['serve']])
      expect(report(command, words)).toMatchObject({ options, arenas: '2', trimmed: '131072' });
    for (const words of [[], ['-q'], ['status'], ['folder', 'sync']])
      expect(report(command, words)).toMatchObject({ options: short, arenas: '2' });
    const env = { ...process.env, MALLOC_ARENA_MAX: '8', MALLOC_TRIM_THRESHOLD_: '9' };
    const said = execFileSync(command, ['sync'], { env, input: '', encoding: 'utf8' });
    expect(JSON.parse(said)).toMatchObject({ arenas: '8', trimmed: '9' });
  });

  test('lets nothing make Node write what is sent', () => {
    const env = { ...process.env, NODE_DEBUG: '*' };
    const { stdout, stderr } = spawnSync(command, [], { env, input: '', encoding: 'utf8' });
    expect([JSON.parse(stdout), stderr]).toEqual([expect.objectContaining({ debug: null }), '']);
  });

  test('becomes the program, so that a signal reaches it and its exit code is told', async () => {
    expect(spawnSync(command, ['exit', '3']).status).toBe(3);
    const child = spawn(command, ['wait'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(Number(said.toString())).toBe(child.pid);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
  });

  test('makes a checkout ready first, talking on stderr and leaving stdin to the program', () => {
    fs.rmSync(path.join(root, 'out'), { recursive: true });
    fs.writeFileSync(
      path.join(root, 'scripts/prepare.mjs'),
      `import fs from 'node:fs';
       console.log('preparing', JSON.stringify(fs.readFileSync(0, 'utf8')));
       fs.mkdirSync(${JSON.stringify(path.join(root, 'out/main'))}, { recursive: true });
       fs.writeFileSync(${JSON.stringify(path.join(root, 'out/main/package.json'))}, '{"type":"module"}');
       fs.writeFileSync(${JSON.stringify(path.join(root, 'out/main/cli.js'))}, ${JSON.stringify(REPORT)});`,
    );
    const { stdout, stderr, status } = spawnSync(command, ['status'], {
      input: 'for the program',
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, 'preparing ""\n']);
    expect(JSON.parse(stdout)).toMatchObject({ input: 'for the program' });
  });

  test('ends with 70 when the checkout cannot be made ready', () => {
    fs.rmSync(path.join(root, 'out'), { recursive: true });
    fs.writeFileSync(path.join(root, 'scripts/prepare.mjs'), 'process.exit(1);');
    expect(spawnSync(command, ['status']).status).toBe(70);
  });
});
