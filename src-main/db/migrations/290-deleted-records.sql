-- A person lets a content be notarized again whose record was deleted on the service.
CREATE TABLE approval_290 (
  file_id     INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
  what        TEXT NOT NULL CHECK (what IN ('review', 'size_confirm', 'budget', 'duplicate', 'id_in_use', 'record_deleted')),
  content_id  INTEGER NOT NULL REFERENCES content (id),
  given_at_ms INTEGER NOT NULL,
  PRIMARY KEY (file_id, what)
) STRICT, WITHOUT ROWID;
INSERT INTO approval_290 SELECT file_id, what, content_id, given_at_ms FROM approval;
DROP TABLE approval;
ALTER TABLE approval_290 RENAME TO approval;
