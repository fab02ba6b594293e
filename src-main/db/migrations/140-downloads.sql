-- Downloads that are not finished: what a later run has to know of the bytes that are in the partial file. The link is not
-- among it, because whoever has the link has the file.
CREATE TABLE download (
  id            INTEGER PRIMARY KEY AUTOINCREMENT,
  project_id    TEXT NOT NULL,
  file_id       TEXT NOT NULL,
  name          TEXT NOT NULL,
  folder        TEXT NOT NULL,
  part_name     TEXT NOT NULL,
  validator     TEXT,
  total_bytes   INTEGER CHECK (total_bytes >= 0),
  created_at_ms INTEGER NOT NULL,
  UNIQUE (project_id, file_id, folder)
) STRICT;
