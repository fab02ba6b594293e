/** `labseal serve` as a person and a service manager call it. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test-support/temporary-state.ts';
import { runProgram } from '../program.ts';
import { pageOn } from '../../web/test-support/page-on.ts';
import { fakeTerminal } from '../test-support/fake-terminal.ts';

async function serve(words: string, env: Readonly<Record<string, string>> = {}) {
  const { written, ...terminal } = fakeTerminal({ env });
  const code = await runProgram(['serve', ...words.split(' ')], terminal);
  return { code, stdout: written.stdout(), stderr: written.stderr() };
}

test('the file is on stdout, what to do with it on stderr, and no password is in it', async () => {
  const { code, stdout, stderr } = await serve('--print-unit=systemd', {
    LABSEAL_HOME: 'relative',
    HTTPS_PROXY: 'http://anna:secret@proxy',
  });
  expect(code).toBe(0);
  const home = path.resolve('relative').replaceAll('\\', String.raw`\\`);
  expect(stdout).toContain(`\nEnvironment="LABSEAL_HOME=${home}"\n`);
  expect(stdout + stderr).not.toContain('secret');
  expect(stderr).toContain('HTTPS_PROXY has a password in it');
  expect(stderr).toContain('systemctl --user enable --now');
});

test.each([
  ['--print-unit=cron', 'systemd, launchd, task'],
  ['--print-unit --open', 'starts nothing'],
  ['--print-unit --demo', 'starts nothing'],
  ['--print-unit --port 70000', '65535'],
])('"serve %s" is refused in one sentence', async (words, sentence) => {
  const refused = { code: 2, stdout: '', stderr: expect.stringContaining(sentence) };
  expect(await serve(words)).toMatchObject(refused);
});

test('in the installed program no file is printed: its executable would open the window', async () => {
  Object.assign(process.versions, { electron: '45.4.1' });
  onTestFinished(() => void Reflect.deleteProperty(process.versions, 'electron'));
  const refused = { code: 2, stdout: '', stderr: expect.stringContaining('in its settings') };
  expect(await serve('--print-unit')).toMatchObject(refused);
});

test('that it was ended as asked is certain before what may hang with a drive is closed', async () => {
  const home = temporaryFolder();
  const env = { LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file' };
  const { written, interrupt, ...terminal } = fakeTerminal({ env });
  const chosen: unknown[] = [];
  const ended = runProgram(['serve'], terminal, (code) => {
    chosen.push([code, fs.existsSync(path.join(home, 'serve.json'))]);
  });
  await expect.poll(written.stdout).toContain('Labseal is running at');
  interrupt();
  expect(await ended).toBe(0);
  expect(chosen[0]).toEqual([0, true]);
});

const KEY = /#[\w-]{32}/;

/** `serve` until the test ends, and another start meanwhile. */
async function serving(isTerminal: boolean) {
  const home = temporaryFolder();
  const env = { LABSEAL_HOME: home, LABSEAL_TOKEN_STORE: 'file' };
  const start = (...words: readonly string[]) => {
    const { written, interrupt, ...terminal } = fakeTerminal({ env, isTerminal });
    const code = runProgram(['serve', ...words], terminal);
    return { code, interrupt, said: () => written.stdout() + written.stderr() };
  };
  const first = start();
  onTestFinished(async () => {
    first.interrupt();
    expect(await first.code).toBe(0);
  });
  await expect.poll(first.said).toContain('Labseal is running at http://127.0.0.1:');
  const kept = () => fs.readFileSync(path.join(home, 'serve.json'), 'utf8');
  return { home, first, start, kept };
}

test.runIf(process.platform === 'linux')(
  'without a screen no browser is said to have opened, but how to reach the page from another computer',
  async () => {
    const { start } = await serving(true);
    const second = start('--open');
    expect(await second.code).toBe(5);
    const said = second.said().replaceAll('\n', ' ');
    const port = /127\.0\.0\.1:(\d+)/.exec(said)?.[1];
    expect(said).toContain(
      `There is no screen here. On your computer run "ssh -N -L ${port}:127.0.0.1:${port} `,
    );
  },
);

describe('the key of the page', () => {
  test('a terminal gets it, with the first start and with the next', async () => {
    const { first, start, kept } = await serving(true);
    expect(first.said()).toMatch(KEY);
    const second = start();
    expect(await second.code).toBe(5);
    expect(second.said()).toContain('running already, at\nhttp://127.0.0.1:');
    expect(kept()).toContain(KEY.exec(second.said())?.[0]);
  });

  test('it opens once: a terminal gets the next one, and so does the next start', async () => {
    const { first, start, kept } = await serving(true);
    const [key = ''] = KEY.exec(first.said()) ?? [];
    const port = Number(/127\.0\.0\.1:(\d+)/.exec(first.said())?.[1]);
    const open = async (fragment = '') => (await pageOn(port, fragment.slice(1))).status;
    expect([await open(key), await open(key)]).toEqual([200, 401]);
    await expect
      .poll(first.said)
      .toMatch(/That address was used\. The next page opens at\s+http.*#/);
    const next = KEY.exec(first.said().split('The next page')[1] ?? '')?.[0];
    expect(kept()).toContain(next);
    const second = start();
    expect(await second.code).toBe(5);
    expect(second.said()).toContain(next);
    expect(await open(next)).toBe(200);
  });

  test('a log, a pipe or a file does not: it says where the address is kept', async () => {
    const { home, first, start, kept } = await serving(false);
    const second = start();
    expect(await second.code).toBe(5);
    expect(kept()).toMatch(KEY);
    for (const { said } of [first, second]) {
      expect(said()).not.toMatch(KEY);
      expect(said()).toMatch(/running (already, )?at http:\/\/127\.0\.0\.1:\d+\/$/m);
      expect(said()).toContain(path.join(home, 'serve.json'));
    }
  });
});
