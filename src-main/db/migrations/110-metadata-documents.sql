-- The service's metadata document of a file, byte for byte, so that a file can be held against its record without the
-- network. It may be of a file that this computer never held, so it belongs to a place and not to a row of `record`.
CREATE TABLE metadata_document (
  project_id    TEXT NOT NULL,
  visibility    TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  file_id       TEXT NOT NULL,
  body          BLOB NOT NULL,
  sha256        TEXT NOT NULL, -- of the body: a damaged one is noticed and fetched again
  file_hash     TEXT,          -- as the service wrote it; null: it names none
  file_hash_hex TEXT,          -- the digest in it, however it is written; null when it cannot be read
  fetched_at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, visibility, file_id)
) STRICT;

CREATE INDEX metadata_document_by_hash ON metadata_document (file_hash_hex) WHERE file_hash_hex IS NOT NULL;

-- Which records lack theirs is asked at every turn of the pump, over a million of them.
ALTER TABLE record ADD COLUMN has_document INTEGER NOT NULL DEFAULT 0 CHECK (has_document IN (0, 1));
CREATE INDEX record_without_document ON record (id)
  WHERE status = 'Available' AND certificate_pdf IS NOT NULL AND has_document = 0;

CREATE TRIGGER metadata_document_kept AFTER INSERT ON metadata_document BEGIN
  UPDATE record SET has_document = 1
    WHERE project_id = new.project_id AND visibility = new.visibility AND file_id = new.file_id;
END;
CREATE TRIGGER metadata_document_dropped AFTER DELETE ON metadata_document BEGIN
  UPDATE record SET has_document = 0
    WHERE project_id = old.project_id AND visibility = old.visibility AND file_id = old.file_id;
END;
-- One that was kept before this computer knew the record as its own.
CREATE TRIGGER record_has_document AFTER INSERT ON record BEGIN
  UPDATE record SET has_document = 1 WHERE id = new.id AND EXISTS (
    SELECT 1 FROM metadata_document d
    WHERE d.project_id = new.project_id AND d.visibility = new.visibility AND d.file_id = new.file_id);
END;
