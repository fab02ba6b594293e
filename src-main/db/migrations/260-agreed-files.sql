-- Files that a person approved with the preview of a new folder, before their contents were read. A row ends as soon as
-- the file is decided about: its approval then stands in `approval`, or it was not the file that was shown.
CREATE TABLE agreed_file (
  directory_id INTEGER NOT NULL REFERENCES directory (id),
  name         TEXT NOT NULL,
  folder_id    INTEGER NOT NULL REFERENCES folder (id),
  identity     TEXT NOT NULL, -- as in `file`
  credits      INTEGER NOT NULL CHECK (credits >= 0), -- the most that it may cost
  PRIMARY KEY (directory_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX agreed_file_by_folder ON agreed_file (folder_id);
