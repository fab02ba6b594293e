/** Commands about files and credits while another program of this computer has the data folder open. */
import fs from 'node:fs';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

beforeAll(async () => {
  for (const name of ['a.csv', 'b.csv']) lab.write(`data/${name}`);
  await lab.watch('data');
  await lab.must('sync --yes');
});

test('what is changed holds for the running program, which hears of it', async () => {
  onTestFinished(await lab.serving());
  await lab.must('folder edit --budget 4', lab.at('data')); // approved by itself
  expect(await lab.ask('transfer pause')).toMatchObject({ code: 0, pause: { mode: 'now' } });
  const file = lab.write('data/paused.csv');
  await expect.poll(() => lab.must('file list')).toContain('Paused');
  const held = await lab.ask('transfer next', file);
  expect(held).toMatchObject({ code: 0, hold: 'paused', priority: 'first' });
  expect((await lab.run('transfer resume', file)).stdout).toContain('is queued again');
  expect(await lab.must('transfer list')).toContain(`next  Paused`);
  await lab.must('transfer resume');
  expect(await lab.ask('credit budget --month 3')).toMatchObject({ month: 3 });
  expect(await lab.must('credit budget --month none')).toMatch(/^month +none/m);
});

test('folders are changed in the running program, which scans them by their new rules', async () => {
  onTestFinished(await lab.serving());
  const file = lab.write('plates/a.csv');
  const id = await lab.watch('plates');
  await expect.poll(() => lab.must('file list --json --folder', id)).toContain('"ready"');
  await lab.must('folder edit --exclude *.csv', lab.at('plates'));
  await expect.poll(() => lab.must('file list --json --folder', id)).toContain('"ignored"');
  await lab.must(`folder edit ${id} --no-exclude --budget 4`);
  // Ready for a moment, and then sent: its budget pays.
  await expect.poll(() => lab.must('file list --json --folder', id)).not.toContain('"ignored"');
  expect(await lab.must(`folder accept ${id}`)).toContain('Nothing was to be accepted');
  expect(await lab.ask(`folder remove ${id}`)).toMatchObject({
    path: lab.at('plates'),
    budgetCredits: 4,
  });
  expect(await lab.must('file list')).not.toContain(file);
});

test('a new folder says what the running program does with its files', async () => {
  onTestFinished(await lab.serving());
  lab.write('unattended/a.csv');
  lab.write('asked/a.csv');
  const add = async (folder: string, ...more: readonly string[]) =>
    (await lab.run('folder add', lab.at(folder), ...lab.rules(), ...more)).stderr;
  expect(await add('unattended', '--budget', '2')).toContain(
    'The running Labseal looks at its files and sends them, for at most 2 credits in all.',
  );
  expect(await add('asked')).toContain('Nothing is sent before you approve the price.');
});

test('files are let go, included and given their procedure in the running program', async () => {
  onTestFinished(await lab.serving());
  const left = lab.write('runs/left.csv');
  await lab.watch('runs', '--only-new', '--approve-each', 'yes', '--check', 'never');
  await expect.poll(() => lab.must('file show', left)).toContain('there before');
  expect(await lab.ask('file include', left)).toMatchObject({
    code: 0,
    included: [expect.any(String)],
  });
  await expect.poll(() => lab.must('file list --json')).toContain('"review"');
  const unagreed = await lab.run('file approve --all-held review');
  expect(unagreed).toMatchObject({ code: 2, stdout: '' });
  expect(unagreed.stderr).toContain('sends 1 file at once, for at most 1 credit');
  const cites = [
    '--primary-files',
    lab.at('data/a.csv'),
    '--procedure-files',
    lab.at('data/b.csv'),
  ];
  const given = await lab.ask('lineage procedure', left, ...cites, '--procedure', 'peaks');
  expect(given).toMatchObject({ code: 0, skipped: [] });
  const approved = await lab.ask('file approve --yes', left);
  expect(approved).toMatchObject({ code: 0, approved: { review: 1 } });
  await expect.poll(() => lab.must('file show', left)).toContain('Notarized');
});

test('single files are uploaded by the running program', async () => {
  onTestFinished(await lab.serving());
  expect((await lab.run('file resolve --all')).stdout).toContain('No upload result is unknown.');
  expect(await lab.run('file resolve --check', lab.at('data/a.csv'))).toMatchObject({ code: 2 });
  const single = lab.write('single/a.csv');
  const uploaded = await lab.ask('file upload --yes', single, ...lab.rules());
  expect(uploaded).toMatchObject({ code: 0, counts: { notarized: 1 } });
});

test('of the running program itself is told what holds for it', async () => {
  onTestFinished(await lab.serving());
  const { code, found } = await lab
    .ask<{ checks: { check: string; found: string }[] }>('doctor')
    .then(({ checks, ...answer }) => ({ ...answer, found: checks.map((each) => each.found) }));
  expect(code).toBe(0);
  expect(found.join('\n')).toContain('at work');
  const report = lab.at('report.json');
  await lab.must('doctor --save', report);
  expect(JSON.parse(fs.readFileSync(report, 'utf8'))).toMatchObject({
    engine: { state: 'running' },
  });
});
