-- 1: only files that came after the folder was added are wanted.
ALTER TABLE folder ADD COLUMN only_new INTEGER NOT NULL DEFAULT 0 CHECK (only_new IN (0, 1));

-- What lay in such a folder when it was added. Kept apart from the rows of files: those are forgotten when a path is
-- gone, and a file that comes back is no new one. Size and time tell a file from one that was written anew.
CREATE TABLE earlier_file (
  directory_id INTEGER NOT NULL REFERENCES directory (id),
  name         TEXT NOT NULL,
  folder_id    INTEGER NOT NULL REFERENCES folder (id),
  ino          TEXT NOT NULL, -- finds it again under another path of the folder
  size_bytes   INTEGER NOT NULL,
  mtime_ns     TEXT NOT NULL,
  PRIMARY KEY (directory_id, name)
) STRICT, WITHOUT ROWID;

CREATE INDEX earlier_file_by_inode ON earlier_file (folder_id, ino);
