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
  created_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX change_by_state ON change (state, id);
-- An equal change while the outcome of the first is open could be paid for twice.
CREATE UNIQUE INDEX change_one_at_a_time ON change (subject)
  WHERE state IN ('waiting', 'sending', 'unknown', 'left');
-- One attempt at a time, over all projects.
CREATE UNIQUE INDEX change_one_sending ON change (state) WHERE state = 'sending';
