import { NOTHING_FOUND } from '../../../src-shared/bridge/search-calls.ts';
import { expect, test } from 'vitest';
import { assignment } from '../../test-support/temporary-state.ts';
import { engineAtService } from '../../test-support/engine-at-service.ts';

test('files, certificates, projects and people are found by their names, without a request', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const projectId = await lab.projectId();
  const project = await lab.ownProject();
  await lab.notarize('Plate_01.tif', 'a plate', { projectId, checkPolicy: 'never' });
  lab.write('other/Plate_02.tif', 'another plate');
  await lab.pick(lab.at('other/Plate_02.tif'), { projectId, checkPolicy: 'never' });
  const find = (text: string) => lab.call('search.find', { text });

  expect(await find('')).toEqual(NOTHING_FOUND);
  const asked = lab.service.requests().length;
  const plates = await find('plate tif');
  expect(plates.files.map(({ path }) => path)).toEqual([
    lab.at('other/Plate_02.tif'),
    lab.at('Plate_01.tif'),
  ]);
  expect(plates.files.every((file) => file.projectId === projectId)).toBe(true);
  expect(plates.certificates).toMatchObject([{ name: 'Plate_01.tif', projectId }]);
  const [word = ''] = project.name.split(' ');
  expect((await find(word)).projects).toContainEqual({ id: project.id, name: project.name });
  const people = (await find('example.org')).people;
  expect(people.length).toBeGreaterThan(0);
  expect(people.every(({ email }) => email.includes('example.org'))).toBe(true);
  expect((await find('no such name')).files).toEqual([]);
  expect(lab.service.requests()).toHaveLength(asked);
  lab.write('watched/subject_07/Run_1.raw', 'a run');
  const place = assignment({ projectId, labels: 'gel, Batch 7', checkPolicy: 'never' });
  await lab.watch('watched', { assignment: place });
  expect((await find('batch')).labels).toEqual(['Batch 7']);
  await lab.until(
    () => find('subject_07 run'),
    ({ files }) => files.length === 1,
  );
  expect((await find('run subject')).files[0]).toMatchObject({ folderPath: 'watched/subject_07' });
});

test('a folder is found by its own name, once, whatever lies below it, and a name may be in several', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  for (const place of ['subject_2/plate-A', 'subject_2/plate-B', 'subject_10', 'old/subject_2'])
    lab.write(`exp/${place}/run.raw`, place);
  const { id: folderId } = await lab.watch('exp');
  const places = async (text: string) =>
    (await lab.call('search.find', { text })).folders.map(({ subfolder }) => subfolder);
  await lab.until(
    () => places('subject'),
    (found) => found.length === 3,
  );
  expect(await places('subject')).toEqual(['old/subject_2', 'subject_2', 'subject_10']);
  expect(await places('SUBJECT_2 exp')).toEqual(['old/subject_2', 'subject_2']);
  expect(await places('plate subject_2')).toEqual(['subject_2/plate-A', 'subject_2/plate-B']);
  const { folders } = await lab.call('search.find', { text: 'exp' });
  expect(folders).toEqual([{ folderId, subfolder: '', folderPath: 'exp' }]);
  expect(await places('100%')).toEqual([]);
});

test('of a kind with more than can be shown, that is said', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  for (let at = 1; at <= 9; at += 1) lab.write(`exp/plate_${at}/run.raw`, String(at));
  await lab.watch('exp');
  const find = (text: string) => lab.call('search.find', { text });
  const { folders, cut } = await lab.until(
    () => find('plate'),
    (found) => found.cut.includes('folders'),
  );
  expect(folders).toHaveLength(8);
  expect(cut).toContain('folders');
  expect((await find('plate_1')).cut).toEqual([]);
});
