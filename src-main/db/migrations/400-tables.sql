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
  last_scan_at_ms INTEGER,
  added_at_ms     INTEGER NOT NULL,
  removed_at_ms   INTEGER,
  -- 1: everything new in the folder waits for a person.
  approve_each INTEGER NOT NULL DEFAULT 0 CHECK (approve_each IN (0, 1)),
  -- 1: only files that came after the folder was added are wanted.
  only_new INTEGER NOT NULL DEFAULT 0 CHECK (only_new IN (0, 1)),
  -- How changes are noticed between two scans. `poll_seconds` counts only where the folder is polled.
  watch_mode TEXT NOT NULL DEFAULT 'auto'
  CHECK (watch_mode IN ('auto', 'native', 'chokidar', 'poll')),
  poll_seconds INTEGER NOT NULL DEFAULT 60 CHECK (poll_seconds BETWEEN 5 AND 600),
  -- When a person chose whether new files of the folder are uploaded to check for duplicates. Null: nobody did, so the
  -- default holds, of which they were told.
  check_chosen_at_ms INTEGER,
  trouble TEXT
  CHECK (trouble IN ('absent', 'unreadable', 'emptied', 'other-drive')),
  -- Directories of the folder are polled because the system allowed no more watches when it was scanned last.
  is_watch_limited INTEGER NOT NULL DEFAULT 0 CHECK (is_watch_limited IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX folder_active_path ON folder (path) WHERE removed_at_ms IS NULL;

-- Paths are kept once per directory: a million files share a few thousand of them.
CREATE TABLE directory (
  id        INTEGER PRIMARY KEY,
  folder_id INTEGER NOT NULL REFERENCES folder (id),
  path      TEXT NOT NULL, -- relative to the folder, '/' between names, '' for the folder itself
  -- What a directory showed when a scan found nothing more to do in it, so that the same listing under the same rules need
  -- not be held against a row per file. Whatever a later look at the disk could act on takes it away.
  agreed_listing TEXT,
  UNIQUE (folder_id, path)
) STRICT;
-- A file that is wanted although it is an earlier one may lie anywhere in its folder: all its directories are looked at
-- again, however many files are named one after the other.
CREATE INDEX directory_agreed ON directory (folder_id) WHERE agreed_listing IS NOT NULL;

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
  -- A person had the content uploaded again, because the service did not write this one to the chain. While that stays so
  -- the record counts for nothing any more; should it be written after all, it counts like any other.
  given_up_at_ms INTEGER,
  -- Which records lack theirs is asked at every turn of the stage runner, over a million of them.
  has_document INTEGER NOT NULL DEFAULT 0 CHECK (has_document IN (0, 1)),
  -- Why the certificate of an available record does not come, as the service answered last; null: it came, or was not
  -- given up yet.
  certificate_fault TEXT,
  UNIQUE (project_id, visibility, file_id)
) STRICT;
CREATE INDEX record_by_content ON record (content_id);
CREATE INDEX record_by_file_id ON record (file_id);
CREATE INDEX record_unsettled ON record (id) WHERE settled_at_ms IS NULL;
CREATE INDEX record_without_certificate ON record (id) WHERE status = 'Available' AND certificate_pdf IS NULL;
-- Proofs, the latest first.
CREATE INDEX record_proven ON record (settled_at_ms, id) WHERE status = 'Available' OR certificate_pdf IS NOT NULL;
-- When something was last heard of the records of a place: a list that was read before then is known to be old.
CREATE INDEX record_news ON record (project_id, visibility, max(received_at_ms, ifnull(settled_at_ms, 0)));
CREATE INDEX record_without_document ON record (id)
  WHERE status = 'Available' AND certificate_pdf IS NOT NULL AND has_document = 0;
CREATE INDEX record_missing_certificate ON record (id)
  WHERE status = 'Available' AND certificate_pdf IS NULL AND certificate_fault IS NOT NULL;
