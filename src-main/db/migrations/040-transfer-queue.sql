-- What a person decided about the pace of uploads: always exactly one row.
CREATE TABLE transfer_rule (
  id                     INTEGER PRIMARY KEY CHECK (id = 1),
  pause                  TEXT CHECK (pause IN ('now', 'after-current')), -- null: none
  paused_since_ms        INTEGER,
  paused_until_ms        INTEGER,                                        -- null: until a person resumes
  limit_bytes_per_second INTEGER CHECK (limit_bytes_per_second > 0),     -- null: none
  parallel               INTEGER CHECK (parallel BETWEEN 1 AND 8),       -- null: as many as prove useful
  CHECK ((pause IS NULL) = (paused_since_ms IS NULL))
) STRICT;

INSERT INTO transfer_rule (id) VALUES (1);

-- What a person decided about the upload of one file. A row without a wish is not kept.
CREATE TABLE upload_wish (
  file_id            INTEGER PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
  priority           TEXT CHECK (priority IN ('first', 'last')), -- null: in its turn
  stopped_content_id INTEGER REFERENCES content (id),            -- these bytes are not sent until a person says so
  CHECK (priority IS NOT NULL OR stopped_content_id IS NOT NULL)
) STRICT;

-- Addresses where a service still keeps parts of uploads that will never go on: it is told to forget them. Secrets.
CREATE TABLE abandoned_upload (
  resource        TEXT PRIMARY KEY,
  abandoned_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Whoever drops a job, its address is not lost with it. One whose last bytes left is evidence and is not given up.
CREATE TRIGGER upload_abandoned AFTER UPDATE OF outcome ON upload_job WHEN new.outcome = 'dropped' BEGIN
  INSERT OR IGNORE INTO abandoned_upload
    SELECT resource, ifnull(new.ended_at_ms, 0) FROM upload_attempt
    WHERE job_id = new.id AND resource IS NOT NULL AND tail_released = 0;
END;
