-- A directory that lies elsewhere is known by its listing, which names each file with its inode and its times.
DROP INDEX directory_agreed;
CREATE INDEX directory_agreed ON directory (folder_id, agreed_listing) WHERE agreed_listing IS NOT NULL;

-- An entry that names two places tells a move from the start. What an upload cost is told by whichever file shows its record:
-- its own may have got another name while it was sent.
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
    CASE WHEN c.is_sent = 1 THEN ifnull((
      SELECT ifnull(k.credits, ifnull(k.balance_fell_by, j.estimated_credits)) FROM upload_job j LEFT JOIN charge k ON k.job_id = j.id
      WHERE j.file_id = e.subject_id AND j.content_id = e.content_id AND j.outcome = 'recorded'
      ORDER BY j.created_at_ms DESC LIMIT 1), (
      SELECT ifnull(k.credits, ifnull(k.balance_fell_by, j.estimated_credits)) FROM upload_job j LEFT JOIN charge k ON k.job_id = j.id
      WHERE j.record_id = (SELECT record_id FROM file WHERE id = e.subject_id) AND j.outcome = 'recorded'
      ORDER BY j.created_at_ms DESC LIMIT 1)) END AS credits,
    c.is_sent = 1 AND EXISTS (
      SELECT 1 FROM upload_job j WHERE j.file_id = e.subject_id AND j.content_id = e.content_id AND j.outcome = 'recorded'
        AND j.visibility = 'public' AND NOT EXISTS (SELECT 1 FROM charge k WHERE k.job_id = j.id)) AS is_at_most
  FROM event_log e JOIN event_cause c ON c.id = e.id;
