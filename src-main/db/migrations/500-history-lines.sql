-- History as a story: what came to files in the same way on one day is one line, which opens to its entries. Lines are written
-- with the entries, so that a list of them never reads those.
CREATE TABLE event_line (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  what        TEXT NOT NULL,    -- as in its entries
  from_place  TEXT,             -- of what moved, for a person
  to_place    TEXT,
  last_id     INTEGER NOT NULL, -- its latest entry; of a folder that moved: the latest one by then
  began_at_ms INTEGER NOT NULL,
  at_ms       INTEGER NOT NULL, -- of the latest entry
  files       INTEGER NOT NULL, -- each once; or changes
  credits     INTEGER NOT NULL,
  is_at_most  INTEGER NOT NULL CHECK (is_at_most IN (0, 1)) -- the price of some was an upper bound
) STRICT;
CREATE INDEX event_line_open ON event_line (what, from_place, to_place, id);
CREATE INDEX event_line_in_order ON event_line (last_id, id);

-- What it tells: the state and the hold, or how that came about. Null: a step that ends by itself, or told by another entry.
ALTER TABLE event_log ADD COLUMN what TEXT;
ALTER TABLE event_log ADD COLUMN line_id INTEGER;
ALTER TABLE event_log ADD COLUMN from_place TEXT;
ALTER TABLE event_log ADD COLUMN to_place TEXT;
ALTER TABLE event_log ADD COLUMN credits INTEGER;
ALTER TABLE event_log ADD COLUMN is_at_most INTEGER NOT NULL DEFAULT 0 CHECK (is_at_most IN (0, 1));
CREATE INDEX event_log_of_line ON event_log (line_id, id) WHERE line_id IS NOT NULL;

-- An upload ends in a proof, and not a file that is back, one that was renamed, or one that has the content of another by now,
-- as when two names were swapped.
CREATE VIEW event_cause AS
  SELECT id, is_sent, is_proof AND (
      EXISTS (SELECT 1 FROM event_log p WHERE p.subject = 'file' AND p.subject_id = c.subject_id AND p.id < c.id
        AND p.state = 'notarized' AND p.content_id = c.content_id)
      OR EXISTS (SELECT 1 FROM upload_job j WHERE j.content_id = c.content_id AND j.outcome = 'recorded'
        AND j.file_id <> c.subject_id)) AS was_notarized
  FROM (
    SELECT e.id, e.subject_id, e.content_id, e.subject = 'file' AND e.state = 'notarized' AND e.note IS NULL AS is_proof,
      e.subject = 'file' AND e.state = 'notarized' AND e.note IS NULL AND ifnull((
        SELECT p.state IN ('uploading', 'confirming', 'recording', 'record_error') FROM event_log p
        WHERE p.id = (SELECT max(q.id) FROM event_log q
          WHERE q.subject = 'file' AND q.subject_id = e.subject_id AND q.id < e.id)), 0) AS is_sent
    FROM event_log e) c;
CREATE VIEW event_meaning AS
  SELECT e.id, CASE
      WHEN e.subject = 'change' THEN iif(e.state = 'sending', NULL, 'change/' || e.kind || '/' || e.state)
      WHEN e.note = '{"waits":"sent-again"}' THEN 'sent-again'
      WHEN e.note = '{"paidTwice":"here"}' THEN 'paid-twice/here'
      WHEN e.note = '{"paidTwice":"elsewhere"}' THEN 'paid-twice/elsewhere'
      WHEN e.state IN ('uploading', 'recording', 'deleting') THEN NULL
      WHEN e.state = 'duplicate' AND (SELECT record_id FROM file WHERE id = e.subject_id) IS NOT NULL THEN 'copied'
      WHEN c.was_notarized = 1 AND c.is_sent = 0 THEN 'restored'
      WHEN e.hold IS NULL THEN e.state
      ELSE e.state || '/' || e.hold END AS what,
    CASE WHEN c.is_sent = 1 THEN (
      SELECT ifnull(k.credits, ifnull(k.balance_fell_by, j.estimated_credits)) FROM upload_job j LEFT JOIN charge k ON k.job_id = j.id
      WHERE j.file_id = e.subject_id AND j.content_id = e.content_id AND j.outcome = 'recorded'
      ORDER BY j.created_at_ms DESC LIMIT 1) END AS credits,
    c.is_sent = 1 AND EXISTS (
      SELECT 1 FROM upload_job j WHERE j.file_id = e.subject_id AND j.content_id = e.content_id AND j.outcome = 'recorded'
        AND j.visibility = 'public' AND NOT EXISTS (SELECT 1 FROM charge k WHERE k.job_id = j.id)) AS is_at_most
  FROM event_log e JOIN event_cause c ON c.id = e.id;

-- What was written until now, in the same way.
UPDATE event_log SET what = m.what, credits = m.credits, is_at_most = m.is_at_most
  FROM event_meaning m WHERE m.id = event_log.id;
UPDATE event_log SET line_id = t.line FROM (
  SELECT id, sum(is_first) OVER (ORDER BY what, id) AS line FROM (
    SELECT id, what, lag(at_ms) OVER same IS NULL OR at_ms - lag(at_ms) OVER same > 3600000
      OR date(at_ms / 1000, 'unixepoch', 'localtime') <> date(lag(at_ms) OVER same / 1000, 'unixepoch', 'localtime') AS is_first
    FROM event_log WHERE what IS NOT NULL WINDOW same AS (PARTITION BY what ORDER BY id))) t
  WHERE t.id = event_log.id;
INSERT INTO event_line (id, what, last_id, began_at_ms, at_ms, files, credits, is_at_most)
  SELECT line_id, what, max(id), min(at_ms), max(at_ms), count(DISTINCT subject_id), ifnull(sum(credits), 0), max(is_at_most)
  FROM event_log WHERE line_id IS NOT NULL GROUP BY line_id;

CREATE TRIGGER event_is_told AFTER INSERT ON event_log BEGIN
  UPDATE event_log SET what = m.what, credits = m.credits, is_at_most = m.is_at_most
    FROM (SELECT * FROM event_meaning WHERE id = new.id) m WHERE event_log.id = new.id;
END;

-- An entry leaves the line that told it, and joins the one of its day that goes on, or begins it. A latest entry is found from
-- the end of its line: the larger a line, the longer each of its entries would take to leave it.
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
      SELECT 1 FROM (SELECT at_ms FROM event_line
        WHERE what = new.what AND from_place IS new.from_place AND to_place IS new.to_place ORDER BY id DESC LIMIT 1)
      WHERE at_ms >= new.at_ms - 3600000
        AND date(at_ms / 1000, 'unixepoch', 'localtime') = date(new.at_ms / 1000, 'unixepoch', 'localtime'));
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

-- The lines of entries that made room go with them.
CREATE TRIGGER event_line_is_bounded AFTER INSERT ON event_line BEGIN
  DELETE FROM event_line WHERE last_id <= new.last_id - 500000;
END;
