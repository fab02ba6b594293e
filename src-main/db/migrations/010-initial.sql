-- One database per account. Times are ms since 1970, sizes are bytes, credits are whole numbers.

CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Where and how a file is to be notarized. A watched folder has one; a hand-picked file may have its own.
CREATE TABLE assignment (
  id                    INTEGER PRIMARY KEY,
  project_id            TEXT NOT NULL,
  visibility            TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_type             TEXT NOT NULL CHECK (file_type IN ('primary', 'secondary')),
  labels                TEXT NOT NULL, -- comma-separated, as the service takes them
  procedure_description TEXT,
  link_to_procedure     TEXT,          -- comma-separated file ids
  primary_data          TEXT,          -- comma-separated file ids
  check_policy          TEXT NOT NULL  -- 'always', 'never', or the largest size in bytes that is checked
) STRICT;

CREATE TABLE folder (
  id              INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: a removed folder's number stays its own
  kind            TEXT NOT NULL CHECK (kind IN ('watched', 'picked')),
  path            TEXT NOT NULL,  -- absolute; empty for 'picked', whose directories carry absolute paths
  assignment_id   INTEGER NOT NULL REFERENCES assignment (id),
  exclude         TEXT NOT NULL,  -- JSON array of gitignore patterns
  settle_seconds  INTEGER,        -- null: grows with the file's size
  budget_credits  INTEGER,        -- null: no ceiling of its own
  root_dev        TEXT,
  root_ino        TEXT,
  trouble         TEXT CHECK (trouble IN ('absent', 'unreadable', 'emptied')),
  last_scan_at_ms INTEGER,
  added_at_ms     INTEGER NOT NULL,
  removed_at_ms   INTEGER
) STRICT;

CREATE UNIQUE INDEX folder_active_path ON folder (path) WHERE removed_at_ms IS NULL;

-- Paths are kept once per directory: a million files share a few thousand of them.
CREATE TABLE directory (
  id        INTEGER PRIMARY KEY,
  folder_id INTEGER NOT NULL REFERENCES folder (id),
  path      TEXT NOT NULL, -- relative to the folder, '/' between names, '' for the folder itself
  UNIQUE (folder_id, path)
) STRICT;

-- One distinct content, whatever its names. The platform's answer about it is kept here: it is asked once.
CREATE TABLE content (
  id                INTEGER PRIMARY KEY,
  blake3            TEXT NOT NULL,
  sha256            TEXT NOT NULL UNIQUE,
  size_bytes        INTEGER NOT NULL,
  platform_exists   INTEGER CHECK (platform_exists IN (0, 1)), -- null: not asked
  platform_name     TEXT,
  platform_project  TEXT,
  platform_asked_at_ms INTEGER
) STRICT;

-- A file on the service that this account knows to hold a content.
CREATE TABLE record (
  id               INTEGER PRIMARY KEY,
  content_id       INTEGER NOT NULL REFERENCES content (id),
  project_id       TEXT NOT NULL,
  visibility       TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_id          TEXT NOT NULL,
  name             TEXT NOT NULL,
  status           TEXT NOT NULL, -- the service's word
  uploaded_iso     TEXT NOT NULL,
  received_at_ms   INTEGER NOT NULL,
  settled_at_ms    INTEGER,       -- when the status was seen not to change by itself any more; null: still in work
  certificate_pdf  TEXT,          -- file names in the certificate cache
  certificate_json TEXT,
  UNIQUE (project_id, visibility, file_id)
) STRICT;

CREATE INDEX record_by_content ON record (content_id);
CREATE INDEX record_by_file_id ON record (file_id);
CREATE INDEX record_unsettled ON record (id) WHERE settled_at_ms IS NULL;
CREATE INDEX record_without_certificate ON record (id) WHERE status = 'Available' AND certificate_pdf IS NULL;

CREATE TABLE file (
  id                  INTEGER PRIMARY KEY AUTOINCREMENT, -- never reused: a job still names the file it was made for
  folder_id           INTEGER NOT NULL REFERENCES folder (id),
  directory_id        INTEGER NOT NULL REFERENCES directory (id),
  name                TEXT NOT NULL,
  state               TEXT NOT NULL,
  hold                TEXT,
  message             TEXT,    -- the service's words, or what stands in the way
  size_bytes          INTEGER NOT NULL,
  identity            TEXT NOT NULL,    -- of the bytes last seen
  unchanged_since_ms  INTEGER NOT NULL, -- since when this identity has stood still
  due_at_ms           INTEGER,          -- when to look again; null: at once, or when something happens
  content_id          INTEGER REFERENCES content (id),    -- of exactly those bytes; null until fingerprinted
  record_id           INTEGER REFERENCES record (id),     -- the proof this row shows
  assignment_id       INTEGER REFERENCES assignment (id), -- its own; null: the folder's
  approved_content_id INTEGER REFERENCES content (id),    -- a person agreed to notarize this content here
  is_picked           INTEGER NOT NULL DEFAULT 0,         -- chosen by hand: goes without a quiet period
  changed_at_ms       INTEGER NOT NULL,
  UNIQUE (directory_id, name)
) STRICT;

