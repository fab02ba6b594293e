-- Every file that was ever seen in a list of the service, in the order in which it was first seen. A job remembers how
-- far this went when its intent was written: what came later is new since then. Exact, and each id is kept once.
CREATE TABLE listed_file (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_id    TEXT NOT NULL,
  UNIQUE (project_id, visibility, file_id)
) STRICT;

-- The last reading of a place's list that reached its end.
CREATE TABLE place_reading (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  begun_at_ms   INTEGER NOT NULL,
  total_records INTEGER NOT NULL,
  -- After a loss of history: every live file of this account in the list is in the ledger, so nothing paid is missing.
  is_accounted  INTEGER NOT NULL DEFAULT 0 CHECK (is_accounted IN (0, 1)),
  PRIMARY KEY (project_id, visibility)
) STRICT, WITHOUT ROWID;

ALTER TABLE upload_job ADD COLUMN baseline_seq INTEGER NOT NULL DEFAULT 0;  -- listed_file up to here was known
ALTER TABLE upload_job ADD COLUMN baseline_total INTEGER;   -- totalRecords of the place's last whole reading
ALTER TABLE upload_job ADD COLUMN unknown_since_ms INTEGER; -- when the answer was given up
ALTER TABLE upload_job ADD COLUMN looked_at_ms INTEGER;     -- the last look at the list; null: none yet
ALTER TABLE upload_job ADD COLUMN finding TEXT;             -- JSON: what that look found
ALTER TABLE upload_job ADD COLUMN recorded_by TEXT          -- null: by the upload's own answer
  CHECK (recorded_by IN ('uploaded', 'file-hash'));
-- A person sent the content again without knowing what became of this job. Its credits count as spent for ever.
ALTER TABLE upload_job ADD COLUMN given_up_at_ms INTEGER;

DROP INDEX upload_job_one_at_a_time;
CREATE UNIQUE INDEX upload_job_one_at_a_time ON upload_job (content_id, project_id, visibility)
  WHERE outcome IN ('open', 'unknown') AND given_up_at_ms IS NULL;
CREATE INDEX upload_job_by_record ON upload_job (record_id, created_at_ms) WHERE record_id IS NOT NULL;

ALTER TABLE upload_attempt ADD COLUMN connected_at_ms INTEGER;    -- began, or went on
ALTER TABLE upload_attempt ADD COLUMN released_at_ms INTEGER;     -- the last bytes were let go
ALTER TABLE upload_attempt ADD COLUMN disconnected_at_ms INTEGER; -- null: not noticed, because the program ended
