-- A file that waits for the balance to be read goes on by itself, which is no news.
DROP TRIGGER file_event;
CREATE TRIGGER file_event AFTER UPDATE OF state, hold ON file
WHEN (new.state <> old.state OR new.hold IS NOT old.hold)
  AND new.state IN ('held', 'uploading', 'confirming', 'recording', 'notarized', 'record_error', 'failed', 'changed',
    'missing', 'deleting', 'deleted', 'unreadable', 'duplicate')
  AND ifnull(new.hold, '') NOT IN ('primary_pending', 'project', 'offline', 'signed_out', 'server', 'paused',
    'balance_unknown')
  AND NOT EXISTS (
    SELECT 1 FROM event_log WHERE id = (SELECT max(id) FROM event_log WHERE subject = 'file' AND subject_id = new.id)
      AND state = new.state AND hold IS new.hold AND content_id IS new.content_id)
BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, hold, note, size_bytes, content_id)
  VALUES (new.changed_at_ms, 'file', new.id, new.folder_id, new.name, new.state, new.hold, substr(new.message, 1, 400),
    new.size_bytes, new.content_id);
END;