-- The lanes' queues. SQLite uses a partial index only when the query names the states as it does.
CREATE INDEX file_in_line ON file (state, id) WHERE state IN ('discovered', 'settling', 'checking');
CREATE INDEX file_due ON file (state, due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX file_by_content ON file (content_id, state) WHERE content_id IS NOT NULL;
CREATE INDEX file_by_record ON file (record_id, state) WHERE record_id IS NOT NULL;
CREATE INDEX file_by_folder_state ON file (folder_id, state, id);

-- Counting a million rows takes 180 ms, reading a counter nothing.
CREATE TABLE file_count (
  folder_id INTEGER NOT NULL,
  state     TEXT NOT NULL,
  hold      TEXT NOT NULL, -- '' for none
  files     INTEGER NOT NULL,
  bytes     INTEGER NOT NULL,
  PRIMARY KEY (folder_id, state, hold)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER file_counted_in AFTER INSERT ON file BEGIN
  INSERT INTO file_count VALUES (new.folder_id, new.state, ifnull(new.hold, ''), 1, new.size_bytes)
    ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
END;

CREATE TRIGGER file_counted_out AFTER DELETE ON file BEGIN
  UPDATE file_count SET files = files - 1, bytes = bytes - old.size_bytes
    WHERE folder_id = old.folder_id AND state = old.state AND hold = ifnull(old.hold, '');
END;

CREATE TRIGGER file_counted_again AFTER UPDATE OF state, hold, size_bytes ON file BEGIN
  UPDATE file_count SET files = files - 1, bytes = bytes - old.size_bytes
    WHERE folder_id = old.folder_id AND state = old.state AND hold = ifnull(old.hold, '');
  INSERT INTO file_count VALUES (new.folder_id, new.state, ifnull(new.hold, ''), 1, new.size_bytes)
    ON CONFLICT DO UPDATE SET files = files + 1, bytes = bytes + excluded.bytes;
END;

-- One upload that may cost credits: the intent, durable before its first byte. A job is never deleted.
CREATE TABLE upload_job (
  id                TEXT PRIMARY KEY,
  file_id           INTEGER NOT NULL,             -- of table file; the row may be gone by now
  folder_id         INTEGER REFERENCES folder (id), -- whose budget pays, whatever becomes of the row
  content_id        INTEGER NOT NULL REFERENCES content (id),
  project_id        TEXT NOT NULL,
  visibility        TEXT NOT NULL,
  name              TEXT NOT NULL,
  uploaded_iso      TEXT NOT NULL UNIQUE,         -- unique and rising: it is found again by it
  form              TEXT NOT NULL,                -- JSON: the frozen representation
  estimated_credits INTEGER NOT NULL,
  balance_before    INTEGER,                      -- last known when the intent was written
  outcome           TEXT NOT NULL CHECK (outcome IN ('open', 'unknown', 'recorded', 'refused', 'dropped')),
  record_id         INTEGER REFERENCES record (id),
  created_at_ms     INTEGER NOT NULL,
  ended_at_ms       INTEGER
) STRICT;

CREATE INDEX upload_job_by_outcome ON upload_job (outcome, created_at_ms, id);
CREATE INDEX upload_job_by_file ON upload_job (file_id, created_at_ms);
CREATE UNIQUE INDEX upload_job_one_at_a_time ON upload_job (content_id, project_id, visibility)
  WHERE outcome IN ('open', 'unknown');

CREATE TABLE upload_attempt (
  id            TEXT PRIMARY KEY,
  job_id        TEXT NOT NULL REFERENCES upload_job (id),
  state         TEXT NOT NULL,  -- JSON: the attempt's state
  tail_released INTEGER NOT NULL DEFAULT 0 CHECK (tail_released IN (0, 1)),
  began_at_ms   INTEGER NOT NULL,
  ended_at_ms   INTEGER
) STRICT;

CREATE INDEX upload_attempt_open ON upload_attempt (job_id) WHERE ended_at_ms IS NULL;
CREATE INDEX upload_attempt_by_job ON upload_attempt (job_id);

-- Last seen copy of the projects, so that names are at hand without the service.
CREATE TABLE project (
  id            TEXT PRIMARY KEY,
  body          TEXT NOT NULL, -- JSON as read
  fetched_at_ms INTEGER NOT NULL
) STRICT;
