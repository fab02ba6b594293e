/** Commands about people and projects while another program of this computer has the data folder open. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

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
