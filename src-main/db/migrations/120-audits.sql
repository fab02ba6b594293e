-- What a row's file looked like when its bytes were last those of a record. While the row stands in such a state it tells
-- that itself; this is written when it leaves, because the row then shows the bytes that came after.
CREATE TABLE proven_look (
  file_id    INTEGER PRIMARY KEY, -- of table file
  content_id INTEGER NOT NULL REFERENCES content (id),
  identity   TEXT NOT NULL
) STRICT;

CREATE TRIGGER file_left_its_proof AFTER UPDATE OF state ON file
WHEN old.state IN ('notarized', 'duplicate', 'recording', 'record_error', 'deleting', 'deleted')
  AND new.state NOT IN ('notarized', 'duplicate', 'recording', 'record_error', 'deleting', 'deleted')
  AND old.content_id IS NOT NULL
BEGIN
  INSERT INTO proven_look VALUES (old.id, old.content_id, old.identity)
    ON CONFLICT DO UPDATE SET content_id = excluded.content_id, identity = excluded.identity;
END;

CREATE TRIGGER file_look_forgotten AFTER DELETE ON file BEGIN
  DELETE FROM proven_look WHERE file_id = old.id;
END;

-- One audit of a folder. `running` of an engine that is gone is made `interrupted` when the account is opened.
CREATE TABLE audit_run (
  id              INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: a report is found again by it
  root            TEXT NOT NULL,                     -- absolute path
  folder_id       INTEGER,                           -- the watched folder that this is
  started_by      TEXT NOT NULL CHECK (started_by IN ('person', 'schedule')),
  state           TEXT NOT NULL CHECK (state IN ('running', 'complete', 'cancelled', 'interrupted', 'no-folder')),
  began_at_ms     INTEGER NOT NULL,
  ended_at_ms     INTEGER,
  resumptions     INTEGER NOT NULL DEFAULT 0,
  totals          TEXT NOT NULL,                     -- JSON: of the rows that are there, and of what was left out
  has_proven_rows INTEGER NOT NULL DEFAULT 1 CHECK (has_proven_rows IN (0, 1))
) STRICT;

CREATE INDEX audit_run_by_root ON audit_run (root, id);

CREATE TABLE audit_row (
  id             INTEGER PRIMARY KEY AUTOINCREMENT,
  run_id         INTEGER NOT NULL REFERENCES audit_run (id),
  path           TEXT NOT NULL,    -- relative to the root, '/' between names
  verdict        TEXT NOT NULL,
  note           TEXT CHECK (note IN ('silent', 'moved', 'deleted')),
  weight         INTEGER NOT NULL, -- what a person wants to see first has the lowest
  finding        TEXT NOT NULL,    -- JSON
  size_bytes     INTEGER,          -- of what was read; null: nothing was
  blake3         TEXT,
  sha256         TEXT,
  identity       TEXT,
  known_sha256   TEXT,             -- of what was notarized as a changed file: the next audit compares with it
  known_identity TEXT,             -- what it looked like then
  checked_at_ms  INTEGER NOT NULL,
  UNIQUE (run_id, path)
) STRICT;

CREATE INDEX audit_row_in_order ON audit_row (run_id, weight, path);
CREATE INDEX audit_row_by_content ON audit_row (run_id, sha256) WHERE sha256 IS NOT NULL;

-- How often a folder is audited by itself; '' for all watched folders.
CREATE TABLE audit_rhythm (
  root     TEXT PRIMARY KEY,
  rhythm   TEXT NOT NULL CHECK (rhythm IN ('never', 'week', 'month')),
  since_ms INTEGER NOT NULL
) STRICT;

-- Changes that only an audit saw, by absolute path, until a person looked at them or the file is right again.
CREATE TABLE silent_change (
  path            TEXT PRIMARY KEY,
  run_id          INTEGER NOT NULL,
  sha256          TEXT NOT NULL, -- of the changed bytes: other ones are news again
  is_acknowledged INTEGER NOT NULL DEFAULT 0 CHECK (is_acknowledged IN (0, 1))
) STRICT;
