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

-- Steps that end by themselves within minutes are no news, and neither is what is said a second time about the same bytes.
CREATE TRIGGER file_event AFTER UPDATE OF state, hold ON file
WHEN (new.state <> old.state OR new.hold IS NOT old.hold)
  AND new.state IN ('held', 'uploading', 'confirming', 'recording', 'notarized', 'record_error', 'failed', 'changed',
    'missing', 'deleting', 'deleted', 'unreadable', 'duplicate')
  AND ifnull(new.hold, '') NOT IN ('primary_pending', 'project', 'offline', 'signed_out', 'server', 'paused')
  AND NOT EXISTS (
    SELECT 1 FROM event_log WHERE id = (SELECT max(id) FROM event_log WHERE subject = 'file' AND subject_id = new.id)
      AND state = new.state AND hold IS new.hold AND content_id IS new.content_id)
BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, hold, note, size_bytes, content_id)
  VALUES (new.changed_at_ms, 'file', new.id, new.folder_id, new.name, new.state, new.hold, substr(new.message, 1, 400),
    new.size_bytes, new.content_id);
END;

CREATE TRIGGER change_made AFTER INSERT ON change BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, name, kind, state)
  VALUES (new.created_at_ms, 'change', new.id,
    coalesce(new.intent ->> '$.project.name', new.intent ->> '$.userName', new.intent ->> '$.fileName', ''),
    new.intent ->> '$.kind', new.state);
END;

-- One that waits again, because a try did not leave this computer, is no news.
CREATE TRIGGER change_event AFTER UPDATE OF state ON change
WHEN new.state <> old.state AND new.state <> 'waiting' BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, name, kind, state)
  VALUES (coalesce(new.facts ->> '$.atMs', new.facts ->> '$.lostAtMs', new.facts ->> '$.sinceMs', new.created_at_ms),
    'change', new.id,
    coalesce(new.intent ->> '$.project.name', new.intent ->> '$.userName', new.intent ->> '$.fileName', ''),
    new.intent ->> '$.kind', new.state);
END;

-- The log never grows without end: the oldest make room.
CREATE TRIGGER event_log_is_bounded AFTER INSERT ON event_log BEGIN
  DELETE FROM event_log WHERE id <= new.id - 500000;
END;

-- What was done before there was a log.
INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, hold, note, size_bytes, content_id)
  SELECT changed_at_ms, 'file', id, folder_id, name, state, hold, substr(message, 1, 400), size_bytes, content_id FROM file
  WHERE state IN ('notarized', 'duplicate', 'record_error', 'failed', 'deleted') ORDER BY changed_at_ms, id;

-- Proofs, the latest first.
CREATE INDEX record_proven ON record (settled_at_ms, id) WHERE status = 'Available' OR certificate_pdf IS NOT NULL;

-- A person's own order for uploads that go first: by `place`, lowest first; null: behind those, in their turn.
ALTER TABLE upload_wish ADD COLUMN place INTEGER CHECK (place IS NULL OR priority = 'first');
