import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addRecord, assignment } from '../../test-support/temporary-state.ts';
import { temporaryFolder } from '../../test-support/temporary-folder.ts';
import { openDirectoryReader } from '../fingerprint/directory-reader.ts';
import { makeOnThreadTree } from './test-support/on-thread.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';
import type { FolderRules } from '../../../src-shared/model/folders/folder-rules.ts';

const tree = makeOnThreadTree(openDirectoryReader);

/** Two directories below `top`, whose files are notarized, but those that wait. */
async function movable(rules: Partial<FolderRules> = {}, ...more: readonly string[]) {
  const folder = temporaryFolder();
  for (const name of ['top/a/1.csv', 'top/a/2.csv', 'top/b/3.csv', ...more]) folder.write(name);
  folder.write('top/b/wait.csv');
  const scanned = scannedFolder(folder, {
    assignment: assignment({ checkPolicy: 'never' }),
    ...rules,
  });
  await scanned.scan(tree);
  for (const { name, contentId } of scanned.files()) {
    if (contentId === null || name.startsWith('wait')) continue;
    addRecord(scanned.state(), contentId);
    scanned.transitions().decideDuplicates(contentId, ['ready', 'checking']);
  }
  await scanned.scan(tree);
  const rowIds = () => new Map(scanned.files().map(({ id, name }) => [name, id]));
  const story = () =>
    scanned
      .state()
      .eventLog.lines({ about: 'files' }, 0, 99)
      .lines.filter(({ what }) => ['moved', 'missing', 'renamed'].includes(what))
      .map(({ what, from, to, files }) => [what, from, to, files]);
  const place = (name: string) => `${path.basename(folder.path)}/${name}`;
  const rename = (from: string, to: string) => fs.renameSync(folder.at(from), folder.at(to));
  return { ...scanned, folder, rowIds, story, place, rename };
}

test('a directory that was renamed keeps the rows of all that is in it: nothing is read or compared, and one line tells it', async () => {
  const f = await movable();
  const before = f.rowIds();
  f.rename('top', 'elsewhere');
  expect(await f.scan(tree)).toEqual([]);
  expect(f.rows()).toEqual([
    'elsewhere/a/1.csv notarized',
    'elsewhere/a/2.csv notarized',
    'elsewhere/b/3.csv notarized',
    'elsewhere/b/wait.csv ready',
  ]);
  expect(f.rowIds()).toEqual(before);
  expect(f.story()).toEqual([['moved', f.place('top'), f.place('elsewhere'), 3]]);
  expect(await f.scan(tree)).toEqual([]);
});

test('what changed in it meanwhile is seen: its directory is compared, the others are not', async () => {
  const f = await movable();
  f.rename('top', 'elsewhere');
  f.folder.write('elsewhere/b/3.csv', 'other bytes');
  // It is missed under its old name; under the new one its reading will tell whether it is that file.
  expect(await f.scan(tree)).toEqual(['3.csv', '3.csv', 'wait.csv']);
  expect(f.rows()).toContain('elsewhere/b/3.csv discovered');
  expect(f.rows().filter((row) => row.includes('/a/'))).toEqual([
    'elsewhere/a/1.csv notarized',
    'elsewhere/a/2.csv notarized',
  ]);
});

test('rules with a path say other things of another place', async () => {
  const f = await movable({ exclude: ['/top/a/2.csv', '/elsewhere/b/3.csv'] }, 'top/c/4.csv');
  expect(f.rows()).toContain('top/a/2.csv ignored');
  f.rename('top', 'elsewhere');
  await f.scan(tree);
  expect(f.rows()).toEqual([
    'elsewhere/a/1.csv notarized',
    'elsewhere/a/2.csv ready',
    'elsewhere/b/3.csv notarized', // no rule hides a proof
    'elsewhere/b/wait.csv ready',
    'elsewhere/c/4.csv notarized',
  ]);
});

test('a copy, with the times of its original, is no move', async () => {
  const f = await movable();
  fs.cpSync(f.folder.at('top'), f.folder.at('copy'), { recursive: true, preserveTimestamps: true });
  await f.scan(tree);
  expect(f.rows().filter((row) => row.startsWith('top/'))).toEqual([
    'top/a/1.csv notarized',
    'top/a/2.csv notarized',
    'top/b/3.csv notarized',
    'top/b/wait.csv ready',
  ]);
});

test('the same directory at two places, as by a second mount, is no move', async () => {
  const f = await movable();
  f.rename('top', 'elsewhere');
  const both: typeof tree = {
    ...tree,
    identify: (at, signal) => tree.identify(at.replace(/top(?=\/|$)/, 'elsewhere'), signal),
  };
  expect(await f.scan(both)).toEqual(['1.csv', '2.csv', '3.csv', 'wait.csv']);
  expect(f.rows()).toContain('elsewhere/a/1.csv notarized');
  expect(f.story()).toEqual([['moved', f.place('top'), f.place('elsewhere'), 3]]);
});

test('a file that is just being sent goes the long way, and what was approved beside it stays approved', async () => {
  const f = await movable({}, 'top/b/wait-too.csv');
  const named = (wanted: string) => f.files().find(({ path: at }) => at.endsWith(wanted))!;
  f.state().files.move(named('/wait.csv'), 'uploading');
  const approved = {
    fileId: named('wait-too.csv').id,
    contentId: named('wait-too.csv').contentId ?? 0,
  };
  f.state().approvals.give({ ...approved, what: 'review', givenAtMs: 0 });
  f.rename('top', 'elsewhere');
  await f.scan(tree);
  expect(f.rows()).toContain('top/b/wait.csv uploading');
  expect(f.rows()).toContain('elsewhere/a/1.csv notarized');
  const { id, contentId } = named('elsewhere/b/wait-too.csv');
  expect(id).not.toBe(approved.fileId);
  expect(f.state().approvals.of(id, contentId ?? 0)).toEqual(new Set(['review']));
});