-- A list may show again what an earlier one called deleted.
CREATE INDEX record_deleted ON record (project_id, visibility) WHERE status = 'Deleted';

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
  -- When the bytes that the row shows were fingerprinted; null: they were not.
  fingerprinted_at_ms INTEGER,
  UNIQUE (directory_id, name)
) STRICT;
CREATE INDEX file_due ON file (state, due_at_ms) WHERE due_at_ms IS NOT NULL;
CREATE INDEX file_by_content ON file (content_id, state) WHERE content_id IS NOT NULL;
CREATE INDEX file_by_record ON file (record_id, state) WHERE record_id IS NOT NULL;
CREATE INDEX file_by_folder_state ON file (folder_id, state, id);
CREATE INDEX file_by_name ON file (name COLLATE NOCASE, id, folder_id);
-- Few rows have instructions of their own; all others follow their folder.
CREATE INDEX file_with_own_assignment ON file (assignment_id) WHERE assignment_id IS NOT NULL;
-- Few at any time, and asked for whenever a primary file is recorded.
CREATE INDEX file_awaiting_primary ON file (id) WHERE hold = 'primary_pending';
-- Why files are held, by what their rows note ('-': nothing): the first row of each group says since when.
CREATE INDEX file_held ON file (folder_id, hold,
    CASE WHEN substr(message, 1, 10) = '{"waits":"' AND json_valid(message) THEN json_extract(message, '$.waits') ELSE '-' END,
    changed_at_ms, size_bytes)
  WHERE state = 'held';
-- The stages' queues. SQLite uses a partial index only when the query names the states as it does.
CREATE INDEX file_in_line ON file (state, id)
  WHERE state = 'discovered' OR state = 'settling' OR state = 'checking';
-- The list of files begins with the newest. A file that is on its way to its fingerprints moves several times within
-- moments and is not in this index: there are few of them at a time, and each move would cost half as much again.
CREATE INDEX file_by_change ON file (changed_at_ms, id, folder_id)
  WHERE state <> 'discovered' AND state <> 'settling' AND state <> 'hashing' AND state <> 'checking';
-- Files on their way to an upload without instructions of their own, in the order of waiting-line.ts.
CREATE INDEX file_waiting ON file (folder_id, unchanged_since_ms + size_bytes / 1000.0, id)
  WHERE assignment_id IS NULL AND (state = 'ready' OR state = 'uploading'
    OR state = 'held' AND (hold = 'paused' OR hold = 'offline' OR hold = 'signed_out' OR hold = 'server'));

-- Counting a million rows takes 180 ms, reading a counter nothing.
CREATE TABLE file_count (
  folder_id INTEGER NOT NULL,
  state     TEXT NOT NULL,
  hold      TEXT NOT NULL, -- '' for none
  files     INTEGER NOT NULL,
  bytes     INTEGER NOT NULL,
  PRIMARY KEY (folder_id, state, hold)
) STRICT, WITHOUT ROWID;

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
  ended_at_ms       INTEGER,
  baseline_seq INTEGER NOT NULL DEFAULT 0, -- listed_file up to here was known
  baseline_total INTEGER, -- totalRecords of the place's last whole reading
  unknown_since_ms INTEGER, -- when the answer was given up
  looked_at_ms INTEGER, -- the last look at the list; null: none yet
  finding TEXT, -- JSON: what that look found
  recorded_by TEXT CHECK (recorded_by IN ('uploaded', 'file-hash')), -- null: by the upload's own answer
  -- A person sent the content again without knowing what became of this job. Its credits count as spent for ever.
  given_up_at_ms INTEGER,
  -- The service answered an upload with the id of a file that holds another content: it counts as spent, it has no record,
  -- and its content is not sent again before a person approves it.
  reused_file_id TEXT, -- that id; null: none
  -- What came in place of the answer to an upload (JSON), and who gave an upload up: a person, or the program by a
  -- setting after the service showed neither a record nor a charge.
  received TEXT,
  given_up_by TEXT CHECK (given_up_by IN ('person', 'evidence'))
) STRICT;
CREATE INDEX upload_job_by_outcome ON upload_job (outcome, created_at_ms, id);
CREATE INDEX upload_job_by_file ON upload_job (file_id, created_at_ms);
CREATE UNIQUE INDEX upload_job_one_at_a_time ON upload_job (content_id, project_id, visibility)
  WHERE outcome IN ('open', 'unknown') AND given_up_at_ms IS NULL;
