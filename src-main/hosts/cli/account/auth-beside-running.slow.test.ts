/** The account while another program of this computer has the data folder open: that program is signed in and out. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();
const secret = () => `${lab.account('researcher').password}\n`;
const login = () => `auth login --email ${lab.account('researcher').email} --password-stdin`;

test('it is signed out and in, and is so when it has ended', async () => {
  const alone = await lab.run('auth status');
  const end = await lab.serving();
  expect(await lab.run('auth status')).toEqual(alone);
  expect(await lab.must('auth logout')).toContain('Signed out.');
  expect(await lab.run('project list')).toMatchObject({ code: 3 });
  expect(await lab.pipe(secret(), login())).toMatchObject({
    code: 0,
    stdout: `Signed in as researcher@example.org at ${lab.service.url}.\n`,
    stderr: expect.stringContaining('stored unprotected'),
  });
  await lab.must('project list');
  expect(await lab.must('history')).toContain('Signed out');
  await end();
  await lab.must('project list');
});

test('it stays with its service until a password was given for another', async () => {
  onTestFinished(await lab.serving());
  const other = 'auth login --server https://elsewhere.invalid --email a@lab.test';
  const { written, interrupt, ended } = lab.start({ isTerminal: true }, other);
  await expect.poll(written.stderr).toContain('Password: ');
  await lab.must('project list');
  interrupt();
  expect((await ended).code).toBe(130);
  expect(await lab.ask('auth status')).toMatchObject({ state: 'signed-in', code: 0 });
  const env = { LABSEAL_SERVER: 'https://elsewhere.invalid' };
  const sent = lab.start(
    { env, input: 'secret\n' },
    'auth login --email a@lab.test --password-stdin',
  );
  expect(await sent.ended).toMatchObject({ code: 4 });
});

test('nothing is carried out at another service than the one that this terminal is set to', async () => {
  onTestFinished(await lab.serving());
  const create = 'project create --name Tides --area Sea --end 2030-12-31 --yes';
  const started = (server: string) => lab.start({ env: { LABSEAL_SERVER: server } }, create);
  const refused = await started('https://elsewhere.invalid').ended;
  expect(refused).toMatchObject({ code: 5, stdout: '' });
  expect(refused.stderr).toContain(
    `works with ${lab.service.url}, and LABSEAL_SERVER names https://elsewhere.invalid.`,
  );
  expect((await started('nowhere').ended).code).toBe(2);
  expect(lab.charged()).toBe(0);
  expect((await started(`${lab.service.url}/`).ended).code).toBe(0);
});

test('a pass whose account is signed out meanwhile says so, and not that nobody ever signed in', async () => {
  onTestFinished(await lab.serving());
  await lab.must('auth logout');
  const { code, stderr } = await lab.run('sync --yes');
  expect([code, stderr]).toEqual([3, expect.stringContaining('You are signed out. Sign in with')]);
});

test('what it keeps in memory alone is said to end with it', async () => {
  onTestFinished(await lab.serving({ LABSEAL_TOKEN_STORE: 'memory' }));
  const { stderr } = await lab.pipe(secret(), login());
  expect(stderr).toContain('this sign-in ends with the Labseal that is running.');
});
