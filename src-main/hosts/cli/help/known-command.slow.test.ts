import fs from 'node:fs';
import { expect, test } from 'vitest';
import { useCliLab } from '../test-support/cli-lab.ts';

const lab = useCliLab();

test('what a completion offers comes from this computer, without a word to the service', async () => {
  expect(await lab.must('known projects')).toBe('');
  await lab.must('project list');
  fs.mkdirSync(lab.at('data'));
  const rules = ['--project', lab.projectId, '--visibility', 'private', '--label', 'raw'];
  await lab.must('folder add', lab.at('data'), ...rules);
  const asked = lab.service.requests().length;
  expect(await lab.must('known projects')).toContain(`${lab.projectId}\n`);
  expect(await lab.must('known folders')).toBe(`${lab.at('data')}\n`);
  expect(lab.service.requests()).toHaveLength(asked);
  const end = await lab.serving();
  expect(await lab.must('known folders')).toBe(`${lab.at('data')}\n`);
  await end();
});
