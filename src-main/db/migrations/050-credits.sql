-- What a person said about spending, and what was seen of it. Credits are whole numbers, times ms since 1970.

-- 1: everything new in the folder waits for a person.
ALTER TABLE folder ADD COLUMN approve_each INTEGER NOT NULL DEFAULT 0 CHECK (approve_each IN (0, 1));

-- A person lifted one hold of one content under one path. It lifts no other hold and says nothing about other contents.
CREATE TABLE approval (
  file_id     INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  what        TEXT NOT NULL CHECK (what IN ('review', 'size_confirm', 'budget', 'duplicate')),
  content_id  INTEGER NOT NULL REFERENCES content (id),
  given_at_ms INTEGER NOT NULL,
  PRIMARY KEY (file_id, what)
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
  read_at_ms  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Between two quiet readings the balance fell by this much, and exactly the charges that name the window were ours.
CREATE TABLE balance_window (
  id             INTEGER PRIMARY KEY,
  fell_by        INTEGER NOT NULL,
  ended_at_ms    INTEGER NOT NULL
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
