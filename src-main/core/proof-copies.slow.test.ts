import fs from 'node:fs';
import { expect, test } from 'vitest';
import { engineAtService } from '../test-support/engine-at-service.ts';
import { assignment, folderRules } from '../test-support/temporary-state.ts';

test('a proof says where its file is on this computer, changed since or not, and who uploaded it', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const file = lab.write('plates/plate.csv', 'minutes,a\n0,1\n');
  const rules = folderRules({
    assignment: assignment({ projectId, checkPolicy: 'never' }),
    settleSeconds: 0,
    budgetCredits: 1,
  });
  await lab.call('folders.add', { path: lab.at('plates'), rules, onlyNew: false });
  const stateIs = (wanted: string) =>
    lab.until(
      async () => (await lab.call('files.explain', { path: file })).file,
      (found) => found?.state === wanted,
    );
  const notarized = await stateIs('notarized');
  const fileId = notarized?.fileId ?? '';
  const show = () => lab.call('certificates.show', { fileId });
  expect(await show()).toMatchObject({
    ownerName: null, // no list was read since
    copies: [{ id: notarized?.id, path: file, folderPath: lab.at('plates') }],
  });

  await lab.call('files.onPlatform', { filter: { projectId }, first: 0, count: 100 });
  fs.writeFileSync(file, 'minutes,a\n0,2\n');
  await lab.call('folders.look', {});
  await stateIs('changed');
  expect(await show()).toMatchObject({
    ownerName: expect.stringMatching(/\S+ \S+/),
    copies: [{ path: file }],
  });

  fs.rmSync(file);
  lab.write('plates/other.csv', 'keeps the folder from being empty\n');
  await lab.call('folders.look', {});
  await stateIs('missing');
  expect((await show()).copies).toEqual([]);
});
