/** Whole processes where the session bus says nothing, which blocks whoever asks the keychain for ever. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentBus } from '../../../session/test-support/silent-bus.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const lab = useCliLab();

/** Starts a command line in a process of its own, with the keychain as the place of its token. */
function start(env: Readonly<Record<string, string>>, command: string, input = '') {
  const child = spawn(process.execPath, [MAIN, ...command.split(' ')], {
    env: { ...process.env, LABSEAL_HOME: lab.home, LABSEAL_TOKEN_STORE: 'keychain', ...env },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  child.stdin.end(input);
  const ended = new Promise<number | string>((resolve) => {
    child.on('close', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return { child, ended, said: () => said };
}

const login = (): readonly [string, string] => {
  const { email, password } = lab.account('researcher');
  return [`auth login --email ${email} --password-stdin`, `${password}\n`];
};

describe.runIf(process.platform === 'linux')('on a bus that says nothing', () => {
  test('a session that cannot be read is said to be so, and signing in works', async () => {
    const { env } = await silentBus();
    const status = start(env, 'auth status');
    expect(await status.ended).toBe(3);
    expect(status.said()).toContain('did not answer within five seconds');
    expect(status.said()).not.toContain('ended');
    const signIn = start(env, ...login());
    expect(await signIn.ended).toBe(0);
    expect(signIn.said()).toContain('this sign-in ends with the command');
  });

  test('SIGTERM and SIGINT end every wait', async () => {
    const { env, waiting } = await silentBus();
    const commands = ['auth status', 'sync --yes', 'doctor', 'serve'].map(
      (each) => [each, ''] as const,
    );
    for (const [index, command] of [...commands, login()].entries()) {
      const run = start(env, ...command);
      await expect.poll(waiting).toBe(1);
      run.child.kill(index % 2 === 0 ? 'SIGTERM' : 'SIGINT');
      expect([command[0], await run.ended, run.said()]).toEqual([
        command[0],
        130,
        expect.stringContaining('Interrupted. Nothing is lost'),
      ]);
      await expect.poll(waiting).toBe(0);
    }
  });
});
