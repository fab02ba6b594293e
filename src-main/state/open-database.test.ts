import Database from 'better-sqlite3';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { makePlayedIds } from '../test-support/played-ids.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import { DatabaseTrouble, openDatabase, setMeta, type DatabaseHistory } from './open-database.ts';

const freshFolder = (): string => path.join(temporaryFolder(), 'account');
const fileIn = (folder: string): string => path.join(folder, 'labseal.db');
const markerIn = (folder: string): string => path.join(folder, 'marker.json');

let ids = makePlayedIds();

/** Opens, does `work`, closes. */
function session(
  folder: string,
  work: (db: Database.Database) => void = () => {},
): DatabaseHistory {
  const { db, history } = openDatabase(folder, ids);
  work(db);
  db.close();
  return history;
}

function troubleOf(folder: string): DatabaseTrouble {
  try {
    openDatabase(folder, ids).db.close();
  } catch (error) {
    if (error instanceof DatabaseTrouble) return error;
    throw error;
  }
  throw new Error('it opened');
}

describe('permissions', () => {
  test.each(['000', '022', '077'])(
    'with umask %s every file is for its owner alone, and so is the folder',
    (umask) => {
      const folder = freshFolder();
      const script = `
        process.umask(0o${umask});
        const { openDatabase } = await import(${JSON.stringify(new URL('./open-database.ts', import.meta.url).href)});
        const fs = await import('node:fs');
        const { db } = openDatabase(process.argv[1], { uuid: () => 'id', hex: () => 'ff' });
        db.exec('CREATE TABLE sample (id INTEGER)');
        const modes = fs.readdirSync(process.argv[1])
          .map((name) => [name, (fs.statSync(process.argv[1] + '/' + name).mode & 0o777).toString(8)]);
        modes.push(['.', (fs.statSync(process.argv[1]).mode & 0o777).toString(8)]);
        process.stdout.write(JSON.stringify(Object.fromEntries(modes)));`;
      const options = ['--input-type=module', '-e', script, folder];
      const modes: unknown = JSON.parse(
        execFileSync(process.execPath, options, { encoding: 'utf8' }),
      );
      expect(modes).toEqual({
        '.': '700',
        'labseal.db': '600',
        'labseal.db-shm': '600',
        'labseal.db-wal': '600',
        'marker.json': '600',
      });
    },
  );

  test('a folder and a database that others could read are closed to them', () => {
    const folder = freshFolder();
    session(folder);
    fs.chmodSync(folder, 0o755);
    fs.chmodSync(fileIn(folder), 0o644);
    const { db } = openDatabase(folder, ids);
    onTestFinished(() => {
      db.close();
    });
    const modes = [folder, fileIn(folder), `${fileIn(folder)}-wal`].map(
      (file) => fs.statSync(file).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600, 0o600]);
  });
});

describe('settings', () => {
  test('commits are durable, references are checked, deleted text is overwritten', () => {
    const folder = freshFolder();
    session(folder, (db) => {
      expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
      expect(db.pragma('synchronous', { simple: true })).toBe(2);
      expect(db.pragma('foreign_keys', { simple: true })).toBe(1);
      expect(db.pragma('busy_timeout', { simple: true })).toBe(0);
      expect(db.pragma('secure_delete', { simple: true })).toBe(1);
      setMeta(db, 'sample', 'a-name-nobody-should-find');
      db.pragma('wal_checkpoint(TRUNCATE)');
      expect(fs.readFileSync(fileIn(folder)).includes('a-name-nobody-should-find')).toBe(true);
      db.exec("DELETE FROM meta WHERE name = 'sample'");
    });
    expect(fs.readFileSync(fileIn(folder)).includes('a-name-nobody-should-find')).toBe(false);
  });

  test('what a statement may have to take back is written to no file outside of its folder', () => {
    session(freshFolder(), (db) => {
      expect(db.pragma('temp_store', { simple: true })).toBe(2);
    });
  });

  test('what it keeps in memory is bounded, however large it is', () => {
    session(freshFolder(), (db) => {
      expect(db.pragma('cache_size', { simple: true })).toBe(-4_096);
    });
  });
});

