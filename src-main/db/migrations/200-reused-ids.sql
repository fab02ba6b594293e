-- The service answered an upload with the id of a file that holds another content: it counts as spent, it has no record,
-- and its content is not sent again before a person approves it.
ALTER TABLE upload_job ADD COLUMN reused_file_id TEXT; -- that id; null: none
CREATE INDEX upload_job_reused_id ON upload_job (content_id, project_id, visibility) WHERE reused_file_id IS NOT NULL;

CREATE TABLE approval_200 (
  file_id     INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  what        TEXT NOT NULL CHECK (what IN ('review', 'size_confirm', 'budget', 'duplicate', 'id_in_use')),
  content_id  INTEGER NOT NULL REFERENCES content (id),
  given_at_ms INTEGER NOT NULL,
  PRIMARY KEY (file_id, what)
) STRICT, WITHOUT ROWID;
INSERT INTO approval_200 SELECT file_id, what, content_id, given_at_ms FROM approval;
DROP TABLE approval;
ALTER TABLE approval_200 RENAME TO approval;

-- Until now such a file waited at the other content's record for ever.
UPDATE upload_job SET record_id = NULL, reused_file_id = (SELECT file_id FROM record WHERE id = record_id)
WHERE outcome = 'recorded' AND record_id IN (SELECT id FROM record WHERE content_id <> upload_job.content_id);
UPDATE file SET state = 'held', hold = 'id_in_use', message = NULL, record_id = NULL
WHERE state = 'recording' AND record_id IN (SELECT id FROM record WHERE content_id <> file.content_id);
