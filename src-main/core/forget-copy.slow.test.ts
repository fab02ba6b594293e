import fs from 'node:fs';
import { expect, test } from 'vitest';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { assignment, folderRules } from '../test-support/temporary-state.ts';

test('a missing file is forgotten by a word, stays on the platform, and is known again when it comes back', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const file = lab.write('plates/plate.csv', 'minutes,a\n0,1\n');
  lab.write('plates/other.csv', 'another one keeps the folder from being empty\n');
  const rules = folderRules({
    assignment: assignment({ projectId, checkPolicy: 'never' }),
    settleSeconds: 0,
    budgetCredits: 10,
  });
  await lab.call('folders.add', { path: lab.at('plates'), rules, onlyNew: false });
  const stateIs = (wanted: string) =>
    lab.until(
      async () => (await lab.call('files.explain', { path: file })).file,
      (found) => found?.state === wanted,
    );
  await stateIs('notarized');
  expect(await lab.call('files.forgetCopy', { asked: file })).toMatchObject({ state: 'notarized' });

  const kept = fs.readFileSync(file);
  fs.rmSync(file);
  await lab.call('folders.look', {});
  await stateIs('missing');
  expect(await lab.call('files.forgetCopy', { asked: file })).toMatchObject({
    state: 'remote_only',
  });
  await lab.call('folders.look', {});
  await stateIs('remote_only');
  const { credits } = await lab.call('credits.balance', {});

  fs.writeFileSync(file, kept);
  await lab.call('folders.look', {});
  await stateIs('notarized');
  expect(await lab.call('credits.balance', {})).toEqual({ credits });
});
