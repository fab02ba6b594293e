-- Contents that are none of the files whose FileHash is known of a destination: while it is not known how the service hashes,
-- telling so takes digests that are not kept, and reading each file again.
CREATE TABLE compared_content (
  project_id TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  hashes     TEXT NOT NULL, -- digest of those that they were compared with
  contents   BLOB NOT NULL, -- a bit for each number of a content
  PRIMARY KEY (project_id, visibility)
) STRICT;
