/** Commands of a user whom the system does not know, and with data folders that nobody can make. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const COMMANDS = ['status', 'sync', 'serve', 'doctor', 'auth status'];

function ended(command: string, env: NodeJS.ProcessEnv, uid?: number) {
  const words = [MAIN, ...command.split(' ')];
  const as = uid === undefined ? {} : { uid, gid: uid };
  return new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile(process.execPath, words, { env, ...as }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, said: stdout + stderr });
    });
  });
}

const isRoot = process.getuid?.() === 0;

test.runIf(isRoot).for(COMMANDS)('%s: no home folder is one sentence', async (command) => {
  const { code, said } = await ended(command, { PATH: process.env['PATH'] }, 12_345);
  expect(said).toBe(
    'This user has no home folder. Name a folder for the data of Labseal with LABSEAL_HOME.\n',
  );
  expect(code).toBe(1);
});

test.runIf(process.platform === 'linux').for(COMMANDS)(
  '%s: a data folder under /proc is said, and the command ends',
  async (command) => {
    const { code, said } = await ended(command, { ...process.env, LABSEAL_HOME: '/proc/labseal' });
    expect(said).toContain('/proc/labseal');
    expect(said).not.toContain('mistake');
    expect(code).toBe(1);
  },
);
