/** Commands that are started in a folder which is not there any more. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { useCliLab } from './test-support/cli-lab.ts';

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const RULES = ['--visibility', 'private', '--label', 'raw', '--check', 'never'];
const lab = useCliLab();

/** Starts it in a folder that a shell has just removed. */
function inRemoved(command: string, env: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder().path;
  const line = `rmdir "${folder}" && exec "${process.execPath}" "${MAIN}" ${command}`;
  const options = {
    cwd: folder,
    env: { ...process.env, LABSEAL_HOME: lab.home, LABSEAL_TOKEN_STORE: 'file', ...env },
  };
  return new Promise<{ status: unknown; said: string }>((resolve) => {
    execFile('/bin/sh', ['-c', line], options, (error, stdout, stderr) => {
      resolve({ status: error?.code ?? 0, said: stdout + stderr });
    });
  });
}

test.skipIf(process.platform === 'win32')(
  'what needs no relative path works; one that needs it says that the folder is gone',
  async () => {
    lab.write('data/a.raw', 'a');
    await lab.must('folder add', lab.at('data'), '--project', lab.projectId, ...RULES);
    for (const command of ['status', 'folder list', 'sync'])
      expect((await inRemoved(command)).said).not.toMatch(/mistake|not there any more/);
    const relative = [
      `folder add . --project ${lab.projectId} ${RULES.join(' ')}`,
      'audit .',
      'audit x',
      'certificate verify a.raw',
      'evidence check .',
      'file list --folder .',
      'file explain a.raw',
      'sync --folder .',
    ];
    for (const command of relative) {
      const { status, said } = await inRemoved(command);
      expect([command, said]).toEqual([command, expect.stringContaining('is not there any more')]);
      expect([command, status]).toEqual([command, 1]);
    }
    const { status, said } = await inRemoved('status', { LABSEAL_HOME: 'relative' });
    expect([status, said]).toEqual([1, expect.stringContaining('is not there any more')]);
  },
);
