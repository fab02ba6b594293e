/** Whole processes beside a drive that answers nothing any more, which blocks whoever asks it. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { mountOddDrive } from '../../../test-support/odd-drive/mount-odd-drive.ts';
import { hasMounts } from '../../../test-support/this-system.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const RULES = ['--visibility', 'private', '--label', 'raw', '--check', 'never', '--settle', '0'];
const SILENT = 'does not answer';
const lab = useCliLab();

function start(...words: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...words], {
    env: { ...process.env, LABSEAL_HOME: lab.home, LABSEAL_TOKEN_STORE: 'file' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  const ended = new Promise<number | string>((resolve) => {
    child.on('exit', (code, signal) => resolve(code ?? signal ?? ''));
  });
  return { child, ended, said: () => said };
}

/** A folder on a drive beside one of this computer, each with a file. */
async function twoFolders() {
  const drive = await mountOddDrive();
  drive.content.write('away/a.raw', `a ${performance.now()}`);
  lab.write('here/b.raw', `b ${performance.now()}`);
  for (const path of [drive.at('away'), lab.at('here')])
    await lab.must('folder add', path, '--project', lab.projectId, ...RULES);
  return drive;
}

test.runIf(hasMounts).for([
  ['it is looked at', ['']],
  ['a directory is listed', ['away']],
] as const)(
  'a drive that answers nothing when %s is named, and all other folders go on',
  async ([, silent]) => {
    const drive = await twoFolders();
    await drive.set({ silent });
    const sync = start('sync', '--yes');
    await expect.poll(() => lab.uploads().length).toBe(1);
    await expect.poll(sync.said).toContain(SILENT);
    expect(await sync.ended).toBe(1);
    await drive.set({});
    await lab.sync('--yes');
    expect((await lab.files()).map(({ state }) => state)).toEqual(['notarized', 'notarized']);
  },
);

test.runIf(hasMounts).for(['SIGINT', 'SIGTERM'] as const)(
  '%s ends a program that waits for a drive (P14)',
  async (signal) => {
    const drive = await twoFolders();
    await drive.set({ silent: [''] });
    for (const [command, code] of [
      ['sync', 130],
      ['serve', 0],
    ] as const) {
      // The drive hears a moment later that who waited for it has ended.
      await expect.poll(drive.waiting).toBe(0);
      const run = start(command);
      await expect.poll(drive.waiting).toBeGreaterThan(0);
      run.child.kill(signal);
      expect([command, await run.ended]).toEqual([command, code]);
    }
  },
);
