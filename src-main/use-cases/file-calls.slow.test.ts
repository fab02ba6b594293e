import fs from 'node:fs';
import { expect, test } from 'vitest';
import { engineAtService } from '../test-support/engine-at-service.ts';

test('a proof says where its file is; a missing one is forgotten by a word, stays on the platform, and is known again when it comes back', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const file = lab.write('plates/plate.csv', 'minutes,a\n0,1\n');
  const kept = fs.readFileSync(file);
  lab.write('plates/other.csv', 'another one keeps the folder from being empty\n');
  await lab.watch('plates', { budgetCredits: 10 });
  const { id, fileId, projectId } = await lab.fileIs(file, 'notarized');
  const lookFor = async (state: Parameters<typeof lab.fileIs>[1]) => {
    await lab.call('folders.look', {});
    await lab.fileIs(file, state);
  };
  const show = () => lab.call('certificates.show', { fileId: fileId ?? '' });
  const forget = () => lab.call('files.forgetCopy', { asked: file });
  const copies = [{ id, path: file, folderPath: lab.at('plates') }];
  expect(await show()).toMatchObject({ ownerName: null, copies }); // no list was read since
  expect(await forget()).toMatchObject({ state: 'notarized' });
  await lab.call('files.onPlatform', { filter: { projectId }, first: 0, count: 100 });
  fs.writeFileSync(file, 'minutes,a\n0,2\n');
  await lookFor('changed');
  const ownerName = expect.stringMatching(/\S+ \S+/);
  expect(await show()).toMatchObject({ ownerName, copies: [{ path: file }] });

  fs.rmSync(file);
  await lookFor('missing');
  expect((await show()).copies).toEqual([]);
  expect(await forget()).toMatchObject({ state: 'remote_only' });
  await lookFor('remote_only');
  const { credits } = await lab.call('credits.balance', {});
  fs.writeFileSync(file, kept);
  await lookFor('notarized');
  expect(await lab.call('credits.balance', {})).toEqual({ credits });
});
