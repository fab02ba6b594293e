/** Commands while another program of this computer has the data folder open. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab();

test.each(['tag list', 'tag search eeg'])('%s answers as it does alone', async (command) => {
  const alone = await lab.run(command);
  expect(alone.code).toBe(0);
  onTestFinished(await lab.serving());
  expect(await lab.run(command)).toEqual(alone);
});

test('what a command changes is in the running program', async () => {
  onTestFinished(await lab.serving());
  expect(await lab.ask('tag create', 'beside')).toMatchObject({
    code: 0,
    change: { kind: 'create-tag', state: 'delivered' },
  });
  expect(await lab.must('tag list')).toContain('beside\n');
});
