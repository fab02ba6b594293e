import Database from 'better-sqlite3';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFakeIds } from '../test-support/fake-ids.ts';
import { temporaryFolder } from '../test-support/temporary-state.ts';
import {
  type DatabaseHistory,
  DatabaseTrouble,
  openDatabase,
  readMigrations,
  setMeta,
} from './open-database.ts';
import { expectPrivate } from '../test-support/expect-private.ts';
import { hasModes } from '../test-support/this-system.ts';

/** The folder of an account; `session` opens its database, does `work`, closes. */
function account(ids = makeFakeIds()) {
  const folder = path.join(temporaryFolder(), 'account');
  const session = (work: (db: Database.Database) => void = () => {}): DatabaseHistory => {
    const { db, history } = openDatabase(folder, ids);
    work(db);
    db.close();
    return history;
  };
  const troubleOf = (): DatabaseTrouble => {
    try {
      openDatabase(folder, ids).db.close();
    } catch (error) {
      if (error instanceof DatabaseTrouble) return error;
      throw error;
    }
    throw new Error('it opened');
  };
  const [file, marker] = [path.join(folder, 'labseal.db'), path.join(folder, 'marker.json')];
  return { folder, file, marker, session, troubleOf, open: () => openDatabase(folder, ids) };
}

let opened: readonly [database: Buffer, marker: Buffer] | null = null;

/** One whose database was opened before: a copy of the first, as migrating takes most of the time of an opening. */
function usedAccount() {
  const used = account();
  if (opened === null) {
    used.session();
    opened = [fs.readFileSync(used.file), fs.readFileSync(used.marker)];
  } else {
    fs.mkdirSync(used.folder);
    fs.writeFileSync(used.file, opened[0]);
    fs.writeFileSync(used.marker, opened[1]);
  }
  return used;
}

const modeOf = (file: string) => (fs.statSync(file).mode & 0o777).toString(8);
const OWN = ['labseal.db', 'labseal.db-shm', 'labseal.db-wal', 'marker.json'];

describe('permissions', () => {
  test.each(['000', '077'])(
    'with umask %s every file is for its owner alone, and so is the folder (P17)',
    (umask) => {
      const { folder, session } = account();
      const before = process.umask(umask);
      try {
        session(() => {
          expect(fs.readdirSync(folder).toSorted()).toEqual(OWN);
          for (const name of ['.', ...OWN]) expectPrivate(path.join(folder, name));
        });
      } finally {
        process.umask(before);
      }
    },
  );

  test.runIf(hasModes)('a folder and a database that others could read are closed to them', () => {
    const { folder, file, session } = usedAccount();
    fs.chmodSync(folder, 0o755);
    fs.chmodSync(file, 0o644);
    session(() => expect([folder, file, `${file}-wal`].map(modeOf)).toEqual(['700', '600', '600']));
  });
});

test('commits are durable, references checked, deleted text overwritten, nothing is written elsewhere', () => {
  const { file, session } = account();
  const name = 'a-name-nobody-should-find';
  session((db) => {
    const settings = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, secure_delete: 1 };
    // What a statement may have to take back goes to no file of the system's temporary folder.
    const expected = { ...settings, busy_timeout: 0, temp_store: 2 };
    const held = Object.keys(expected).map((key) => [key, db.pragma(key, { simple: true })]);
    expect(Object.fromEntries(held)).toEqual(expected);
    setMeta(db, 'sample', name);
    db.pragma('wal_checkpoint(TRUNCATE)');
    expect(fs.readFileSync(file).includes(name)).toBe(true);
    db.exec("DELETE FROM meta WHERE name = 'sample'");
  });
  expect(fs.readFileSync(file).includes(name)).toBe(false);
});

