-- Records that the service made of a form which it had denied, and which was sent again meanwhile: each was charged besides.
CREATE TABLE repeated_charge (
  job_id      TEXT NOT NULL REFERENCES upload_job (id),
  record_id   INTEGER NOT NULL REFERENCES record (id),
  credits     INTEGER NOT NULL, -- estimated: the history names no file
  found_at_ms INTEGER NOT NULL,
  PRIMARY KEY (job_id, record_id)
) STRICT, WITHOUT ROWID;
