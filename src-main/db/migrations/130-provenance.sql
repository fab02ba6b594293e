-- Citations that a person has had filled in for several files at once, so that they can be taken back before anything
-- is sent.
CREATE TABLE completion (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  made_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE completed_file (
  completion_id        INTEGER NOT NULL REFERENCES completion (id),
  file_id              INTEGER NOT NULL,                   -- of table file; the row may be gone by now
  assignment_id_before INTEGER REFERENCES assignment (id), -- null: the folder's
  assignment_id        INTEGER NOT NULL REFERENCES assignment (id),
  PRIMARY KEY (completion_id, file_id)
) STRICT, WITHOUT ROWID;

-- How the secondary files of a folder find their primary files; see docs/decisions/019-provenance.md.
CREATE TABLE citation_rule (
  id        INTEGER PRIMARY KEY,
  folder_id INTEGER NOT NULL REFERENCES folder (id),
  rule      TEXT NOT NULL -- JSON
) STRICT;

CREATE INDEX citation_rule_by_folder ON citation_rule (folder_id);

-- Few at any time, and asked for whenever a primary file is recorded.
CREATE INDEX file_awaiting_primary ON file (id) WHERE hold = 'primary_pending';
