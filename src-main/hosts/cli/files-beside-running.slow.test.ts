/** Commands about files and credits while another program of this computer has the data folder open. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab({ isOneStory: true });

test('what is only read is answered as it is alone', async () => {
  for (const name of ['a.csv', 'b.csv']) lab.write(`data/${name}`);
  const folder = await lab.watch('data');
  expect(await lab.sync('--yes')).toMatchObject({ code: 0, counts: { notarized: 2 } });
  const file = lab.at('data/a.csv');
  const commands: readonly (readonly [string, ...string[]])[] = [
    ['file list'],
    ['file list --json'],
    [`file list --state held --folder ${folder}`],
    ['file list --folder', lab.at('data')],
    ['file list --folder', lab.at('elsewhere')],
    [`file list --on-platform --project ${lab.projectId}`],
  ];
  const answers = async () => {
    const all = [];
    for (const words of commands) all.push({ words, ...(await lab.run(...words)) });
    return all;
  };
  const alone = await answers();
  onTestFinished(await lab.serving());
  expect(await answers()).toEqual(alone);
  expect(alone.map(({ code }) => code)).toEqual([0, 0, 0, 0, 2, 0]);
  expect(alone[0]?.stdout).toContain(file);
});
