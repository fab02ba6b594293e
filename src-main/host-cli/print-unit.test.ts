/** `labseal serve --print-unit` as a person calls it. */
import fs from 'node:fs';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runProgram } from './program.ts';

/** Runs a command with an environment of its own; nothing is opened, so nothing has to be closed. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const said = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof said) =>
    new PassThrough().on('data', (text: Buffer) => {
      said[name] += text.toString();
    }) as unknown as NodeJS.WriteStream;
  const code = await runProgram([...args], {
    env,
    stdin: new PassThrough() as unknown as NodeJS.ReadStream,
    stdout: stream('stdout'),
    stderr: stream('stderr'),
    signal: new AbortController().signal,
  });
  return { code, ...said };
}

test('the file is on stdout, what to do with it on stderr, and the program it names is there', async () => {
  const { code, stdout, stderr } = await run(['serve', '--print-unit=systemd'], {
    LABSEAL_HOME: 'relative',
    HTTPS_PROXY: 'http://anna:secret@proxy',
  });
  expect(code).toBe(0);
  const [, node = '', program = ''] = /^ExecStart="([^"]+)" "([^"]+)"/m.exec(stdout) ?? [];
  expect([fs.existsSync(node), fs.existsSync(program)]).toEqual([true, true]);
  expect(stdout).toMatch(/^Environment="LABSEAL_HOME=\/.*\/relative"$/m);
  expect(stdout + stderr).not.toContain('secret');
  expect(stderr).toContain('HTTPS_PROXY has a password in it');
  expect(stderr).toContain('systemctl --user enable --now');
});

test.for([
  { args: ['--print-unit=cron'], says: /systemd, launchd, task/ },
  { args: ['--print-unit', '--open'], says: /starts nothing/ },
  { args: ['--print-unit', '--demo'], says: /starts nothing/ },
  { args: ['--print-unit', '--port', '70000'], says: /65535/ },
])('$args is refused in one sentence', async ({ args, says }) => {
  const { code, stdout, stderr } = await run(['serve', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(says);
});
