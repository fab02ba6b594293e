import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeTransactions } from './transactions.ts';

function table() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE sample (value INTEGER UNIQUE) STRICT');
  const insert = db.prepare('INSERT INTO sample VALUES (?)');
  const reported: string[] = [];
  const values = () => db.prepare('SELECT value FROM sample ORDER BY value').pluck().all();
  const transactions = makeTransactions(db, nextTurn);
  const tell = (what: string) =>
    transactions.afterCommit(() => reported.push(`${what} of ${values().length}`));
  /** Throws in the middle. */
  const fail = () =>
    transactions.transaction(() => {
      tell('lost');
      insert.run(99);
      insert.run(99);
    });
  return {
    ...transactions,
    insert: (value: number) => insert.run(value),
    reported,
    tell,
    fail,
    values,
    db,
  };
}

test('a transaction returns what its work returns; one that throws leaves nothing behind', () => {
  const { transaction, fail, values } = table();
  expect(transaction(() => 7)).toBe(7);
  expect(fail).toThrow('UNIQUE');
  expect(values()).toEqual([]);
});

test('one inside another belongs to it, and one that fails there takes only its own changes back', () => {
  const { transaction, insert, fail, values } = table();
  transaction(() => {
    transaction(() => insert(1));
    expect(fail).toThrow('UNIQUE');
    insert(2);
  });
  expect(values()).toEqual([1, 2]);
  const outer = () => {
    transaction(() => insert(3));
    throw new Error('too late');
  };
  expect(() => transaction(outer)).toThrow('too late');
  expect(values()).toEqual([1, 2]);
});

test('work that waits is refused, and nothing of it is kept', () => {
  const { transaction, insert, values } = table();
  const work = async () => {
    insert(1);
    await Promise.resolve();
  };
  expect(() => transaction(work)).toThrow('cannot wait');
  expect(values()).toEqual([]);
});

test('what a transaction tells is told when it is committed, in its order', () => {
  const { transaction, insert, reported, tell, db } = table();
  tell('outside');
  transaction(() => {
    insert(1);
    tell('first');
    transaction(() => {
      insert(2);
      tell('second');
    });
    expect(reported).toEqual(['outside of 0']);
  });
  expect(reported).toEqual(['outside of 0', 'first of 2', 'second of 2']);
  expect(db.inTransaction).toBe(false);
});

test('what was taken back is told to nobody, neither then nor later', () => {
  const { transaction, fail, reported, tell } = table();
  expect(fail).toThrow('UNIQUE');
  transaction(() => {
    tell('kept');
    expect(fail).toThrow('UNIQUE'); // the outer one goes on without it
    tell('kept too');
  });
  expect(reported).toEqual(['kept of 0', 'kept too of 0']);
});

test('who hears of a commit may start the next transaction', () => {
  const { transaction, afterCommit, insert, reported, tell } = table();
  const next = () =>
    transaction(() => {
      insert(7);
      tell('next');
    });
  transaction(() => {
    afterCommit(next);
    tell('last');
  });
  expect(reported).toEqual(['next of 1', 'last of 1']);
});

test('what can be found out again does not wait for the disk, and what matters still does', () => {
  const { transaction, repeatable, insert, db } = table();
  const level = () => db.pragma('synchronous', { simple: true });
  const [FULL, NORMAL] = [2, 1];
  db.pragma('synchronous = FULL');
  expect(repeatable(level)).toBe(NORMAL);
  expect(level()).toBe(FULL);
  expect(transaction(level)).toBe(FULL);
  expect(transaction(() => repeatable(level))).toBe(FULL); // as durable as what it is a part of
  expect(repeatable(() => repeatable(level))).toBe(NORMAL);
  insert(1);
  expect(() => repeatable(() => insert(1))).toThrow('UNIQUE');
  expect(level()).toBe(FULL);
});

