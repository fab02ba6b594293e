import { expect, test } from 'vitest';
import { databaseBefore } from '../test-support/old-database.ts';
import { makeAuditRepository } from './audit-repository.ts';

test('lists of an older program keep their form, and one whose rows were being removed is gone', () => {
  const { db, update } = databaseBefore(310);
  for (const id of [1, 2]) {
    db.exec(`
      INSERT INTO audit_run (id, root, started_by, state, began_at_ms, totals)
        VALUES (${id}, '/data', 'person', 'complete', 1, '{"verdicts":{"proven":2}}');
      INSERT INTO audit_row (run_id, path, verdict, weight, finding, checked_at_ms)
        VALUES (${id}, 'a', 'proven', 5, '{}', 1);`);
  }
  db.exec(`INSERT INTO audit_row (run_id, path, verdict, weight, finding, checked_at_ms)
    VALUES (2, 'b', 'proven', 5, '{}', 1)`);
  update();
  const audits = makeAuditRepository(db);
  const lists = { listForm: 1, listSha256: null };
  expect(audits.run(1)).toMatchObject({ ...lists, hasProvenRows: false });
  expect(audits.run(2)).toMatchObject({ ...lists, hasProvenRows: true });
  const begun = { root: '/data', folderId: null, startedBy: 'person', beganAtMs: 2 } as const;
  expect(audits.run(audits.begin(begun))).toMatchObject({ listForm: 2 });
});
