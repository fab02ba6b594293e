-- A content is known by its BLAKE3 alone. SHA-256 is made when it is sent, or asked for. Both are kept as their bytes.
-- What refers to a content keeps doing so: ids stay (`migrate.ts`).
CREATE TABLE content_240 (
  id                INTEGER PRIMARY KEY,
  blake3            BLOB NOT NULL CHECK (length(blake3) = 32),
  sha256            BLOB CHECK (length(sha256) = 32), -- null: not made yet
  size_bytes        INTEGER NOT NULL,
  platform_exists   INTEGER CHECK (platform_exists IN (0, 1)), -- null: not asked
  platform_name     TEXT,
  platform_project  TEXT,
  platform_asked_at_ms INTEGER
) STRICT;
INSERT INTO content_240
  SELECT id, unhex(blake3), unhex(sha256), size_bytes, platform_exists, platform_name, platform_project, platform_asked_at_ms
  FROM content;
DROP TABLE content;
ALTER TABLE content_240 RENAME TO content;
-- After the rows: an index of a million digests is sorted at once, and not filled in any order.
CREATE UNIQUE INDEX content_by_blake3 ON content (blake3);
CREATE UNIQUE INDEX content_by_sha256 ON content (sha256) WHERE sha256 IS NOT NULL;

-- What was notarized as a changed file; before, only its SHA-256 was kept.
ALTER TABLE audit_row ADD COLUMN known_blake3 TEXT;

-- Before a content is sent to be checked, the fingerprints of files that others sent are looked through. Where there are
-- none, its SHA-256 need not be made for that.
ALTER TABLE metadata_document ADD COLUMN has_record INTEGER NOT NULL DEFAULT 0 CHECK (has_record IN (0, 1));
UPDATE metadata_document SET has_record = 1 WHERE EXISTS (
  SELECT 1 FROM record r WHERE r.project_id = metadata_document.project_id
    AND r.visibility = metadata_document.visibility AND r.file_id = metadata_document.file_id);
CREATE INDEX metadata_document_of_others ON metadata_document (file_id) WHERE has_record = 0;

CREATE TRIGGER metadata_document_has_record AFTER INSERT ON metadata_document BEGIN
  UPDATE metadata_document SET has_record = 1
    WHERE project_id = new.project_id AND visibility = new.visibility AND file_id = new.file_id AND EXISTS (
      SELECT 1 FROM record r
      WHERE r.project_id = new.project_id AND r.visibility = new.visibility AND r.file_id = new.file_id);
END;
CREATE TRIGGER record_of_document AFTER INSERT ON record BEGIN
  UPDATE metadata_document SET has_record = 1
    WHERE project_id = new.project_id AND visibility = new.visibility AND file_id = new.file_id;
END;
