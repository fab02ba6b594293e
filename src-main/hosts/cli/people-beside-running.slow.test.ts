/** Commands about people and projects while another program of this computer has the data folder open. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

test('what is only read is answered as it is alone', async () => {
  const { projectId } = lab;
  const commands = [
    'profile show',
    'profile address',
    'profile permissions',
    'profile avatar --out=no-picture.png',
    'project list',
    `project show ${projectId}`,
    `project lineage ${projectId} --json`,
    `project lineage ${projectId}`,
    `member list ${projectId}`,
    'member find researcher@example.org',
    'admin users',
    'admin credit word',
  ];
  const answers = async () => {
    const all = [];
    for (const command of commands) all.push({ command, ...(await lab.run(command)) });
    return all;
  };
  const alone = await answers();
  onTestFinished(await lab.serving());
  expect(await answers()).toEqual(alone);
  const refused = alone.filter(({ code }) => code !== 0).map(({ command }) => command);
  expect(refused).toEqual(['admin users']);
});

test('what is changed is changed in the running program, and a question is answered by what is so by then', async () => {
  onTestFinished(await lab.serving());
  await lab.must('profile edit --location Pisa');
  await lab.must(`project edit ${lab.projectId} --area Coast`);
  expect(await lab.must(`project show ${lab.projectId}`)).toMatch(/Area +Coast\n/);
  const { members } = await lab.ask<{ members: { email: string }[] }>(
    `member list ${lab.projectId}`,
  );
  const remove = `member remove ${members[0]?.email} --project ${lab.projectId}`;
  const asked = lab.start({ isTerminal: true }, remove);
  await expect.poll(asked.written.stderr).toContain('[y/N]');
  await lab.must(`${remove} --yes`);
  asked.type('y');
  expect(await asked.ended).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Nothing was sent'),
  });
  expect(lab.requests().filter(({ endpoint }) => endpoint === 'removeMember')).toHaveLength(1);
});
