import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import {
  folderRules,
  reopenState,
  temporaryFolder,
  temporaryState,
} from '../test-support/temporary-state.ts';
import { isEngineLocked, takeEngineLock } from './engine-lock.ts';
import { inspectDatabase } from './inspect-database.ts';

/** Names, contents and times of everything in a folder. */
function everything(folder: string) {
  return fs.readdirSync(folder).map((name) => {
    const at = path.join(folder, name);
    return [name, fs.statSync(at).mtimeMs, fs.readFileSync(at).toString('base64')];
  });
}
const inspect = (folder: string, isInUse = false) =>
  inspectDatabase(folder, { isInUse, temporaryFolder: temporaryFolder() });

describe('a database is inspected without touching it', () => {
  test('closed: it is whole, its folders are read, and nothing changes', async () => {
    const { folder, state } = temporaryState();
    state.folders.add('/data/runs', folderRules(), 0);
    state.close();
    const before = everything(folder);
    const temporary = temporaryFolder();
    const found = await inspectDatabase(folder, { isInUse: false, temporaryFolder: temporary });
    expect(found).toMatchObject({
      kind: 'whole',
      contents: { folders: [{ path: '/data/runs', directories: 0 }], preferences: {} },
    });
    expect(everything(folder)).toEqual(before);
    expect(fs.readdirSync(temporary)).toEqual([]);
  });

  test('left behind by a kill: what only the log holds is read as well', async () => {
    const { folder, state } = temporaryState();
    state.folders.add('/data/in-the-log', folderRules(), 0);
    const killed = path.join(temporaryFolder(), 'killed');
    fs.cpSync(folder, killed, { recursive: true });
    const before = everything(killed);
    expect(await inspect(killed)).toMatchObject({
      kind: 'whole',
      contents: { folders: [{ path: '/data/in-the-log' }] },
    });
    expect(everything(killed)).toEqual(before);
  });

  test('in use: its folders are read in place, and its pages are not checked', async () => {
    const { folder, state } = temporaryState();
    state.folders.add('/data/runs', folderRules(), 0);
    expect(await inspect(folder, true)).toMatchObject({
      kind: 'in-use',
      contents: { folders: [{ path: '/data/runs' }] },
    });
    state.folders.add('/data/more', folderRules(), 0);
    state.close();
    expect(fs.readdirSync(folder).filter((name) => name.includes('-wal'))).toEqual([]);
    const before = everything(folder);
    // The program that has the data folder need not have this account open.
    expect(await inspect(folder, true)).toEqual({ kind: 'in-use', contents: null });
    expect(everything(folder)).toEqual(before);
    reopenState(folder).close();
  });

  test('damaged, newer, lost and absent ones are told apart', async () => {
    const damaged = temporaryState();
    damaged.state.close();
    const file = path.join(damaged.folder, 'labseal.db');
    const whole = fs.readFileSync(file);
    fs.writeFileSync(
      file,
      Buffer.concat([whole.subarray(0, 8_192), Buffer.alloc(whole.length - 8_192, 7)]),
    );
    expect(await inspect(damaged.folder)).toEqual({ kind: 'damaged' });
    fs.writeFileSync(file, 'no database at all, but long enough to be looked at as one');
    expect(await inspect(damaged.folder)).toEqual({ kind: 'damaged' });
    fs.rmSync(file);
    expect(await inspect(damaged.folder)).toEqual({ kind: 'lost' });
    expect(await inspect(path.join(damaged.folder, 'none'))).toEqual({ kind: 'absent' });

    for (const [kind, version] of [
      ['newer', 999],
      ['unreleased', 360],
    ] as const) {
      const { folder, state } = temporaryState();
      state.close();
      const db = new Database(path.join(folder, 'labseal.db'));
      db.pragma(`user_version = ${version}`);
      db.close();
      expect(await inspect(folder)).toEqual({ kind });
    }
  });

  test('without room for a copy it says so', async () => {
    const { folder, state } = temporaryState();
    state.close();
    const temporary = path.join(temporaryFolder(), 'missing');
    expect(await inspectDatabase(folder, { isInUse: false, temporaryFolder: temporary })).toEqual({
      kind: 'unread',
      errno: 'ENOENT',
    });
  });
});

test('the lock is looked at without being taken or made', () => {
  const folder = temporaryFolder();
  expect(isEngineLocked(folder)).toBe(false);
  expect(fs.readdirSync(folder)).toEqual([]);
  const lock = takeEngineLock(folder);
  expect(isEngineLocked(folder)).toBe(true);
  lock?.release();
  expect(isEngineLocked(folder)).toBe(false);
});
