import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { mountOddDrive } from '../../../test-support/odd-drive/mount-odd-drive.ts';
import { hasMounts } from '../../../test-support/this-system.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

function bind(from: string, to: string): void {
  fs.mkdirSync(to, { recursive: true });
  expect(spawnSync('mount', ['--bind', from, to]).status).toBe(0);
  onTestFinished(() => void spawnSync('umount', ['-l', to]));
}

const PUBLIC = ['--visibility', 'public', '--label', 'raw', '--settle', '0', '--check', 'never'];

async function refusal(path: string) {
  const rules = ['--project', lab.projectId, '--visibility', 'public', '--label', 'raw'];
  const { code, stderr } = await lab.run('folder add', path, ...rules);
  return [code, stderr];
}

test.runIf(hasMounts)(
  'a drive that ignores case has one folder for all spellings of it',
  async () => {
    const drive = await mountOddDrive({ ignoresCase: true });
    drive.content.write('Data/Plates/a.csv', 'a');
    lab.write('plain/x.csv');
    await lab.must('folder add', drive.at('Data'), ...lab.rules());
    expect(await refusal(drive.at('data'))).toEqual([
      2,
      `${drive.at('data')} is the same directory as ${drive.at('Data')}, which is watched as folder 1. Change it with "labseal folder edit 1".\n`,
    ]);
    expect(await refusal(drive.at('DATA/plates'))).toEqual([
      2,
      `${drive.at('DATA/plates')} lies inside ${drive.at('Data')}, which is watched. Its files are notarized with that folder.\n`,
    ]);
  },
);

test.runIf(hasMounts)(
  'a file by another spelling is that of its folder, and paid for once',
  async () => {
    const drive = await mountOddDrive({ ignoresCase: true });
    drive.content.write('Data/Plates/a.csv', 'a');
    await lab.must('folder add', drive.at('Data'), ...lab.rules(), '--settle', '0');
    const as = ['--project', lab.projectId, '--visibility', 'public', '--label', 'raw', '--yes'];
    for (const path of ['data/plates/A.csv', 'Data/PLATES/a.CSV']) {
      await lab.run('file upload', drive.at(path), ...as);
    }
    await lab.sync('--yes');
    expect((await lab.files()).map(({ path }) => path)).toEqual([drive.at('Data/Plates/a.csv')]);
    expect(lab.uploads()).toHaveLength(1);
  },
);

test.runIf(hasMounts)('a directory that is mounted twice is one folder', async () => {
  lab.write('Data/run/a.csv');
  await lab.must('folder add', lab.at('Data'), ...lab.rules());
  bind(lab.at('Data'), lab.at('again'));
  bind(lab.at('Data/run'), lab.at('share/run'));
  expect(await refusal(lab.at('again'))).toEqual([
    2,
    expect.stringContaining('is the same directory as'),
  ]);
  expect(await refusal(lab.at('again/run'))).toEqual([
    2,
    expect.stringContaining(`lies inside ${lab.at('Data')}`),
  ]);
  expect(await refusal(lab.at('share/run'))).toEqual([
    2,
    expect.stringContaining(`lies inside ${lab.at('Data')}`),
  ]);
  expect(await refusal(lab.at('share'))).toEqual([
    2,
    expect.stringContaining(`${lab.at('share/run')} lies inside ${lab.at('Data')}`),
  ]);
});

test.runIf(hasMounts)('two folders that become one directory are paid for once', async () => {
  lab.write('Data/a.csv', 'before in one');
  lab.write('twin/b.csv', 'before in the other');
  await lab.watch('Data');
  await lab.must('folder add', lab.at('twin'), '--project', lab.projectId, ...PUBLIC);
  await lab.sync('--yes');
  bind(lab.at('Data'), lab.at('twin'));
  lab.write('Data/c.csv', 'after');
  const { stderr } = await lab.run('sync --yes');
  expect(stderr).toContain(
    `The folder ${lab.at('twin')} shares files with a folder that was watched before`,
  );
  const files = await lab.files();
  const shown = files.map(({ path, state }) => `${path.slice(lab.at('').length)} ${state}`);
  expect(shown.toSorted()).toEqual([
    '/Data/a.csv notarized',
    '/Data/c.csv notarized',
    '/twin/b.csv notarized',
  ]);
  expect(lab.uploads()).toHaveLength(3);
});
