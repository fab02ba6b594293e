-- The list of a project's files may be megabytes long. In a table that is its own index such a row is read whole by every
-- search that passes it, so the copies move into one with an index beside it.
CREATE TABLE mirror_with_index (
  kind          TEXT NOT NULL,
  key           TEXT NOT NULL,
  body          TEXT NOT NULL,
  fetched_at_ms INTEGER NOT NULL,
  is_complete   INTEGER NOT NULL CHECK (is_complete IN (0, 1)),
  standing      TEXT NOT NULL DEFAULT 'there' CHECK (standing IN ('there', 'gone', 'forbidden')),
  PRIMARY KEY (kind, key)
) STRICT;
INSERT INTO mirror_with_index (kind, key, body, fetched_at_ms, is_complete, standing)
SELECT kind, key, body, fetched_at_ms, is_complete, standing FROM mirror;
DROP TABLE mirror;
ALTER TABLE mirror_with_index RENAME TO mirror;

-- When something was last heard of the records of a place: a list that was read before then is known to be old.
CREATE INDEX record_news ON record (project_id, visibility, max(received_at_ms, ifnull(settled_at_ms, 0)));
