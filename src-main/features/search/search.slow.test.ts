import { expect, test } from 'vitest';
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

  expect(await find('')).toEqual({ files: [], certificates: [], projects: [], people: [] });
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
  await lab.watch('watched');
  await lab.until(
    () => find('subject_07 run'),
    ({ files }) => files.length === 1,
  );
  expect((await find('run subject')).files[0]).toMatchObject({ folderPath: 'watched/subject_07' });
});
