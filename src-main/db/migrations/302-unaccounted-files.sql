-- Files that a list of the service shows as this account's, or as nobody's, and that the ledger does not know: another
-- computer of the account sent them, or this database is older than they are.
CREATE TABLE unaccounted_file (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_id       TEXT NOT NULL,
  name          TEXT NOT NULL,
  status        TEXT NOT NULL,
  uploaded_iso  TEXT NOT NULL,
  is_own        INTEGER NOT NULL CHECK (is_own IN (0, 1)), -- 0: the service names no owner
  file_hash     TEXT, -- as the service wrote it; null: not known yet
  file_hash_hex TEXT, -- the digest in it
  PRIMARY KEY (project_id, visibility, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX unaccounted_file_by_hash ON unaccounted_file (file_hash_hex) WHERE file_hash_hex IS NOT NULL;

-- Destinations that were compared with the service since it was last noticed that this account pays elsewhere too.
CREATE TABLE compared_place (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  is_doubtful   INTEGER NOT NULL CHECK (is_doubtful IN (0, 1)), -- 1: something paid for there may still be unknown here
  PRIMARY KEY (project_id, visibility)
) STRICT, WITHOUT ROWID;

-- 1: it may have been paid for elsewhere, so the platform is asked about it before it is paid for, whatever a folder says.
ALTER TABLE content ADD COLUMN is_doubted INTEGER NOT NULL DEFAULT 0 CHECK (is_doubted IN (0, 1));

-- A list may show again what an earlier one called deleted.
CREATE INDEX record_deleted ON record (project_id, visibility) WHERE status = 'Deleted';
