/** Changes while another program of this computer has the data folder open: that program prices and sends them. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();
const [ADA, COLLEAGUE] = ['admin@example.org', 'colleague@lab.test'];
const invite = (email = '') => `member invite --project ${lab.projectId} --email ${email}`;

test('what waits is priced, sent, decided about and taken back as it is alone', async () => {
  await lab.must('project list');
  await lab.must('offline');
  for (const name of ['Neap', 'Spring']) expect((await lab.run(`tag create ${name}`)).code).toBe(4);
  expect((await lab.run(`${invite(ADA)} --yes`)).code).toBe(4);
  const alone = await lab.run('outbox send --max-credits 9');
  onTestFinished(await lab.serving());
  expect(await lab.run('outbox send --max-credits 9')).toEqual(alone);
  expect(await lab.must('outbox undo 2')).toContain('Taken back');
  expect(await lab.must('online')).toContain('You are online again.');
  expect(await lab.must('outbox send --yes')).toContain('Ada Demo-Admin');
  expect(await lab.must('outbox check')).toBe('Nothing is open.\n');
  expect((await lab.run('outbox resolve 3 --leave')).code).toBe(1);
  expect(lab.charged()).toBe(10);
});

test('who agrees second to the same is told that it is done, and nothing is charged twice', async () => {
  onTestFinished(await lab.serving());
  const asked = lab.start({ isTerminal: true }, invite(COLLEAGUE));
  await expect.poll(asked.written.stderr).toContain('Send it?');
  await lab.must(`${invite(COLLEAGUE)} --yes`);
  asked.type('y');
  expect(await asked.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing was sent or charged'),
  });
  expect(lab.charged()).toBe(10);
});

test('a denial is waited for, and told with the words of the service', async () => {
  onTestFinished(await lab.serving());
  const denial = {
    kind: 'status',
    status: 403,
    at: 'before-handling',
    message: 'not you',
  } as const;
  lab.fault({ endpoint: 'createProject', times: 1, do: denial });
  const { code, stdout, stderr } = await lab.run(
    'project create --name Tides --area Sea --end 2030-12-31 --yes',
  );
  expect(stderr).toMatch(/Labseal checks that in \d+ seconds; Ctrl-C/);
  expect({ code, stdout }).toEqual({
    code: 1,
    stdout: expect.stringMatching(/The service says: not you\. Nothing was charged\./),
  });
  expect(lab.charged()).toBe(0);
});
