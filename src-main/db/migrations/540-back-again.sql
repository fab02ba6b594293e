-- A file is back as it was notarized where it was so itself. One that has the bytes of another that was sent, and its record, is a copy.
DROP VIEW event_meaning;
DROP VIEW event_cause;
CREATE VIEW event_cause AS
  SELECT id, is_sent,
    is_proof AND EXISTS (SELECT 1 FROM event_log p WHERE p.subject = 'file' AND p.subject_id = c.subject_id AND p.id < c.id
      AND p.state = 'notarized' AND p.content_id = c.content_id) AS was_notarized,
    is_proof AND EXISTS (SELECT 1 FROM upload_job j WHERE j.content_id = c.content_id AND j.outcome = 'recorded'
      AND j.file_id <> c.subject_id) AS is_copy
  FROM (
    SELECT e.id, e.subject_id, e.content_id, e.subject = 'file' AND e.state = 'notarized' AND e.note IS NULL AS is_proof,
      e.subject = 'file' AND e.state = 'notarized' AND e.note IS NULL AND ifnull((
        SELECT p.state IN ('uploading', 'confirming', 'recording', 'record_error') FROM event_log p
        WHERE p.id = (SELECT max(q.id) FROM event_log q
          WHERE q.subject = 'file' AND q.subject_id = e.subject_id AND q.id < e.id)), 0) AS is_sent
    FROM event_log e) c;
CREATE VIEW event_meaning AS
  SELECT e.id, CASE
      WHEN e.to_place IS NOT NULL THEN 'moved'
      WHEN e.subject = 'change' THEN iif(e.state = 'sending', NULL, 'change/' || e.kind || '/' || e.state)
      WHEN e.note = '{"waits":"sent-again"}' THEN 'sent-again'
      WHEN e.note = '{"paidTwice":"here"}' THEN 'paid-twice/here'
      WHEN e.note = '{"paidTwice":"elsewhere"}' THEN 'paid-twice/elsewhere'
      WHEN e.state IN ('uploading', 'recording', 'deleting') THEN NULL
      WHEN e.state = 'duplicate' AND (SELECT record_id FROM file WHERE id = e.subject_id) IS NOT NULL THEN 'copied'
      WHEN c.was_notarized = 1 AND c.is_sent = 0 THEN 'restored'
      WHEN c.is_copy = 1 AND c.is_sent = 0 THEN 'copied'
      WHEN e.hold IS NULL THEN e.state
      ELSE e.state || '/' || e.hold END AS what,
    CASE WHEN c.is_sent = 1 THEN ifnull(
      (SELECT credits FROM paid_upload WHERE file_id = e.subject_id AND content_id = e.content_id
        ORDER BY created_at_ms DESC LIMIT 1),
      (SELECT credits FROM paid_upload WHERE record_id = (SELECT record_id FROM file WHERE id = e.subject_id)
        ORDER BY created_at_ms DESC LIMIT 1)) END AS credits,
    c.is_sent = 1 AND ifnull(
      (SELECT max(is_at_most) FROM paid_upload WHERE file_id = e.subject_id AND content_id = e.content_id),
      ifnull((SELECT max(is_at_most) FROM paid_upload
        WHERE record_id = (SELECT record_id FROM file WHERE id = e.subject_id)), 0)) AS is_at_most
  FROM event_log e JOIN event_cause c ON c.id = e.id;
