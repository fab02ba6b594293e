-- The last good copy of what the service showed. A copy is replaced by a newer one and by nothing else: a refresh that
-- failed leaves it as it is. Times are ms since 1970.
CREATE TABLE mirror (
  kind          TEXT NOT NULL,
  key           TEXT NOT NULL,    -- of the record or the list within its kind
  body          TEXT NOT NULL,    -- JSON
  fetched_at_ms INTEGER NOT NULL,
  is_complete   INTEGER NOT NULL CHECK (is_complete IN (0, 1)), -- 1: the list was proven to be whole
  standing      TEXT NOT NULL DEFAULT 'there' CHECK (standing IN ('there', 'gone', 'forbidden')),
  PRIMARY KEY (kind, key)
) STRICT, WITHOUT ROWID;

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

-- Free changes wait in the same line as those that cost credits. One of them whose answer was lost is settled without a
-- person, so what was made after it waits until then.
ALTER TABLE change ADD COLUMN is_free INTEGER NOT NULL DEFAULT 0 CHECK (is_free IN (0, 1));
-- Null: it waits for a person's word. Else it goes by itself, 1: also below the floor.
ALTER TABLE change ADD COLUMN agreed_below_floor INTEGER CHECK (agreed_below_floor IN (0, 1));

DROP TRIGGER change_made;
CREATE TRIGGER change_made AFTER INSERT ON change BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, name, kind, state)
  VALUES (new.created_at_ms, 'change', new.id,
    coalesce(new.intent ->> '$.project.name', new.intent ->> '$.userName', new.intent ->> '$.fileName',
      new.intent ->> '$.projectName', new.intent ->> '$.name', ''),
    new.intent ->> '$.kind', new.state);
END;

-- One that waits again, because a try did not leave this computer, is no news.
DROP TRIGGER change_event;
CREATE TRIGGER change_event AFTER UPDATE OF state ON change
WHEN new.state <> old.state AND new.state <> 'waiting' BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, name, kind, state)
  VALUES (coalesce(new.facts ->> '$.atMs', new.facts ->> '$.lostAtMs', new.facts ->> '$.sinceMs', new.created_at_ms),
    'change', new.id,
    coalesce(new.intent ->> '$.project.name', new.intent ->> '$.userName', new.intent ->> '$.fileName',
      new.intent ->> '$.projectName', new.intent ->> '$.name', ''),
    new.intent ->> '$.kind', new.state);
END;

-- Projects were kept before there was a mirror.
INSERT INTO mirror (kind, key, body, fetched_at_ms, is_complete) SELECT 'project', id, body, fetched_at_ms, 1 FROM project;
DROP TABLE project;