describe('the marker beside the database', () => {
  test('a first start is new, every later one is known', () => {
    const folder = freshFolder();
    expect([session(folder), session(folder), session(folder)]).toEqual(['new', 'known', 'known']);
  });

  test.each([
    ['is missing', (file: string) => fs.rmSync(file)],
    ['has 0 bytes', (file: string) => fs.truncateSync(file)],
    [
      'is another account’s',
      (file: string) => {
        const other = freshFolder();
        session(other);
        fs.copyFileSync(fileIn(other), file);
      },
    ],
  ])('a database that %s is a lost one', (_, lose) => {
    ids = makePlayedIds();
    const folder = freshFolder();
    session(folder);
    lose(fileIn(folder));
    expect(session(folder)).toBe('lost');
    expect(session(folder)).toBe('known');
  });

  test('a copy made while it was open is an older one once it was closed', () => {
    const folder = freshFolder();
    const { db, close } = openDatabase(folder, ids);
    db.pragma('wal_checkpoint(TRUNCATE)');
    const copied = fs.readFileSync(fileIn(folder));
    setMeta(db, 'sample', 'written after the copy');
    close();
    fs.writeFileSync(fileIn(folder), copied);
    expect(session(folder)).toBe('older');
  });

  test('a copy from before the last opening is an older one', () => {
    const folder = freshFolder();
    session(folder);
    const backup = path.join(folder, 'backup');
    fs.copyFileSync(fileIn(folder), backup);
    session(folder);
    fs.copyFileSync(backup, fileIn(folder));
    expect(session(folder)).toBe('older');
    expect(session(folder)).toBe('known');
  });

  test.each(['', '{"databaseId":', 'null', '[]', '{"databaseId":1,"turns":"2"}', '7'])(
    'a damaged marker (%j) says that there was a database: doubt counts as loss',
    (text) => {
      const folder = freshFolder();
      session(folder);
      fs.writeFileSync(markerIn(folder), text);
      expect(session(folder)).toBe('lost');
    },
  );

  test('a marker that is gone does not make a database new', () => {
    const folder = freshFolder();
    session(folder);
    fs.rmSync(markerIn(folder));
    expect(session(folder)).toBe('known');
  });

  test('a loss is written into the database before the marker forgets it', () => {
    const folder = freshFolder();
    session(folder);
    fs.rmSync(fileIn(folder));
    fs.mkdirSync(`${markerIn(folder)}.new`); // the marker cannot be written: the program dies there
    expect(() => openDatabase(folder, ids)).toThrow('marker.json.new');
    fs.rmdirSync(`${markerIn(folder)}.new`);
    expect(session(folder)).toBe('lost');
  });
});

describe('trouble', () => {
  test('a file that is no database is damaged, and stays as it is', () => {
    const folder = freshFolder();
    fs.mkdirSync(folder);
    const text = 'this is a letter, not a database. '.repeat(200);
    fs.writeFileSync(fileIn(folder), text);
    expect(troubleOf(folder).kind).toBe('damaged');
    expect(fs.readFileSync(fileIn(folder), 'utf8')).toBe(text);
  });

  test('a database with overwritten pages is damaged', () => {
    const folder = freshFolder();
    session(folder);
    const descriptor = fs.openSync(fileIn(folder), 'r+');
    fs.writeSync(descriptor, Buffer.alloc(3_900, 0xa5), 0, 3_900, 100);
    fs.closeSync(descriptor);
    expect(troubleOf(folder).kind).toBe('damaged');
  });

  test('a database from a newer program is refused, not guessed at', () => {
    const folder = freshFolder();
    session(folder, (db) => db.pragma('user_version = 9990'));
    const marker = fs.readFileSync(markerIn(folder), 'utf8');
    expect(troubleOf(folder).kind).toBe('newer');
    expect(fs.readFileSync(markerIn(folder), 'utf8')).toBe(marker);
  });

  test('a folder that cannot be made is trouble with the disk', () => {
    const file = path.join(temporaryFolder(), 'a-file');
    fs.writeFileSync(file, '');
    expect(troubleOf(path.join(file, 'account')).kind).toBe('disk');
  });

  test('trouble leaves no connection open', () => {
    const folder = freshFolder();
    session(folder, (db) => db.pragma('user_version = 9990'));
    expect(troubleOf(folder).kind).toBe('newer');
    const db = new Database(fileIn(folder), { timeout: 0 });
    db.pragma('locking_mode = EXCLUSIVE');
    expect(() => db.exec('BEGIN EXCLUSIVE')).not.toThrow();
    db.close();
  });
});

test('a copy is kept before a person’s database is migrated, for its owner alone', () => {
  const folder = freshFolder();
  fs.mkdirSync(folder);
  const old = new Database(fileIn(folder));
  old.exec(
    "CREATE TABLE relic (text TEXT); INSERT INTO relic VALUES ('kept'); PRAGMA user_version = 5",
  );
  old.close();
  session(folder, (db) => expect(db.pragma('user_version', { simple: true })).not.toBe(5));
  const copyFile = `${fileIn(folder)}.before-5`;
  expect(fs.statSync(copyFile).mode & 0o777).toBe(0o600);
  const copy = new Database(copyFile, { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(5);
  expect(copy.prepare('SELECT text FROM relic').get()).toEqual({ text: 'kept' });
  copy.close();
});

test('a database that needs no migration gets no copy', () => {
  const folder = freshFolder();
  session(folder);
  session(folder);
  expect(fs.readdirSync(folder).filter((name) => name.includes('before'))).toEqual([]);
});