CREATE INDEX upload_job_by_record ON upload_job (record_id, created_at_ms) WHERE record_id IS NOT NULL;
CREATE INDEX upload_job_reused_id ON upload_job (content_id, project_id, visibility) WHERE reused_file_id IS NOT NULL;

CREATE TABLE upload_attempt (
  id            TEXT PRIMARY KEY,
  job_id        TEXT NOT NULL REFERENCES upload_job (id),
  state         TEXT NOT NULL,  -- JSON: the attempt's state
  tail_released INTEGER NOT NULL DEFAULT 0 CHECK (tail_released IN (0, 1)),
  began_at_ms   INTEGER NOT NULL,
  ended_at_ms   INTEGER,
  -- Where a service keeps what it has of an unfinished upload. The address lets its holder write to the upload, so it is
  -- a secret: it is forgotten with the upload or the job's end, and never logged.
  resource TEXT,
  confirmed_bytes INTEGER NOT NULL DEFAULT 0, -- of the form: these need no resend
  connected_at_ms INTEGER, -- began, or went on
  released_at_ms INTEGER, -- the last bytes were let go
  disconnected_at_ms INTEGER -- null: not noticed, because the program ended
) STRICT;
CREATE INDEX upload_attempt_open ON upload_attempt (job_id) WHERE ended_at_ms IS NULL;
CREATE INDEX upload_attempt_by_job ON upload_attempt (job_id);

-- What was learned about a service and is worth remembering for a while.
CREATE TABLE server_fact (
  origin        TEXT NOT NULL, -- scheme, host and port
  name          TEXT NOT NULL,
  value         TEXT NOT NULL, -- read by its writer
  learned_at_ms INTEGER NOT NULL,
  PRIMARY KEY (origin, name)
) STRICT, WITHOUT ROWID;

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

-- What a person decided about the upload of one file. A row without a wish is not kept.
CREATE TABLE upload_wish (
  file_id            INTEGER PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
  priority           TEXT CHECK (priority IN ('first', 'last')), -- null: in its turn
  stopped_content_id INTEGER REFERENCES content (id), -- these bytes are not sent until a person says so
  -- A person's own order for uploads that go first: by `place`, lowest first; null: behind those, in their turn.
  place INTEGER CHECK (place IS NULL OR priority = 'first'),
  CHECK (priority IS NOT NULL OR stopped_content_id IS NOT NULL)
) STRICT;

