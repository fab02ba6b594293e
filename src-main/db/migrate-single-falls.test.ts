/** What the balance fell by stays where it was for one upload alone; of several together nothing is kept. */
import { expect, test } from 'vitest';
import { databaseBefore } from './test-support/new-database.ts';

test('a charge keeps the history’s word, and the fall of the balance where that was for it alone', () => {
  const { db, carryOver } = databaseBefore(430);
  db.exec(`
    INSERT INTO balance_window (id, fell_by, ended_at_ms, changes_credits) VALUES (1, 14, 0, 10), (2, 7, 0, 0), (3, 5, 0, 0);
    INSERT INTO charge (job_id, window_id, credits, transaction_id) VALUES
      ('alone', 1, NULL, NULL), ('one-of-two', 2, NULL, NULL), ('named-of-two', 2, 3, 'tx-1'), ('named', NULL, 2, 'tx-2'),
      ('named-alone', 3, 4, 'tx-3');`);
  carryOver();
  const kept = db.prepare('SELECT job_id, credits, balance_fell_by, transaction_id FROM charge');
  expect(kept.raw().all()).toEqual([
    ['alone', null, 4, null],
    ['named-of-two', 3, null, 'tx-1'],
    ['named', 2, null, 'tx-2'],
    ['named-alone', 4, 5, 'tx-3'],
  ]);
});
