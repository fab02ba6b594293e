-- A person sends a file next; what was to go first goes next, in its order, and what was to go last goes in its turn.
INSERT INTO preference (name, value)
  SELECT 'carried-over:queue', '{"kind":"queue"}'
  WHERE EXISTS (SELECT 1 FROM upload_wish WHERE priority = 'last');

-- What a person decided about the upload of one file. A row without a decision is not kept.
CREATE TABLE queue_choice (
  file_id            INTEGER PRIMARY KEY REFERENCES file (id) ON DELETE CASCADE,
  place              INTEGER, -- it goes before all others: of several the lowest first; null: in its turn
  stopped_content_id INTEGER REFERENCES content (id), -- these bytes are not sent until a person says so
  CHECK (place IS NOT NULL OR stopped_content_id IS NOT NULL)
) STRICT;
INSERT INTO queue_choice (file_id, place, stopped_content_id)
  SELECT file_id, iif(priority = 'first', row_number() OVER (
      ORDER BY priority IS NOT 'first', w.place IS NULL, w.place, f.unchanged_since_ms + f.size_bytes / 1000.0, f.id), NULL),
    stopped_content_id
  FROM upload_wish w JOIN file f ON f.id = w.file_id
  WHERE priority = 'first' OR stopped_content_id IS NOT NULL;
DROP TABLE upload_wish;
