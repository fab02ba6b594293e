/** Files that a command saves an answer in: checked before the work, and the answer is said though it cannot be saved. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab();
const DISK_BYTES = 64 * 1_024;

/** A notarized file in a watched folder. */
async function notarized(): Promise<string> {
  const file = lab.write('data/run.raw');
  await lab.watch('data');
  await lab.must('sync --yes');
  return file;
}

/** Mounts a disk without room for anything but names; false where this computer lets nobody mount one. */
function mountFullDisk(folder: string): boolean {
  fs.mkdirSync(folder);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'tmpfs', folder]);
  if (mounted.status !== 0) return false;
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  fs.writeFileSync(`${folder}/filler`, Buffer.alloc(DISK_BYTES));
  return true;
}

test('onto a full disk: the disk of the target is named, what was found is said, and nothing cut is left', async (context) => {
  const file = await notarized();
  const full = lab.at('full');
  context.skip(!mountFullDisk(full), 'needs the right to mount a disk');
  const commands: readonly (readonly [command: string, code: number, says: string])[] = [
    [`audit ${lab.at('data')} --report ${full}/report.txt`, 1, '1 proven unchanged'],
    [`audit ${lab.at('data')} --report ${full}/report.pdf --csv ${full}/a.csv`, 1, '1 proven'],
    [`audit show 1 --report ${full}/report.json`, 1, '1 proven unchanged'],
    [`certificate verify ${file} --report ${full}/report.txt`, 1, 'Match\n'],
    [`certificate get ${file} --out ${full}/run.pdf`, 1, ''],
    [`diagnostics --to ${full}/report.json`, 1, ''],
    [`evidence statement ${file} --out ${full}/statement.txt`, 1, ''],
    [`evidence qr-labels ${file} --out ${full}/labels.pdf`, 1, ''],
  ];
  for (const [command, code, says] of commands) {
    const ended = await lab.run(command);
    expect(ended).toMatchObject({ code, stdout: expect.stringContaining(says) });
    expect(ended.stderr).toContain(`${full}/`);
    expect(ended.stderr).toContain('disk is full');
    expect(ended.stderr).not.toContain(lab.home);
    expect(fs.readdirSync(full)).toEqual(['filler']);
  }
});

test('a data folder on a disk that can only be read: each command ends with one sentence', async (context) => {
  await notarized();
  const bind = spawnSync('mount', ['--bind', lab.home, lab.home]);
  context.skip(bind.status !== 0, 'needs the right to mount a disk');
  onTestFinished(() => void execFileSync('umount', ['--lazy', lab.home]));
  execFileSync('mount', ['-o', 'remount,ro,bind', lab.home]);
  for (const command of ['status', 'sync', 'audit 1', 'serve']) {
    const ended = await lab.run(command);
    expect(ended).toMatchObject({ code: 1, stdout: '' });
    expect(ended.stderr).toMatch(/^Labseal's records in .+ cannot be read or written: .+\n$/);
    expect(ended.stderr).toContain(lab.home);
  }
});

test('an audit of a folder that is away says so; a name that was never there is misspelled', async () => {
  await notarized();
  fs.renameSync(lab.at('data'), lab.at('elsewhere'));
  for (const folder of ['1', lab.at('data'), lab.at('data/deeper')]) {
    const audit = await lab.run('audit', folder);
    expect(audit).toMatchObject({ code: 1, stderr: '' });
    expect(audit.stdout).toContain('The folder is away, or suddenly empty');
  }
  fs.renameSync(lab.at('elsewhere'), lab.at('data'));
  for (const folder of [lab.at('dat'), lab.at('data/deep')])
    expect(await lab.run('audit', folder)).toMatchObject({ code: 2, stdout: '' });
});

test('a target that cannot be is refused before anything is read or asked', async () => {
  const taken = lab.write('taken.txt');
  const gone = lab.at('no such folder/report.txt');
  for (const command of [
    'audit nowhere --report',
    'certificate verify nowhere --report',
    'certificate get nowhere --out',
    'doctor --save',
    'profile avatar --out',
  ]) {
    const before = fs.readFileSync(taken, 'utf8');
    const refused = await lab.run(command, taken);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain(`${taken} exists already`);
    expect(fs.readFileSync(taken, 'utf8')).toBe(before);
    expect(await lab.run(command, gone)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`There is no folder ${lab.at('no such folder')}`),
    });
  }
});

test('without the service a verdict is said all the same, and then that the service was not asked', async () => {
  const file = await notarized();
  const other = lab.write('other.raw');
  await lab.stopService();
  const match = await lab.run('certificate verify --ask-service', file);
  expect(match).toMatchObject({ code: 4, stdout: expect.stringMatching(/^Match\n/) });
  expect(match.stderr).toContain('The service was not asked: The service cannot be reached: ');
  const document = await lab.ask<object>('certificate verify --ask-service', file);
  expect(document).toMatchObject({ code: 4, verdict: 'match', serviceAnswer: null });
  const unknown = await lab.run('certificate verify --any --ask-service', other);
  expect(unknown.stdout).not.toContain('With --ask-service');
  expect(unknown).toMatchObject({ code: 4, stdout: expect.stringMatching(/^Can’t tell yet\n/) });
});