describe('the marker beside the database', () => {
  test('a first start is new, every later one is known; a database without its marker came from somewhere', () => {
    const { marker, session } = account();
    expect([session(), session(), session()]).toEqual(['new', 'known', 'known']);
    fs.rmSync(marker);
    expect([session(), session()]).toEqual(['older', 'known']);
  });

  test('a database that is missing, has no bytes, or is that of another account is a lost one', () => {
    const ids = makeFakeIds();
    const [{ file, session }, other] = [account(ids), account(ids)];
    session();
    other.session();
    const losses = [
      () => fs.rmSync(file),
      () => fs.truncateSync(file),
      () => fs.copyFileSync(other.file, file),
    ];
    for (const lose of losses) {
      lose();
      expect([session(), session()]).toEqual(['lost', 'known']);
    }
  });

  test('a copy made while it was open is an older one once it was closed', () => {
    const { file, session, open } = account();
    const { db, close } = open();
    db.pragma('wal_checkpoint(TRUNCATE)');
    const copied = fs.readFileSync(file);
    setMeta(db, 'sample', 'written after the copy');
    close();
    fs.writeFileSync(file, copied);
    expect(session()).toBe('older');
  });

  test('a copy from before the last opening is an older one', () => {
    const { file, session } = usedAccount();
    const backup = fs.readFileSync(file);
    session();
    fs.writeFileSync(file, backup);
    expect([session(), session()]).toEqual(['older', 'known']);
  });

  test('a damaged marker says that there was a database: doubt counts as loss', () => {
    const { marker, session } = usedAccount();
    for (const text of ['', '{"databaseId":', 'null', '[]', '{"databaseId":1,"turns":"2"}', '7']) {
      fs.writeFileSync(marker, text);
      expect([text, session()]).toEqual([text, 'lost']);
    }
  });

  test('a loss is written into the database before the marker forgets it', () => {
    const { file, marker, session, open } = account();
    session();
    fs.rmSync(file);
    fs.mkdirSync(`${marker}.new`); // the marker cannot be written: the program dies there
    expect(open).toThrow('marker.json.new');
    fs.rmdirSync(`${marker}.new`);
    expect(session()).toBe('lost');
  });
});

describe('trouble', () => {
  test('a file that is no database is damaged, and stays as it is (P9)', () => {
    const { folder, file, troubleOf } = account();
    fs.mkdirSync(folder);
    const text = 'this is a letter, not a database. '.repeat(200);
    fs.writeFileSync(file, text);
    expect(troubleOf().kind).toBe('damaged');
    expect(fs.readFileSync(file, 'utf8')).toBe(text);
  });

  test('a database with overwritten pages is damaged', () => {
    const { file, troubleOf } = usedAccount();
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.fill(0xa5, 100, 4_000));
    expect(troubleOf().kind).toBe('damaged');
  });

  test.for([
    ['newer', 9990],
    ['unreleased', 360],
  ] as const)(
    'a %s database is refused, not guessed at, and no connection stays open',
    ([kind, version]) => {
      const { file, marker, session, troubleOf } = account();
      session((db) => db.pragma(`user_version = ${version}`));
      const before = fs.readFileSync(marker, 'utf8');
      expect(troubleOf().kind).toBe(kind);
      expect(fs.readFileSync(marker, 'utf8')).toBe(before);
      const db = new Database(file, { timeout: 0 });
      db.pragma('locking_mode = EXCLUSIVE');
      expect(() => db.exec('BEGIN EXCLUSIVE')).not.toThrow();
      db.close();
    },
  );

  test('a folder that cannot be made is trouble with the disk', () => {
    const { folder, troubleOf } = account();
    fs.writeFileSync(folder, '');
    expect(troubleOf().kind).toBe('disk');
  });
});

test('a copy is kept before a person’s database is migrated, for its owner alone, and none without need', () => {
  const { folder, file, session } = account();
  session((db) => db.exec("CREATE TABLE relic (text TEXT); INSERT INTO relic VALUES ('kept')"));
  const released = readMigrations();
  const version = released.at(-1)?.version ?? 0;
  const next = [...released, { version: version + 10, sql: 'DROP TABLE relic' }];
  for (const migrations of [next, next]) {
    openDatabase(folder, makeFakeIds(), undefined, migrations).db.close();
  }
  const copies = fs.readdirSync(folder).filter((name) => name.includes('before'));
  expect(copies).toEqual([`labseal.db.before-${version}`]);
  expectPrivate(`${file}.before-${version}`);
  const copy = new Database(`${file}.before-${version}`, { readonly: true });
  expect(copy.pragma('user_version', { simple: true })).toBe(version);
  expect(copy.prepare('SELECT text FROM relic').get()).toEqual({ text: 'kept' });
  copy.close();
});
