import { expect, test } from 'vitest';
import type { CallInput } from '../../src-shared/bridge/calls.ts';
import { engineAtService } from '../test-support/engine-at-service.ts';

/** A lab with one folder that is not watched yet, and the calls of the page about it. */
async function newFolder(names: readonly string[]) {
  const lab = await engineAtService();
  await lab.signIn();
  const { id: projectId } = await lab.ownProject();
  for (const name of names) lab.write(`plates/${name}`, `content of ${name}`);
  const preview = (path = lab.at('plates')) => ({
    path,
    exclude: [],
    visibility: 'private' as const,
    checkPolicy: 'approved' as const,
    isNew: true,
  });
  const add = (agreed: CallInput<'folders.add'>['agreed']) => ({
    path: lab.at('plates'),
    rules: {
      assignment: {
        projectId,
        visibility: 'private' as const,
        fileType: 'primary' as const,
        labels: 'plates',
        procedureDescription: null,
        linkToProcedure: null,
        primaryData: null,
        checkPolicy: 'approved' as const,
      },
      exclude: [],
      settleSeconds: null,
      budgetCredits: null,
      approveEach: false,
      watching: { mode: 'auto' as const, pollSeconds: 60 },
    },
    agreed,
  });
  return { lab, preview, add };
}

test('what the preview showed is approved with the folder, at its price; a later file asks', async () => {
  const { lab, preview, add } = await newFolder(['a.csv', 'deep/b.csv']);
  const credits = async () => (await lab.call('credits.balance', {})).credits;
  const before = await credits();
  const { listing, taken } = await lab.call('folders.preview', preview());
  expect(taken).toMatchObject({ files: 2, credits: 2 });
  await lab.call('folders.add', add({ listing, credits: 2 }));
  await lab.fileIs(lab.at('plates/a.csv'), 'notarized');
  await lab.fileIs(lab.at('plates/deep/b.csv'), 'notarized');
  await lab.fileIs(lab.write('plates/later.csv', 'later'), 'ready');
  expect(await lab.call('files.offer', { which: null })).toMatchObject({ files: 1, credits: 1 });
  expect(await credits()).toBe(before - 2);
});

test('a file that is written while its folder is approved keeps no other from it: it waits (P2)', async () => {
  const { lab, preview, add } = await newFolder(['a.csv', 'grows.csv']);
  const { listing } = await lab.call('folders.preview', preview());
  lab.write('plates/grows.csv', 'content of grows.csv, and more');
  lab.write('plates/later.csv', 'later');
  await lab.call('folders.add', add({ listing, credits: 2 }));
  await lab.fileIs(lab.at('plates/a.csv'), 'notarized');
  await lab.fileIs(lab.at('plates/grows.csv'), 'ready');
  await lab.fileIs(lab.at('plates/later.csv'), 'ready');
  expect(await lab.call('files.offer', { which: null })).toMatchObject({ files: 2, credits: 2 });
});

test('a price above what was agreed to, or a preview that nobody made, watches and approves nothing', async () => {
  const { lab, preview, add } = await newFolder(['a.csv']);
  const { listing } = await lab.call('folders.preview', preview());
  const changed = { kind: 'preview-changed', path: lab.at('plates') };
  expect(await lab.faultOf('folders.add', add({ listing, credits: 0 }))).toEqual(changed);
  expect(await lab.faultOf('folders.add', add({ listing: 'another', credits: 9 }))).toEqual(
    changed,
  );
  expect(await lab.call('folders.list', {})).toEqual([]);
});

test('a preview of a folder to be watched refuses one that is watched, inside or around one', async () => {
  const { lab, preview } = await newFolder(['deep/a.csv']);
  await lab.watch('plates');
  const kindOf = async (path: string) => (await lab.faultOf('folders.preview', preview(path))).kind;
  expect(await kindOf(lab.at('plates'))).toBe('already-watched');
  expect(await kindOf(lab.at('plates/deep'))).toBe('inside-watched');
  expect(await kindOf(lab.at('.'))).toMatch(/contains-watched|holds-own-data/);
  const again = { ...preview(), isNew: false };
  expect((await lab.call('folders.preview', again)).taken.files).toBe(1);
});
