/** Where compiled code may be kept: what lies there will be executed. */
import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test-support/temporary-state.ts';
import { folderFor } from './compiled-code.ts';

let root: string;
let program: string;
let folder: string;
const userId = process.getuid?.();

beforeEach(() => {
  root = temporaryFolder();
  program = path.join(root, 'main');
  folder = path.join(root, 'code-cache');
  fs.mkdirSync(program);
});

test('a folder is made beside the program, and found again', () => {
  expect(folderFor(program, userId)).toBe(folder);
  expect(folderFor(program, userId)).toBe(folder);
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('where nothing can be made, nothing is kept: inside an archive, or without the program', () => {
  const archive = path.join(root, 'app.asar');
  fs.writeFileSync(archive, '');
  expect(folderFor(path.join(archive, 'main'), userId)).toBeNull();
  expect(folderFor(path.join(root, 'gone', 'main'), userId)).toBeNull();
});

test('a file in its place is left alone', () => {
  fs.writeFileSync(folder, 'mine');
  expect(folderFor(program, userId)).toBeNull();
  expect(fs.readFileSync(folder, 'utf8')).toBe('mine');
});

test('what piled up on a full disk is removed', () => {
  folderFor(program, userId);
  const version = path.join(folder, 'v24');
  fs.mkdirSync(version);
  const fill = (until: number) => {
    for (let at = 0; at < until; at += 1) fs.writeFileSync(path.join(version, `${at}`), '');
    return folderFor(program, userId);
  };
  expect(fill(999)).toBe(folder);
  expect(fs.readdirSync(version)).toHaveLength(999);
  expect(fill(1_000)).toBe(folder);
  expect(fs.readdirSync(folder)).toEqual([]);
});

describe.skipIf(userId === undefined)('where files have owners', () => {
  test('the folder is its owner’s alone, whatever the system gives to new ones', () => {
    const before = process.umask(0);
    try {
      folderFor(program, userId);
    } finally {
      process.umask(before);
    }
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  });

  test.for([0o750, 0o705, 0o720, 0o702])('a folder with the mode %o is not trusted', (mode) => {
    fs.mkdirSync(folder);
    fs.chmodSync(folder, mode);
    expect(folderFor(program, userId)).toBeNull();
  });

  test('a link is not followed', () => {
    fs.mkdirSync(path.join(root, 'elsewhere'), { mode: 0o700 });
    fs.symlinkSync('elsewhere', folder);
    expect(folderFor(program, userId)).toBeNull();
  });

  test('in a program of somebody else nothing is made', () => {
    expect(folderFor(program, (userId ?? 0) + 1)).toBeNull();
    expect(fs.existsSync(folder)).toBe(false);
  });
});
