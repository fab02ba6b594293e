-- Drives in watched folders: what is mounted where, so that another one in its place is noticed, or that none is there.
CREATE TABLE folder_drive (
  folder_id INTEGER NOT NULL REFERENCES folder (id),
  path      TEXT NOT NULL, -- relative to the folder, '/' between names, '' for the folder itself
  dev       TEXT NOT NULL, -- changes when it is mounted again
  volume    TEXT,          -- what identifies its file system for good; null: the system does not tell
  trouble   TEXT CHECK (trouble IN ('gone', 'other')), -- its files are left as they were
  PRIMARY KEY (folder_id, path)
) STRICT, WITHOUT ROWID;

INSERT INTO folder_drive (folder_id, path, dev)
SELECT id, '', root_dev FROM folder WHERE root_dev IS NOT NULL;

-- A condition of a column is changed by making the column anew.
ALTER TABLE folder RENAME COLUMN trouble TO earlier_trouble;
ALTER TABLE folder ADD COLUMN trouble TEXT
  CHECK (trouble IN ('absent', 'unreadable', 'emptied', 'other-drive'));
UPDATE folder SET trouble = earlier_trouble WHERE earlier_trouble IS NOT NULL;
ALTER TABLE folder DROP COLUMN earlier_trouble;
