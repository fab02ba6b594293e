/** Projects, people, folders and files are named the same way by every command. */
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

interface Members {
  readonly members: readonly { userId: string; email: string; status: string }[];
}

describe('a person who leads a project', () => {
  const lab = useCliLab({ role: 'principal investigator', isOneStory: true });
  const members = async () =>
    (await lab.ask<Members>(`member list --project ${lab.projectId}`)).members;

  test('names it behind a command or with --project', async () => {
    for (const command of ['member list', 'project show', 'lineage show']) {
      const behind = await lab.run(`${command} ${lab.projectId}`);
      expect(behind.code).toBe(0);
      const option = `--project ${lab.projectId}`;
      expect(await lab.run(`${command} ${option}`)).toEqual(behind);
      expect(await lab.run(`${command} ${lab.projectId} ${option}`)).toEqual(behind);
    }
    await lab.must(`project edit --project ${lab.projectId} --area Sleep`);
    expect(await lab.must(`project show ${lab.projectId}`)).toMatch(/Area +Sleep\n/);
  });

  test('names somebody by id or by e-mail address, behind the command or with an option', async () => {
    const { email } = lab.account('researcher');
    const known = (await members()).find((each) => each.email === email);
    const project = `--project ${lab.projectId}`;
    const invite = async (named: string) => {
      const invited = await lab.ask<object>(`member invite ${named} ${project} --yes`);
      expect(invited).toMatchObject({ code: 0, state: 'already-there' });
    };
    expect(known?.userId).toMatch(/./);
    await invite(email);
    await invite(known?.userId ?? '');
    await invite(`--user ${email}`);
    await invite(`--user ${known?.userId}`);
    await invite(`--email ${email}`);
    await lab.must(`member remove ${email} ${project} --yes`);
    expect((await members()).some((each) => each.email === email)).toBe(false);
  });

  test('invites first members of a new project by their addresses', async () => {
    const { email } = lab.account('colleague');
    const create = 'project create --name New --area Tests --end 2030-01-01 --yes';
    await lab.must(`${create} --member ${email}`);
    const { projects } = await lab.ask<{ projects: { id: string; name: string }[] }>(
      'project list',
    );
    const made = projects.find(({ name }) => name === 'New');
    const list = await lab.ask<Members>(`member list ${made?.id}`);
    expect(list.members.map((each) => each.email)).toContain(email);
    const unknown = await lab.run(`${create} --another --member nobody@lab.test`);
    expect(unknown).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('knows nobody as "nobody@lab.test"'),
    });
  });

  test('is told the charges of the last 30 days, unless other days are named', async () => {
    const history = await lab.ask<{ from: string; to: string }>('credit history');
    expect(history.code).toBe(0);
    expect((Date.parse(history.to) - Date.parse(history.from)) / 86_400_000).toBe(29);
    expect(await lab.ask('credit history --to 2026-03-01')).toMatchObject({ from: '2026-01-31' });
    expect(await lab.ask('credit history --from 2026-03-01')).toMatchObject({ from: '2026-03-01' });
    const shown = await lab.run('credit history --to 2026-03-01');
    expect(shown.stderr).toBe('From 2026-01-31 to 2026-03-01 (UTC).\n');
    expect((await lab.run('credit history --to 2026-03-01 --quiet')).stderr).toBe('');
  });
});

const lab = useCliLab();

test('an invitation of one’s own is accepted without an id', async () => {
  const { email } = lab.account('colleague');
  await lab.must(`member invite ${email} --project ${lab.projectId} --yes`);
  const status = async () =>
    (await lab.ask<Members>(`member list ${lab.projectId}`)).members.find(
      (each) => each.email === email,
    )?.status;
  expect(await status()).toBe('On-hold');
  await lab.signIn('colleague');
  await lab.must(`member accept --project ${lab.projectId}`);
  expect(await status()).toBe('Active');
  await lab.signIn();
  expect(await lab.run(`member activate --project ${lab.projectId}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`no open invitation of yours to project ${lab.projectId}.`),
  });
});

test('a watched folder is named by its number or its path', async () => {
  lab.write('data/run.csv');
  const id = await lab.watch('data');
  for (const named of [id, lab.at('data'), `${lab.at('data')}/../data`]) {
    expect(await lab.ask(`file list --folder ${named}`)).toMatchObject({ code: 0 });
    expect(await lab.ask(`folder edit ${named} --label b`)).toMatchObject({ id });
    expect(await lab.ask(`folder preview ${named}`)).toMatchObject({ path: lab.at('data') });
    expect(await lab.ask(`sync --folder ${named} --yes`)).toMatchObject({ code: 0 });
    expect(await lab.ask(`audit ${named}`)).toMatchObject({ audit: { folder: lab.at('data') } });
  }
  expect(await lab.run('folder remove nowhere')).toMatchObject({
    code: 2,
    stderr: `There is no watched folder "${path.resolve('nowhere')}". "labseal folder list" shows them.\n`,
  });
  expect(await lab.run('audit 77')).toMatchObject({
    code: 2,
    stderr: 'There is no watched folder with number 77. "labseal folder list" shows them.\n',
  });
  expect(await lab.ask(`folder remove ${lab.at('data')}`)).toMatchObject({ code: 0, id });
});

test('a file is named by its number, its id on the service or its path', async () => {
  const file = lab.write('data/run.csv');
  await lab.watch('data');
  await lab.sync('--yes');
  const [{ id, fileId } = { id: '', fileId: '' }] = await lab.files();
  for (const named of [id, fileId, file]) {
    expect(await lab.ask(`file show ${named}`)).toMatchObject({ path: file });
    expect(await lab.ask(`file explain ${named}`)).toMatchObject({
      path: file,
      state: 'notarized',
    });
    expect(await lab.ask(`certificate verify ${named}`)).toMatchObject({ code: 0 });
  }
});

test.each([
  'file explain /nonexistent',
  'file explain 999',
  'file show 999',
  'file list --project nobody-has-this',
  'file list --folder 999',
  'file approve /nonexistent',
  'file upload /nonexistent',
  'folder add /nonexistent',
  'folder preview /nonexistent',
  'project show nobody-has-this',
  'member list nobody-has-this',
  'outbox undo 999',
  'audit show 999',
  'verify /nonexistent',
  'certificate get 999 --out cert.pdf',
  'evidence export 999 --to evidence',
  'evidence check /nonexistent',
])('"%s" names what is not there: exit code 2, and that is said first', async (line) => {
  const { code, stdout, stderr } = await lab.run(line);
  const named = /nobody-has-this|\/nonexistent|999/.exec(line)?.[0] ?? '';
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toContain(named);
});

test('--quiet leaves the answer, and what went wrong', async () => {
  lab.write('data/run.csv');
  await lab.watch('data');
  const quiet = await lab.run('sync --yes --quiet');
  expect(quiet).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Notarized'),
  });
  lab.write('data/other.csv');
  const unagreed = await lab.run('-q sync');
  expect(unagreed.code).toBe(1);
  expect(unagreed.stderr).toContain('Nothing is spent without your agreement');
  await lab.stopService();
  expect(await lab.run('project list -q')).toMatchObject({
    stderr: expect.stringContaining('reach'),
  });
});
