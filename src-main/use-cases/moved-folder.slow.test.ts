/** A watched folder or a file that was moved: its new place is said, and nothing of what is known is lost or paid again. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { engineAtService } from '../test-support/engine-at-service.ts';

test('a folder that moved is told, and pointed to its new place with its history; nothing is paid again', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  lab.write('exp/subject_07/one.raw', 'one');
  lab.write('exp/subject_08/two.raw', 'two');
  const { id: folder } = await lab.watch('exp', { budgetCredits: 10 });
  const one = await lab.fileIs(lab.at('exp/subject_07/one.raw'), 'notarized');
  const two = await lab.fileIs(lab.at('exp/subject_08/two.raw'), 'notarized');
  const sent = lab.sent('uploadPrivateFile');
  fs.renameSync(lab.at('exp'), lab.at('moved'));
  const list = () => lab.call('folders.list', {});
  await lab.until(list, ([gone]) => gone?.trouble === 'absent');

  lab.write('other/unknown.raw', 'nobody knows this');
  const wrong = { folder, path: lab.at('other') };
  expect(await lab.faultOf('folders.relocate', wrong)).toMatchObject({ kind: 'not-that-folder' });
  const there = await lab.call('folders.relocate', { folder, path: lab.at('moved') });
  expect(there).toMatchObject({ id: folder, path: lab.at('moved'), trouble: null });

  lab.write('moved/subject_07/three.raw', 'three');
  const three = await lab.fileIs(lab.at('moved/subject_07/three.raw'), 'notarized');
  expect(three.folderPath).toBe('moved/subject_07');
  lab.write('moved/subject_07/four.raw', 'four'); // nobody asks for a scan any more
  await lab.fileIs(lab.at('moved/subject_07/four.raw'), 'notarized');
  for (const { id } of [one, two]) {
    const now = await lab.call('files.show', { asked: id });
    expect(now).toMatchObject({
      state: 'notarized',
      fileId: id === one.id ? one.fileId : two.fileId,
    });
  }
  expect(lab.sent('uploadPrivateFile')).toBe(sent + 2);
  expect(await list()).toMatchObject([{ id: folder, trouble: null }]);
});

test('a missing file is found in the folder that is named, under another name too; other bytes are not taken for it', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const path = lab.write('exp/one.raw', 'one');
  lab.write('exp/that stays.raw', 'stays'); // a folder that is empty at once counts as disconnected
  await lab.watch('exp', { budgetCredits: 10 });
  const { id, fileId } = await lab.fileIs(path, 'notarized');
  await lab.fileIs(lab.at('exp/that stays.raw'), 'notarized');
  const sent = lab.sent('uploadPrivateFile');
  lab.write('elsewhere/one.raw', 'two');
  fs.renameSync(path, lab.at('one of then.raw'));
  await lab.fileIs(path, 'missing');
  const locate = { asked: id, folder: lab.at('elsewhere') };
  expect(await lab.faultOf('files.locate', locate)).toMatchObject({ kind: 'not-in-folder' });
  fs.renameSync(lab.at('one of then.raw'), lab.at('elsewhere/archived.raw'));
  await lab.call('files.locate', locate);
  const found = await lab.fileIs(lab.at('elsewhere/archived.raw'), 'notarized');
  expect(found.fileId).toBe(fileId);
  expect(await lab.faultOf('files.show', { asked: id })).toMatchObject({ kind: 'unknown-file' });
  const { rows } = await lab.call('activity.lines', { filter: {}, first: 0, count: 9 });
  expect(rows.map(({ what }) => what)).toEqual(['moved', 'notarized', 'signed-in']);
  expect(lab.sent('uploadPrivateFile')).toBe(sent);
});
