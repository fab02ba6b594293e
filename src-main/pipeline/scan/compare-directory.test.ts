import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import type { FileState } from '../../../src-shared/model/files/file-state.ts';
import type { FolderRules } from '../../../src-shared/model/folders/folder-rules.ts';
import { addContent, addRecord, folderRules } from '../../test-support/temporary-state.ts';
import { scannedFolder } from './test-support/scanned-folder.ts';
import { bulkFolder } from '../../test-support/temporary-folder.ts';

function lab(rules: Partial<FolderRules> = {}, over: { between?: () => unknown } = {}) {
  const scanned = scannedFolder(bulkFolder(), rules, over);
  return {
    ...scanned,
    named(name: string) {
      const row = scanned.files().find((each) => each.name === name);
      if (row === undefined) throw new Error(`no row ${name}`);
      return row;
    },
  };
}

/** One that has `a/1`, was scanned, and is left alone. */
async function leftAlone() {
  const l = lab();
  l.folder.write('a/1', '1');
  await l.scan();
  expect(await l.scan()).toEqual([]);
  return l;
}

test('a directory that shows the same as before is left alone, also after a restart', async () => {
  const l = lab();
  for (const path of ['a/1', 'a/2', 'b/3', 'a/.DS_Store']) l.folder.write(path);
  expect(await l.scan()).toEqual(['.DS_Store', '1', '2', '3']);
  expect(await l.scan()).toEqual([]);
  l.restart();
  expect(await l.scan()).toEqual([]);
  expect(l.rows()).toEqual([
    'a/.DS_Store ignored',
    'a/1 discovered',
    'a/2 discovered',
    'b/3 discovered',
  ]);
});

type Lab = ReturnType<typeof lab>;

const exclude = (l: Lab) =>
  l.state().folders.changeRules(l.id, folderRules({ exclude: ['1'], settleSeconds: 0 }));

test.each<readonly [string, (l: Lab) => unknown, readonly string[]]>([
  ['a file that grew', (l) => writeFileSync(l.folder.at('a/1'), 'longer'), ['a/1 discovered']],
  ['a new file', (l) => l.folder.write('a/2'), ['a/1 discovered', 'a/2 discovered']],
  ['a file that went', (l) => rmSync(l.folder.at('a/1')), []],
  ['a new name', (l) => renameSync(l.folder.at('a/1'), l.folder.at('a/2')), ['a/2 discovered']],
  ['an ignore file', (l) => l.folder.write('.labsealignore', '1\n'), ['a/1 ignored']],
  ['a rule of the folder', exclude, ['a/1 ignored']],
])('%s is seen in a directory that was left alone', async (_what, disturb, after) => {
  const l = await leftAlone();
  disturb(l);
  expect(await l.scan()).toContain('1');
  expect(l.rows().filter((row) => row.startsWith('a/'))).toEqual(after);
  await l.scan();
  expect(await l.scan()).toEqual([]);
});

test('files below a folder that a rule leaves out name that rule, and those of a folder that went are gone', async () => {
  const l = lab();
  for (const path of ['out/a/1', 'out/2', 'gone/a/3', 'kept/4']) l.folder.write(path);
  await l.scan();
  rmSync(l.folder.at('gone'), { recursive: true });
  l.state().folders.changeRules(l.id, folderRules({ exclude: ['out/'], settleSeconds: 0 }));
  await l.scan();
  expect(l.files().map(({ path, state, message }) => [path, state, message])).toEqual([
    ['kept/4', 'discovered', null],
    ['out/2', 'ignored', 'folder settings: out/'],
    ['out/a/1', 'ignored', 'folder settings: out/'],
  ]);
});

test('another file of the same name and length is seen in a directory that was left alone', async () => {
  const l = await leftAlone();
  const before = l.named('1').identity;
  l.folder.write('other', '2');
  renameSync(l.folder.at('other'), l.folder.at('a/1'));
  expect(await l.scan()).toEqual(['1']);
  expect(l.named('1').identity).not.toBe(before);
});

test.each<FileState>(['missing', 'ignored', 'unreadable'])(
  'a file that others call %s is looked at again, though its directory shows the same',
  async (out) => {
    const l = await leftAlone();
    l.state().files.move(l.named('1'), out);
    expect(await l.scan()).toEqual(['1']);
    expect(l.rows()).toEqual(['a/1 discovered']);
    expect(await l.scan()).toEqual([]);
  },
);

test('a directory in which a file is still being written is not left alone', async () => {
  const l = lab({ settleSeconds: 7_200 });
  l.folder.write('a/1');
  for (let time = 0; time < 3; time += 1) expect(await l.scan()).toEqual(['1']);
  expect(l.rows()).toEqual(['a/1 settling']);
});

test('a file that changed while it was sent is looked at until the upload has its outcome', async () => {
  const l = await leftAlone();
  const { files } = l.state();
  const contentId = addContent(l.state(), 'one').id;
  const ready = files.move(files.move(l.named('1'), 'hashing', { contentId }), 'ready');
  const uploading = files.move(ready, 'uploading');
  expect(await l.scan()).toEqual([]);
  writeFileSync(l.folder.at('a/1'), 'new bytes');
  for (let time = 0; time < 2; time += 1) expect(await l.scan()).toEqual(['1']);
  files.move(uploading, 'ready');
  expect(await l.scan()).toEqual(['1']);
  expect(l.rows()).toEqual(['a/1 discovered']);
});

test('a file that goes while it is sent is missed once it is recorded', async () => {
  const l = await leftAlone();
  const { files } = l.state();
  const contentId = addContent(l.state(), 'one').id;
  const ready = files.move(files.move(l.named('1'), 'hashing', { contentId }), 'ready');
  const uploading = files.move(ready, 'uploading');
  rmSync(l.folder.at('a/1'));
  await l.scan();
  files.move(uploading, 'recording', { recordId: addRecord(l.state(), contentId).id });
  await l.scan();
  expect(l.rows()).toEqual(['a/1 missing']);
});

/** A directory of more files than are looked at in one step; `between`: what others do then. */
function crowded() {
  const between = vi.fn<() => unknown>();
  const l = lab({}, { between });
  const names = Array.from({ length: 550 }, (_, index) => `${index}`);
  for (const name of names) l.folder.write(name, '');
  const discovered = names.map((name) => `/${name} discovered`).toSorted();
  return { ...l, between, names, discovered };
}

test('many files of one directory are looked at in steps, and those that went in steps too', async () => {
  const { scan, rows, folder, between, names, discovered } = crowded();
  expect(await scan()).toEqual(names.toSorted());
  expect(between.mock.calls.length).toBeGreaterThan(2);
  expect(rows()).toEqual(discovered);
  expect(await scan()).toEqual([]);
  for (const name of names.slice(1)) rmSync(folder.at(name));
  between.mockClear();
  await scan();
  expect(between.mock.calls.length).toBeGreaterThan(1);
  expect(rows()).toEqual(['/0 discovered']);
});

test('what others do between two steps stands, and is looked at by the next scan', async () => {
  const { scan, rows, state, between, names, discovered } = crowded();
  between.mockImplementationOnce(() => {
    const [first, second] = state().files.list({}, 0, 2);
    if (first !== undefined) state().files.move(first, 'unreadable', { message: 'EIO' });
    if (second !== undefined) state().files.forget(second);
  });
  await scan();
  expect(rows().filter((row) => row.endsWith(' unreadable'))).toHaveLength(1);
  expect(await scan()).toHaveLength(names.length);
  expect(rows()).toEqual(discovered);
});
