import fs from 'node:fs';
import { relative } from 'node:path';
import { expect, test } from 'vitest';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import { MOST_PAGE_FILES } from '../../src-shared/bridge/file-calls.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

test('a proof says where its file is; a missing one is forgotten by a word, stays on the service, and is known again when it comes back', async () => {
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
  const copies = [{ id, path: file, folderPath: lab.at('plates'), isChanged: false }];
  expect(await show()).toMatchObject({ ownerName: null, copies }); // no list was read since
  expect(await forget()).toMatchObject({ state: 'notarized' });
  await lab.call('files.onPlatform', { filter: { projectId }, first: 0, count: 100 });
  fs.writeFileSync(file, 'minutes,a\n0,2\n');
  await lookFor('changed');
  const ownerName = expect.stringMatching(/\S+ \S+/);
  expect(await show()).toMatchObject({ ownerName, copies: [{ path: file, isChanged: true }] });

  fs.rmSync(file);
  await lookFor('missing');
  expect((await show()).copies).toEqual([]);
  expect(await forget()).toMatchObject({ state: 'remote_only' });
  await lookFor('remote_only');
  const { credits } = await lab.call('credits.balance', {});
  fs.writeFileSync(file, kept);
  await lookFor('notarized');
  expect(await lab.call('credits.balance', {})).toMatchObject({ credits });
});

test('files of a scope are read to their end page by page, each once, in the order of their numbers', async () => {
  const lab = await engineAtService();
  await lab.signIn();
  const count = MOST_PAGE_FILES + 1;
  for (let index = 0; index < count; index += 1) lab.write(`plates/${index}.csv`, `plate ${index}`);
  const { id, path } = await lab.watch('plates');
  const sort = { by: 'name', isDescending: false } as const;
  const ready = { filter: { states: ['ready'] }, sort, first: 0, count: 1 } as const;
  await lab.until(
    () => lab.call('files.range', ready),
    ({ total }) => total === count,
  );
  const page = (scope: CallInput<'files.page'>['scope'], afterId: string | null = null) =>
    lab.call('files.page', { scope, afterId });
  const first = await page({ folder: id });
  expect(first.files).toHaveLength(MOST_PAGE_FILES);
  const second = await page({ folder: path }, first.nextAfterId);
  expect(second).toMatchObject({ files: [expect.anything()], nextAfterId: null });
  const ids = [...first.files, ...second.files].map((file) => Number(file.id));
  expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
  const [asked = ''] = second.files.map((file) => file.id);
  expect((await page({ fileIds: [asked] })).files).toEqual(second.files);
  expect(await lab.call('files.show', { asked })).toMatchObject(second.files[0] ?? {});
  const unknown = relative(process.cwd(), second.files[0]?.path ?? ''); // from another program's folder
  expect(await lab.faultOf('files.show', { asked: unknown })).toMatchObject({
    kind: 'unknown-file',
  });
  expect((await page({ projectId: 'another' })).files).toEqual([]);
  expect((await page({ states: ['deleted'] })).files).toEqual([]);
  const unwatched = { scope: { folder: '99' }, afterId: null };
  expect(await lab.faultOf('files.page', unwatched)).toEqual({
    kind: 'unknown-folder',
    folderId: '99',
  });
});
