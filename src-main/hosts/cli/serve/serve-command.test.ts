/** `labseal serve --print-unit` as a person calls it. */
import { expect, test } from 'vitest';
import { runProgram } from '../program.ts';
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
  expect(stdout).toMatch(/^Environment="LABSEAL_HOME=\/.*\/relative"$/m);
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
