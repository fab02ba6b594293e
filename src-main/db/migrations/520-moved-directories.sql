-- A directory that lies elsewhere is known by its listing, which names each file with its inode and its times.
DROP INDEX directory_agreed;
CREATE INDEX directory_agreed ON directory (folder_id, agreed_listing) WHERE agreed_listing IS NOT NULL;

-- What an upload cost, by its record: whichever file shows that tells it, for its own may have got another name while it was sent.
CREATE VIEW paid_upload AS
  SELECT j.record_id, j.file_id, j.content_id, j.created_at_ms,
    ifnull(k.credits, ifnull(k.balance_fell_by, j.estimated_credits)) AS credits,
    j.visibility = 'public' AND k.job_id IS NULL AS is_at_most
  FROM upload_job j LEFT JOIN charge k ON k.job_id = j.id
  WHERE j.outcome = 'recorded';

-- An entry that names two places tells a move from the start.
DROP VIEW event_meaning;
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
