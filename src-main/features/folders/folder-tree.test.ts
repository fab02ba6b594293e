import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { readFolderTree, readNearestTree } from './folder-tree.ts';

function lay(...names: readonly string[]) {
  const root = fs.realpathSync(temporaryFolder());
  for (const name of names) fs.mkdirSync(path.join(root, name), { recursive: true });
  const home = path.join(root, 'home');
  const places = async () => [
    { kind: 'home' as const, path: home },
    { kind: 'drive' as const, path: path.join(root, 'drive') },
  ];
  const read = (asked: string | null) => readFolderTree(asked, places);
  const near = (asked: string) => readNearestTree(asked, places);
  return { root, home, read, near };
}

test('it begins with the home and the drives, and leads down and up between them', async () => {
  const { root, home, read } = lay('home/data/run 2', 'home/data/run 10', 'drive');
  const places = [
    { kind: 'home', path: home, name: 'home' },
    { kind: 'drive', path: path.join(root, 'drive'), name: 'drive' },
  ];
  const all = { path: null, parent: null, folders: places, isShortened: false };
  expect(await read(null)).toEqual({ ok: true, value: all });
  expect(await read(home)).toMatchObject({ value: { parent: null, folders: [{ name: 'data' }] } });
  expect(await read(path.join(home, 'data'))).toMatchObject({
    value: { parent: home, folders: [{ name: 'run 2' }, { name: 'run 10' }] },
  });
});

test('files, hidden folders and links are not shown, and no way leads out', async () => {
  const { root, home, read } = lay('home/.hidden', 'home/data', 'drive', 'secret/inner');
  fs.writeFileSync(path.join(home, 'file.txt'), '');
  fs.symlinkSync(path.join(root, 'secret'), path.join(home, 'link'));
  expect(await read(home)).toMatchObject({ value: { folders: [{ name: 'data' }] } });
  const outside = ['secret', 'home/link', 'home/link/inner', 'home/../secret', '.', 'homely'];
  fs.mkdirSync(path.join(root, 'homely'));
  for (const name of outside) {
    const asked = `${root}/${name}`;
    expect(await read(asked)).toEqual({
      ok: false,
      fault: { kind: 'no-such-folder', path: asked },
    });
  }
  expect(await read(path.join(home, 'file.txt'))).toMatchObject({
    fault: { kind: 'not-a-folder' },
  });
  expect(await read(path.join(home, 'gone'))).toMatchObject({ fault: { kind: 'no-such-folder' } });
});

test('of very many folders the first are shown, and that there are more', async () => {
  const { home, read } = lay('home', 'drive');
  for (let index = 0; index < 1_001; index += 1) fs.mkdirSync(path.join(home, String(index)));
  const answer = await read(home);
  expect(answer).toMatchObject({ value: { isShortened: true } });
  expect(answer.ok && answer.value.folders.length).toBe(1_000);
});

test('of a folder or a file that is gone the nearest folder above it is shown, and no way leads out', async () => {
  const { root, home, near } = lay('home/data/run 2', 'drive', 'secret');
  const data = path.join(home, 'data');
  for (const gone of ['run 1', 'run 1/deep/a.raw', '.'])
    expect(await near(path.join(data, gone))).toMatchObject({
      value: { path: data, parent: home, folders: [{ name: 'run 2' }] },
    });
  for (const outside of ['secret/gone', 'gone'])
    expect(await near(path.join(root, outside))).toMatchObject({ value: { path: null } });
});
