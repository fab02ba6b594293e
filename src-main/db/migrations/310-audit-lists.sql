-- The complete list of an audit as it was, or will be, saved: a signature may cover its digest, so neither its form nor
-- its digest changes with the program, or when rows of proven files are removed.
ALTER TABLE audit_run ADD COLUMN list_form INTEGER NOT NULL DEFAULT 1; -- 1: a backslash in a name is written as one
ALTER TABLE audit_run ADD COLUMN list_sha256 TEXT; -- of the CSV, once rows of it were removed; null: they are here, or not known
-- One whose rows were being removed when the program ended: nothing tells any more what its list was.
UPDATE audit_run SET has_proven_rows = 0 WHERE has_proven_rows = 1 AND state <> 'running'
  AND (SELECT count(*) FROM audit_row WHERE run_id = audit_run.id AND verdict = 'proven') <> totals ->> '$.verdicts.proven';