-- Addresses where a service still keeps parts of uploads that will never go on: it is told to forget them. Secrets.
CREATE TABLE abandoned_upload (
  resource        TEXT PRIMARY KEY,
  abandoned_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Limits of the account. A limit that is not here has its default; null: the person wants none.
CREATE TABLE spend_limit (
  name  TEXT PRIMARY KEY CHECK (name IN ('day', 'month', 'floor', 'ask-above', 'brake-files', 'brake-credits')),
  value INTEGER CHECK (value >= 0)
) STRICT, WITHOUT ROWID;

-- The last balance read, and the last one read while nothing was on its way that could still be charged.
CREATE TABLE balance_reading (
  kind        TEXT PRIMARY KEY CHECK (kind IN ('latest', 'quiet')),
  credits     INTEGER NOT NULL,
  asked_at_ms INTEGER NOT NULL,
  read_at_ms  INTEGER NOT NULL,
  -- How far the journals of uploads and of paid changes were when a balance was read: what began later was charged later,
  -- whatever the clock says. Null: not known.
  upload_attempts INTEGER, -- the latest rowid
  change_attempts INTEGER -- their number
) STRICT, WITHOUT ROWID;

-- Between two quiet readings the balance fell by this much, and exactly the charges that name the window were ours.
CREATE TABLE balance_window (
  id             INTEGER PRIMARY KEY,
  fell_by        INTEGER NOT NULL,
  ended_at_ms    INTEGER NOT NULL,
  -- Of what the balance fell by in a window, this was for paid changes.
  changes_credits INTEGER NOT NULL DEFAULT 0
) STRICT;

-- What the service took for an upload, as far as it is known. One row for each job that was seen in a window or found
-- in the service's history.
CREATE TABLE charge (
  job_id         TEXT PRIMARY KEY REFERENCES upload_job (id),
  window_id      INTEGER REFERENCES balance_window (id),
  credits        INTEGER,     -- as the service's history says; null: only the window's sum is known
  transaction_id TEXT UNIQUE
) STRICT;
CREATE INDEX charge_by_window ON charge (window_id) WHERE window_id IS NOT NULL;

-- The last seen copy of the service's credit history, and which UTC days of it have been read.
CREATE TABLE credit_transaction (
  id            TEXT PRIMARY KEY,
  created_at_ms INTEGER NOT NULL,
  amount        INTEGER NOT NULL, -- negative: a charge
  type          TEXT NOT NULL     -- the service's word
) STRICT;
CREATE INDEX credit_transaction_by_time ON credit_transaction (created_at_ms);

CREATE TABLE credit_day (
  day        TEXT PRIMARY KEY, -- YYYY-MM-DD
  read_at_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Changes on the service that cost credits and are no uploads. Rows are never deleted: with the uploads they are the
-- answer to "what was paid?".
CREATE TABLE change (
  id            INTEGER PRIMARY KEY AUTOINCREMENT, -- in the order they were made
  key           TEXT NOT NULL UNIQUE,              -- Idempotency-Key of every try
  lane          TEXT NOT NULL,                     -- sent in order within it
  subject       TEXT NOT NULL,                     -- what may be under way only once
  intent        TEXT NOT NULL,                     -- JSON
  baseline      TEXT,                              -- JSON: what the service held before the last try
  state         TEXT NOT NULL
    CHECK (state IN ('waiting', 'sending', 'unknown', 'left', 'delivered', 'refused', 'withdrawn')),
  facts         TEXT NOT NULL,                     -- JSON: the state's own data
  attempts      INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  -- Free changes wait in the same line as those that cost credits. One of them whose answer was lost is settled without a
  -- person, so what was made after it waits until then.
  is_free INTEGER NOT NULL DEFAULT 0 CHECK (is_free IN (0, 1)),
  -- Null: it waits for a person's word. Else it goes by itself, 1: also below the floor.
  agreed_below_floor INTEGER CHECK (agreed_below_floor IN (0, 1))
) STRICT;
CREATE INDEX change_by_state ON change (state, id);
-- An equal change while the outcome of the first is open could be paid for twice.
CREATE UNIQUE INDEX change_one_at_a_time ON change (subject)
  WHERE state IN ('waiting', 'sending', 'unknown', 'left');
-- One attempt at a time, over all projects.
CREATE UNIQUE INDEX change_one_sending ON change (state) WHERE state = 'sending';

-- What happened to files and paid changes, in the order in which it happened, for people to read back. Times are ms
-- since 1970. Rows are written by the triggers below and by nothing else, so no decision can forget to tell.
CREATE TABLE event_log (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  at_ms      INTEGER NOT NULL,
  subject    TEXT NOT NULL CHECK (subject IN ('file', 'change')),
  subject_id INTEGER NOT NULL,  -- of table file or change; a file's row may be gone by now
  folder_id  INTEGER,           -- of a file
  name       TEXT NOT NULL,
  kind       TEXT,              -- of a change
  state      TEXT NOT NULL,
  hold       TEXT,
  note       TEXT,
  size_bytes INTEGER,
  content_id INTEGER
) STRICT;
CREATE INDEX event_log_of_subject ON event_log (subject, subject_id, id);
-- What was finished, by the day.
CREATE INDEX event_log_done ON event_log (at_ms, id, size_bytes)
  WHERE subject = 'file' AND state IN ('notarized', 'duplicate');

-- What paid changes cost. A person may send one again, so what was or may have been paid belongs to the try.
CREATE TABLE change_attempt (
  change_id   INTEGER NOT NULL REFERENCES change (id),
  number      INTEGER NOT NULL, -- 1 for the first try
  credits     INTEGER NOT NULL, -- its price when it was agreed to
  began_at_ms INTEGER NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('sending', 'answered', 'refused', 'unsent', 'lost')),
  ended_at_ms INTEGER, -- null while it is sent, and when it never left
  -- Whether a denied change was charged all the same shows in the balance: what it is compared with is the last reading
  -- before the try that nothing could change unseen. Null: there was none.
  balance_before INTEGER,
  balance_uploads INTEGER, -- how far the journals were at that reading
  balance_changes INTEGER,
  place INTEGER NOT NULL DEFAULT 0, -- among all tries, in the order in which they began
  PRIMARY KEY (change_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_attempt_by_time ON change_attempt (began_at_ms);

-- Entries of the service's history that are charges of a try: a project with first members has several.
CREATE TABLE change_charge (
  transaction_id TEXT PRIMARY KEY,
  change_id      INTEGER NOT NULL,
  number         INTEGER NOT NULL,
  part           TEXT NOT NULL CHECK (part IN ('project', 'member', 'invitation', 'deletion')),
  expected       INTEGER NOT NULL,
  credits        INTEGER NOT NULL, -- as the service's history says
  FOREIGN KEY (change_id, number) REFERENCES change_attempt (change_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_charge_by_attempt ON change_charge (change_id, number);

-- What a waiting change will send and is too large for its row.
CREATE TABLE change_blob (
  id    TEXT PRIMARY KEY, -- SHA-256 of the bytes, in hex
  bytes BLOB NOT NULL
) STRICT;

-- What a person switched.
CREATE TABLE preference (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What lay in such a folder when it was added. Kept apart from the rows of files: those are forgotten when a path is
-- gone, and a file that comes back is no new one. Size and time tell a file from one that was written anew.
CREATE TABLE earlier_file (
  directory_id INTEGER NOT NULL REFERENCES directory (id),
  name         TEXT NOT NULL,
  folder_id    INTEGER NOT NULL REFERENCES folder (id),
  ino          TEXT NOT NULL, -- finds it again under another path of the folder
  size_bytes   INTEGER NOT NULL,
  mtime_ns     TEXT NOT NULL,
  PRIMARY KEY (directory_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX earlier_file_by_inode ON earlier_file (folder_id, ino);

-- What a folder begins with when it is watched and nobody said otherwise. No row: what Labseal thinks best.
CREATE TABLE folder_default (
  id             INTEGER PRIMARY KEY CHECK (id = 1),
  settle_seconds INTEGER CHECK (settle_seconds >= 0),
  exclude        TEXT NOT NULL, -- JSON, a list of patterns
  watch_mode TEXT NOT NULL DEFAULT 'auto'
  CHECK (watch_mode IN ('auto', 'native', 'chokidar', 'poll')),
  poll_seconds INTEGER NOT NULL DEFAULT 60
  CHECK (poll_seconds BETWEEN 5 AND 600)
) STRICT;

-- The last good copy of what the service showed. A copy is replaced by a newer one and by nothing else: a refresh that
-- failed leaves it as it is. Times are ms since 1970.
CREATE TABLE mirror (
  kind          TEXT NOT NULL,
  key           TEXT NOT NULL,
  body          TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  is_complete   INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
  standing      TEXT NOT NULL DEFAULT 'there' CHECK (standing IN ('there', 'gone', 'forbidden')),
  PRIMARY KEY (kind, key)
) STRICT;

-- The service's metadata document of a file, byte for byte, so that a file can be held against its record without the
-- network. It may be of a file that this computer never held, so it belongs to a place and not to a row of `record`.
CREATE TABLE metadata_document (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_id       TEXT NOT NULL,
  body          BLOB NOT NULL,
  sha256        TEXT NOT NULL, -- of the body: a damaged one is noticed and fetched again
  file_hash     TEXT,          -- as the service wrote it; null: it names none
  file_hash_hex TEXT,          -- the digest in it, however it is written; null when it cannot be read
  fetched_at_ms INTEGER NOT NULL,
  -- Before a content is sent to be checked, the fingerprints of files that others sent are looked through. Where there are
  -- none, its SHA-256 need not be made for that.
  has_record INTEGER NOT NULL DEFAULT 0 CHECK (has_record IN (0, 1)),
  PRIMARY KEY (project_id, visibility, file_id)
) STRICT;
CREATE INDEX metadata_document_by_hash ON metadata_document (file_hash_hex) WHERE file_hash_hex IS NOT NULL;
CREATE INDEX metadata_document_of_others ON metadata_document (file_id) WHERE has_record = 0;

-- What a row's file looked like when its bytes were last those of a record. While the row stands in such a state it tells
-- that itself; this is written when it leaves, because the row then shows the bytes that came after.
CREATE TABLE proven_look (
  file_id    INTEGER PRIMARY KEY, -- of table file
  content_id INTEGER NOT NULL REFERENCES content (id),
  identity   TEXT NOT NULL
) STRICT;

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
  has_proven_rows INTEGER NOT NULL DEFAULT 1 CHECK (has_proven_rows IN (0, 1)),
  -- The complete list of an audit as it was, or will be, saved: a signature may cover its digest, so neither its form nor
  -- its digest changes with the program, or when rows of proven files are removed.
  list_form INTEGER NOT NULL DEFAULT 1, -- 1: a backslash in a name is written as one
  list_sha256 TEXT -- of the CSV, once rows of it were removed; null: they are here, or not known
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
  -- Of what was notarized as a changed file.
  known_blake3 TEXT,
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

-- Citations that a person has had filled in for several files at once, so that they can be taken back before anything
-- is sent.
CREATE TABLE completion (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  made_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE completed_file (
  completion_id        INTEGER NOT NULL REFERENCES completion (id),
  file_id              INTEGER NOT NULL,                   -- of table file; the row may be gone by now
  assignment_id_before INTEGER REFERENCES assignment (id), -- null: the folder's
  assignment_id        INTEGER NOT NULL REFERENCES assignment (id),
  PRIMARY KEY (completion_id, file_id)
) STRICT, WITHOUT ROWID;

-- How the secondary files of a folder find their primary files; see docs/decisions/019-provenance.md.
CREATE TABLE citation_rule (
  id        INTEGER PRIMARY KEY,
  folder_id INTEGER NOT NULL REFERENCES folder (id),
  rule      TEXT NOT NULL -- JSON
) STRICT;
CREATE INDEX citation_rule_by_folder ON citation_rule (folder_id);

-- Downloads that are not finished: what a later run has to know of the bytes that are in the partial file. The link is not
-- among it, because whoever has the link has the file.
CREATE TABLE download (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id    TEXT NOT NULL,
  file_id       TEXT NOT NULL,
  name          TEXT NOT NULL,
  folder        TEXT NOT NULL,
  part_name     TEXT NOT NULL,
  validator     TEXT,
  total_bytes   INTEGER CHECK (total_bytes >= 0),
  created_at_ms INTEGER NOT NULL,
  UNIQUE (project_id, file_id, folder)
) STRICT;

-- One distinct content, whatever its names. The platform's answer about it is kept here: it is asked once.
CREATE TABLE content (
  id                INTEGER PRIMARY KEY,
  blake3            BLOB NOT NULL CHECK (length(blake3) = 32),
  sha256            BLOB CHECK (length(sha256) = 32), -- null: not made yet
  size_bytes        INTEGER NOT NULL,
  platform_exists   INTEGER CHECK (platform_exists IN (0, 1)), -- null: not asked
  platform_name     TEXT,
  platform_project  TEXT,
  platform_asked_at_ms INTEGER,
  -- 1: it may have been paid for elsewhere, so the platform is asked about it before it is paid for, whatever a folder says.
  is_doubted INTEGER NOT NULL DEFAULT 0 CHECK (is_doubted IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX content_by_blake3 ON content (blake3);
CREATE UNIQUE INDEX content_by_sha256 ON content (sha256) WHERE sha256 IS NOT NULL;

-- Files that a person approved with the preview of a new folder, before their contents were read. A row ends as soon as
-- the file is decided about: its approval then stands in `approval`, or it was not the file that was shown.
CREATE TABLE agreed_file (
  directory_id INTEGER NOT NULL REFERENCES directory (id),
  name         TEXT NOT NULL,
  folder_id    INTEGER NOT NULL REFERENCES folder (id),
  identity     TEXT NOT NULL, -- as in `file`
  credits      INTEGER NOT NULL CHECK (credits >= 0), -- the most that it may cost
  PRIMARY KEY (directory_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX agreed_file_by_folder ON agreed_file (folder_id);

-- A person lifted one hold of one content under one path. It lifts no other hold and says nothing about other contents.
CREATE TABLE approval (
  file_id     INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  what        TEXT NOT NULL CHECK (what IN ('review', 'size_confirm', 'budget', 'duplicate', 'id_in_use', 'record_deleted')),
  content_id  INTEGER NOT NULL REFERENCES content (id),
  given_at_ms INTEGER NOT NULL,
  PRIMARY KEY (file_id, what)
) STRICT, WITHOUT ROWID;

-- Files that a list of the service shows as this account's, or as nobody's, and that the ledger does not know: another
-- computer of the account sent them, or this database is older than they are.
CREATE TABLE unaccounted_file (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_id       TEXT NOT NULL,
  name          TEXT NOT NULL,
  status        TEXT NOT NULL,
  uploaded_iso  TEXT NOT NULL,
  is_own        INTEGER NOT NULL CHECK (is_own IN (0, 1)), -- 0: the service names no owner
  file_hash     TEXT, -- as the service wrote it; null: not known yet
  file_hash_hex TEXT, -- the digest in it
  PRIMARY KEY (project_id, visibility, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX unaccounted_file_by_hash ON unaccounted_file (file_hash_hex) WHERE file_hash_hex IS NOT NULL;

-- Destinations that were compared with the service since it was last noticed that this account pays elsewhere too.
CREATE TABLE compared_place (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  is_doubtful   INTEGER NOT NULL CHECK (is_doubtful IN (0, 1)), -- 1: something paid for there may still be unknown here
  PRIMARY KEY (project_id, visibility)
) STRICT, WITHOUT ROWID;

-- Drives in watched folders: what is mounted where, so that another one in its place is noticed, or that none is there.
CREATE TABLE folder_drive (
  folder_id INTEGER NOT NULL REFERENCES folder (id),
  path      TEXT NOT NULL, -- relative to the folder, '/' between names, '' for the folder itself
  dev       TEXT NOT NULL, -- changes when it is mounted again
  volume    TEXT,          -- what identifies its file system for good; null: the system does not tell
  trouble   TEXT CHECK (trouble IN ('gone', 'other')), -- its files are left as they were
  -- Where the system names no volume, a drive is told by its topmost directory from another one with its number.
  top TEXT,
  PRIMARY KEY (folder_id, path)
) STRICT, WITHOUT ROWID;

INSERT INTO transfer_rule (id) VALUES (1);

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

-- When a job is dropped, its address is not lost with it. One whose last bytes left is evidence and is not given up.
CREATE TRIGGER upload_abandoned AFTER UPDATE OF outcome ON upload_job WHEN new.outcome = 'dropped' BEGIN
  INSERT OR IGNORE INTO abandoned_upload
    SELECT resource, ifnull(new.ended_at_ms, 0) FROM upload_attempt
    WHERE job_id = new.id AND resource IS NOT NULL AND tail_released = 0;
END;

-- The log never grows without end: the oldest make room.
CREATE TRIGGER event_log_is_bounded AFTER INSERT ON event_log BEGIN
  DELETE FROM event_log WHERE id <= new.id - 500000;
END;

CREATE TRIGGER change_made AFTER INSERT ON change BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, name, kind, state)
  VALUES (new.created_at_ms, 'change', new.id,
    coalesce(new.intent ->> '$.project.name', new.intent ->> '$.userName', new.intent ->> '$.fileName',
      new.intent ->> '$.projectName', new.intent ->> '$.name', ''),
    new.intent ->> '$.kind', new.state);
END;

-- One that waits again, because a try did not leave this computer, is no news.
CREATE TRIGGER change_event AFTER UPDATE OF state ON change
WHEN new.state <> old.state AND new.state <> 'waiting' BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, name, kind, state)
  VALUES (coalesce(new.facts ->> '$.atMs', new.facts ->> '$.lostAtMs', new.facts ->> '$.sinceMs', new.created_at_ms),
    'change', new.id,
    coalesce(new.intent ->> '$.project.name', new.intent ->> '$.userName', new.intent ->> '$.fileName',
      new.intent ->> '$.projectName', new.intent ->> '$.name', ''),
    new.intent ->> '$.kind', new.state);
END;

CREATE TRIGGER metadata_document_kept AFTER INSERT ON metadata_document BEGIN
  UPDATE record SET has_document = 1
    WHERE project_id = new.project_id AND visibility = new.visibility AND file_id = new.file_id;
END;

CREATE TRIGGER metadata_document_dropped AFTER DELETE ON metadata_document BEGIN
  UPDATE record SET has_document = 0
    WHERE project_id = old.project_id AND visibility = old.visibility AND file_id = old.file_id;
END;

-- One that was kept before this computer knew the record as its own.
CREATE TRIGGER record_has_document AFTER INSERT ON record BEGIN
  UPDATE record SET has_document = 1 WHERE id = new.id AND EXISTS (
    SELECT 1 FROM metadata_document d
    WHERE d.project_id = new.project_id AND d.visibility = new.visibility AND d.file_id = new.file_id);
END;

CREATE TRIGGER file_look_forgotten AFTER DELETE ON file BEGIN
  DELETE FROM proven_look WHERE file_id = old.id;
END;

CREATE TRIGGER agreed_listing_file_erased AFTER DELETE ON file BEGIN
  UPDATE directory SET agreed_listing = NULL WHERE id = old.directory_id AND agreed_listing IS NOT NULL;
END;

CREATE TRIGGER metadata_document_has_record AFTER INSERT ON metadata_document BEGIN
  UPDATE metadata_document SET has_record = 1
    WHERE project_id = new.project_id AND visibility = new.visibility AND file_id = new.file_id AND EXISTS (
      SELECT 1 FROM record r
      WHERE r.project_id = new.project_id AND r.visibility = new.visibility AND r.file_id = new.file_id);
END;

CREATE TRIGGER record_of_document AFTER INSERT ON record BEGIN
  UPDATE metadata_document SET has_record = 1
    WHERE project_id = new.project_id AND visibility = new.visibility AND file_id = new.file_id;
END;

CREATE TRIGGER file_left_its_proof AFTER UPDATE OF state ON file
WHEN new.state <> old.state AND old.content_id IS NOT NULL
  AND instr(' notarized duplicate recording record_error deleting deleted ', ' ' || old.state || ' ') > 0
  AND instr(' notarized duplicate recording record_error deleting deleted ', ' ' || new.state || ' ') = 0
BEGIN
  INSERT INTO proven_look VALUES (old.id, old.content_id, old.identity)
    ON CONFLICT DO UPDATE SET content_id = excluded.content_id, identity = excluded.identity;
END;

-- Other bytes, another place, or a state in which the bytes on the disk do not speak for themselves (plan-path.ts).
CREATE TRIGGER agreed_listing_file_moved AFTER UPDATE ON file
WHEN new.identity <> old.identity OR new.directory_id <> old.directory_id OR new.name <> old.name
  OR (new.state <> old.state OR new.message IS NOT old.message)
    AND instr(' settling missing remote_only ignored unreadable ', ' ' || new.state || ' ') > 0
BEGIN
  UPDATE directory SET agreed_listing = NULL
    WHERE id IN (old.directory_id, new.directory_id) AND agreed_listing IS NOT NULL;
END;

-- Steps that end by themselves within minutes are no news, and neither is what is said a second time about the same bytes.
CREATE TRIGGER file_event AFTER UPDATE OF state, hold ON file
WHEN (new.state <> old.state OR new.hold IS NOT old.hold)
  AND instr(' held uploading confirming recording notarized record_error failed changed missing deleting deleted'
    || ' unreadable duplicate ', ' ' || new.state || ' ') > 0
  AND instr(' primary_pending project offline signed_out server paused balance_unknown ',
    ' ' || ifnull(new.hold, '-') || ' ') = 0
  AND NOT EXISTS (
    SELECT 1 FROM event_log WHERE id = (SELECT max(id) FROM event_log WHERE subject = 'file' AND subject_id = new.id)
      AND state = new.state AND hold IS new.hold AND content_id IS new.content_id)
BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, hold, note, size_bytes, content_id)
  VALUES (new.changed_at_ms, 'file', new.id, new.folder_id, new.name, new.state, new.hold, substr(new.message, 1, 400),
    new.size_bytes, new.content_id);
END;
