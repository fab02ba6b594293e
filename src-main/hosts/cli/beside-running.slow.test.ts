/** Commands while another program of this computer has the data folder open. */
import { expect, onTestFinished, test } from 'vitest';
import { useCliLab } from './test-support/cli-lab.ts';

const lab = useCliLab();

const READS = [
  'tag list',
  'tag search eeg',
  'profile show',
  'profile address',
  'profile permissions',
  'profile avatar --out=no-picture.png',
  'project list',
  'project show PROJECT',
  'project lineage PROJECT --json',
  'project lineage PROJECT',
  'member list PROJECT',
  'member find researcher@example.org',
  'admin users',
  'admin credit word',
];

test.each(READS)('%s answers as it does alone', async (written) => {
  const command = written.replace('PROJECT', lab.projectId);
  const alone = await lab.run(command);
  expect(alone.stdout + alone.stderr).not.toBe('');
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
