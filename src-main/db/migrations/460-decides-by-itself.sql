-- An upload without an answer, of which the service shows neither a record nor a charge ten minutes later, is sent again
-- once without a switch; nothing is kept as unknown any more.
ALTER TABLE upload_job ADD COLUMN known_lost_at_ms INTEGER; -- by the service's clock; null: it has not told the time since
ALTER TABLE upload_job ADD COLUMN sent_again_at_ms INTEGER; -- by evidence
-- Whoever kept a result as unknown did not want the file sent again: that stays a person's decision.
UPDATE upload_job SET sent_again_at_ms = ifnull(looked_at_ms, created_at_ms)
  WHERE outcome = 'unknown' AND file_id IN (SELECT id FROM file WHERE state = 'confirming' AND hold = 'kept_unknown');
UPDATE event_log SET hold = 'undecided' WHERE hold = 'kept_unknown'; -- first: what is told already is not told again
UPDATE file SET hold = 'undecided' WHERE hold = 'kept_unknown';
DELETE FROM preference WHERE name = 'sends-again';
-- It goes back into the queue, which is no news otherwise.
CREATE TRIGGER file_sent_again AFTER UPDATE OF state ON file
WHEN old.state = 'confirming' AND new.state = 'ready' AND new.message = '{"waits":"sent-again"}'
BEGIN
  INSERT INTO event_log (at_ms, subject, subject_id, folder_id, name, state, hold, note, size_bytes, content_id)
  VALUES (new.changed_at_ms, 'file', new.id, new.folder_id, new.name, new.state, new.hold, new.message, new.size_bytes,
    new.content_id);
END;