test('what matters cannot be begun inside it; what it tells is told once it is committed', () => {
  const { transaction, repeatable, insert, reported, tell, db } = table();
  expect(() => repeatable(() => transaction(() => insert(1)))).toThrow('on the disk');
  repeatable(() => {
    insert(2);
    tell('told');
    expect(reported).toEqual([]);
  });
  expect(reported).toEqual(['told of 1']);
  transaction(() => insert(3)); // and it is over
  expect(db.inTransaction).toBe(false);
});

test('what is asked for in one turn is one commit; each is told what its own work returned', async () => {
  const { grouped, insert, values, db } = table();
  let commits = 0;
  const work = (value: number) => () => {
    if (values().length === 0) commits += 1;
    insert(value);
    return value;
  };
  const asked = [
    grouped.repeatable(work(1)),
    grouped.transaction(work(2)),
    grouped.transaction(work(3)),
  ];
  expect(values()).toEqual([]);
  expect(await Promise.all(asked)).toEqual([1, 2, 3]);
  expect(commits).toBe(1);
  expect(values()).toEqual([1, 2, 3]);
  expect(db.inTransaction).toBe(false);
  expect(await grouped.transaction(work(4))).toBe(4);
});

test('a group waits for the disk when one of it must be there', async () => {
  const { grouped, db } = table();
  const levels: unknown[] = [];
  const look = () => void levels.push(db.pragma('synchronous', { simple: true }));
  await Promise.all([grouped.repeatable(look), grouped.repeatable(look)]);
  await Promise.all([grouped.repeatable(look), grouped.transaction(look)]);
  const [NORMAL, FULL] = [1, 2];
  expect(levels).toEqual([NORMAL, NORMAL, FULL, FULL]);
});

test('one of a group that fails takes only its own changes and announcements back', async () => {
  const { grouped, insert, values, reported, tell } = table();
  const fails = () => {
    tell('lost');
    insert(99);
    insert(99);
  };
  const works = [() => void insert(1), fails, () => void insert(2), () => tell('kept')];
  const ends = await Promise.allSettled(works.map((work) => grouped.transaction(work)));
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(values()).toEqual([1, 2]);
  expect(reported).toEqual(['kept of 2']);
});

test('a commit that fails fails for all of its group, of which nothing is kept', async () => {
  const { grouped, insert, values, db } = table();
  db.pragma('foreign_keys = ON');
  db.exec(`CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE child (id INTEGER REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED) STRICT`);
  const orphan = () => void db.exec('INSERT INTO child VALUES (7)'); // found out by the commit
  const ends = await Promise.allSettled([() => void insert(1), orphan].map(grouped.transaction));
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(values()).toEqual([]);
  await grouped.transaction(() => insert(2));
  expect(values()).toEqual([2]);
});

test('an error that undoes the whole transaction fails all of its group, and nothing is kept', async () => {
  const { grouped, insert, values, db } = table();
  const undoes = () => {
    db.exec('ROLLBACK'); // as SQLite does by itself when the disk is full
    throw new Error('full');
  };
  const asked = [() => void insert(1), undoes, () => void insert(2)].map(grouped.transaction);
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(values()).toEqual([]);
});

test('work of a group that waits is refused, and what is asked for meanwhile joins the next', async () => {
  const { grouped, insert, values } = table();
  const waits = () => Promise.resolve(insert(1));
  await expect(grouped.transaction<unknown>(waits)).rejects.toThrow('cannot wait');
  const inner: Promise<unknown>[] = [];
  await grouped.transaction(() => {
    inner.push(grouped.transaction(() => insert(3)));
  });
  expect(values()).toEqual([]);
  await Promise.all([...inner, grouped.repeatable(() => insert(2))]);
  expect(values()).toEqual([2, 3]);
});

test('what still waits for its group is committed before the database closes', async () => {
  const { grouped, flush, insert, values } = table();
  const asked = grouped.transaction(() => void insert(1));
  flush();
  expect(values()).toEqual([1]);
  await asked;
});
