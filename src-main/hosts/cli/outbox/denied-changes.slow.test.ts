/** Paid changes that the service denies: a denial may come after the charge, so it is checked before it is believed. */
import { expect, test } from 'vitest';
import type { EndpointName } from '../../../../src-shared/service/endpoints.ts';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab({ secondsInOne: 5 }); // a denial is believed after twenty
const create = (name: string) =>
  `project create --name ${name} --area Ocean --end 2030-12-31 --yes --when-online`;
const invite = () => `member invite --project ${lab.projectId} --email admin@example.org --yes`;
const deny = (endpoint: EndpointName, status: number, at: 'after-commit' | 'before-handling') =>
  lab.fault({ endpoint, times: 1, do: { kind: 'status', status, at, message: 'not for you' } });
const said = async () => (await lab.run('outbox list')).stdout;
const UNCHARGED = /nothing was (done or |sent or )?charged/i;

test.each([307, 400, 403, 409, 413, 429, 501])(
  'charged and then answered %i, a project is found at once, and a second one is not paid for',
  async (status) => {
    deny('createProject', status, 'after-commit');
    const created = await lab.ask(create(`Tides-${status}`));
    expect(created).toMatchObject({ code: 0, change: { state: 'delivered' } });
    expect((await lab.run('sync --yes')).code).toBe(0);
    expect(lab.charged()).toBe(50);
  },
);

test('charged and then answered 401, a project is found after the next sign-in, and nothing else is said before', async () => {
  deny('createProject', 401, 'after-commit');
  const created = await lab.run(create('Tides'));
  expect(created.code).toBe(3);
  expect(created.stdout).toContain('The service answered 401 (“not for you”)');
  const unsigned = await lab.run('outbox check');
  expect(unsigned.code).toBe(3);
  for (const { stdout, stderr } of [created, unsigned])
    expect(stdout + stderr).not.toMatch(UNCHARGED);
  await lab.signIn();
  const synced = await lab.ask('sync --yes');
  expect(synced).toMatchObject({ code: 0, outbox: { ended: [{ state: 'delivered' }], open: [] } });
  expect(lab.charged()).toBe(50);
});

test('a command waits until it knows that its denial is true, and ends with the words of the service', async () => {
  deny('inviteMember', 403, 'before-handling');
  const { written, ended } = lab.start({}, invite());
  await expect.poll(written.stderr).toContain('Labseal checks that in 20 seconds; Ctrl-C');
  expect(written.stderr()).toContain('The service answered 403 (“not for you”)');
  expect(written.stdout()).toBe('');
  const { code, stdout } = await ended;
  expect(code).toBe(1);
  expect(stdout).toMatch(/Refused on .* The service says: not for you\. Nothing was charged\./);
  expect(lab.charged()).toBe(0);
});

test('a pass waits for what an interrupted command left, and sends again what was denied for the moment alone', async () => {
  deny('createProject', 401, 'before-handling');
  expect((await lab.run(create('Currents'))).code).toBe(3);
  await lab.signIn();
  deny('inviteMember', 403, 'before-handling');
  const { written, interrupt, ended } = lab.start({}, invite());
  await expect.poll(written.stderr).toContain('Ctrl-C leaves it to the next "labseal sync"');
  interrupt();
  expect((await ended).code).toBe(130);
  expect(await said()).not.toMatch(UNCHARGED);
  const checked = await lab.run('outbox check');
  expect(checked.code).not.toBe(0);
  expect(checked.stdout).toContain('The service answered 403 (“not for you”)');
  expect(await lab.must('status')).not.toContain('needs attention');
  const synced = await lab.run('sync --yes');
  expect(synced.stderr).toContain('Create project "Currents": 50 credits');
  expect(synced.stdout.split('\n').at(-2)).toBe('50 credits used for 1 change.');
  expect(synced.stderr).toMatch(
    /Invite Ada.*The service says: not for you\. Nothing was charged\./,
  );
  expect(synced.code).toBe(1);
  expect(lab.charged()).toBe(50);
});
