-- What is notarized after another approval is another batch: the line of the one before does not grow by it. The rest is as it was.
DROP TRIGGER event_is_told_otherwise;
CREATE TRIGGER event_is_told_otherwise AFTER UPDATE OF what ON event_log WHEN new.what IS NOT old.what BEGIN
  UPDATE event_line SET credits = credits - ifnull(old.credits, 0),
      files = files - NOT EXISTS (SELECT 1 FROM event_log
        WHERE subject = old.subject AND subject_id = old.subject_id AND line_id = old.line_id AND id <> old.id),
      last_id = ifnull((SELECT id FROM event_log WHERE line_id = old.line_id AND id <> old.id ORDER BY id DESC LIMIT 1), last_id)
    WHERE id = old.line_id;
  DELETE FROM event_line WHERE id = old.line_id AND files = 0;
  UPDATE event_line SET at_ms = (SELECT at_ms FROM event_log WHERE id = last_id) WHERE id = old.line_id;
  UPDATE event_log SET line_id = NULL WHERE id = new.id AND line_id IS NOT NULL;
  INSERT INTO event_line (what, from_place, to_place, last_id, began_at_ms, at_ms, files, credits, is_at_most)
    SELECT new.what, new.from_place, new.to_place, new.id, new.at_ms, new.at_ms, 0, 0, 0
    WHERE new.what IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM (SELECT id, at_ms FROM event_line
        WHERE what = new.what AND from_place IS new.from_place AND to_place IS new.to_place ORDER BY id DESC LIMIT 1) l
      WHERE at_ms >= new.at_ms - 3600000
        AND date(at_ms / 1000, 'unixepoch', 'localtime') = date(new.at_ms / 1000, 'unixepoch', 'localtime')
        AND NOT (new.what IN ('notarized', 'duplicate') AND EXISTS (SELECT 1 FROM event_line
          WHERE what = 'approved' AND from_place IS NULL AND to_place IS NULL AND id > l.id)));
  UPDATE event_line SET last_id = max(last_id, new.id), at_ms = max(at_ms, new.at_ms),
      credits = credits + ifnull(new.credits, 0), is_at_most = max(is_at_most, new.is_at_most),
      files = files + NOT EXISTS (SELECT 1 FROM event_log
        WHERE subject = new.subject AND subject_id = new.subject_id AND line_id = event_line.id)
    WHERE new.what IS NOT NULL AND id = (SELECT id FROM event_line
      WHERE what = new.what AND from_place IS new.from_place AND to_place IS new.to_place ORDER BY id DESC LIMIT 1);
  UPDATE event_log SET line_id = (SELECT id FROM event_line
      WHERE what = new.what AND from_place IS new.from_place AND to_place IS new.to_place ORDER BY id DESC LIMIT 1)
    WHERE id = new.id AND new.what IS NOT NULL;
END;
