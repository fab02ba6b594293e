import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { makeTransactions } from './transactions.ts';

function table() {
  const db = new Database(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE sample (value INTEGER UNIQUE) STRICT');
  const insert = db.prepare('INSERT INTO sample VALUES (?)');
  const told: string[] = [];
  const count = () => db.prepare('SELECT count(*) FROM sample').pluck().get() as number;
  const transactions = makeTransactions(db);
  const tell = (what: string) => transactions.afterCommit(() => told.push(`${what} of ${count()}`));
  return { ...transactions, insert: (value: number) => insert.run(value), told, tell, db };
}

test('[CO5] what a transaction tells is told when it is durable, in its order', () => {
  const { transaction, insert, told, tell, db } = table();
  tell('outside');
  transaction(() => {
    insert(1);
    tell('first');
    transaction(() => {
      insert(2);
      tell('second');
    });
    expect(told).toEqual(['outside of 0']);
  });
  expect(told).toEqual(['outside of 0', 'first of 2', 'second of 2']);
  expect(db.inTransaction).toBe(false);
});

test('[CO5] what was taken back is told to nobody, neither then nor later', () => {
  const { transaction, insert, told, tell } = table();
  const fail = () =>
    transaction(() => {
      tell('lost');
      insert(1);
      insert(1);
    });
  expect(fail).toThrow('UNIQUE');
  transaction(() => {
    tell('kept');
    expect(fail).toThrow('UNIQUE'); // the outer one goes on without it
    tell('kept too');
  });
  expect(told).toEqual(['kept of 0', 'kept too of 0']);
});

test('[CO5] who hears of a commit may start the next transaction', () => {
  const { transaction, afterCommit, insert, told, tell } = table();
  transaction(() => {
    afterCommit(() =>
      transaction(() => {
        insert(7);
        tell('next');
      }),
    );
    tell('last');
  });
  expect(told).toEqual(['next of 1', 'last of 1']);
});
