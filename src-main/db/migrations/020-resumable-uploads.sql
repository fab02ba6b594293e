-- Where a service keeps what it has of an unfinished upload. The address lets its holder write to the upload, so it is
-- a secret: it is forgotten with the upload or the job's end, and never logged.
ALTER TABLE upload_attempt ADD COLUMN resource TEXT;
ALTER TABLE upload_attempt ADD COLUMN confirmed_bytes INTEGER NOT NULL DEFAULT 0; -- of the form: these need no resend

-- What was learned about a service and is worth remembering for a while.
CREATE TABLE server_fact (
  origin        TEXT NOT NULL, -- scheme, host and port
  name          TEXT NOT NULL,
  value         TEXT NOT NULL, -- read by whoever wrote it
  learned_at_ms INTEGER NOT NULL,
  PRIMARY KEY (origin, name)
) STRICT, WITHOUT ROWID;
