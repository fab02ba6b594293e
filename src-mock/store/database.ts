/** Opens the database file of the service, and makes its tables when it is new. */
import Database from 'better-sqlite3';

export type Connection = Database.Database;

export function openDatabase(file: string): Connection {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL'); // a rehearsal service: the last moments before a power cut may go
    db.pragma('foreign_keys = ON');
    createTables(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Of the tables below; a change of theirs needs the next number. */
export const VERSION = 20;

/** Makes the tables of a new file. What is in it is a rehearsal: a file of another build is refused, never converted. */
export function createTables(db: Connection): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  if (found === VERSION) return;
  if (found !== 0) {
    throw new Error(
      `the mock's database has version ${found}, and this build reads ${VERSION}: delete the file to begin anew`,
    );
  }
  db.transaction(() => {
    db.exec(TABLES);
    db.pragma(`user_version = ${VERSION}`);
  })();
}

/** SQL lives in this module as text so that a bundle needs no further files. */
const TABLES = `
CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE user (
  sequence          INTEGER PRIMARY KEY AUTOINCREMENT, -- order of registration
  id                TEXT NOT NULL UNIQUE,
  profile           TEXT NOT NULL,                     -- JSON: what people say of themselves
  email             TEXT NOT NULL,
  email_folded      TEXT NOT NULL UNIQUE,              -- lower case: addresses differ by more than case
  password_hash     TEXT NOT NULL,
  is_admin          INTEGER NOT NULL CHECK (is_admin IN (0, 1)),
  activated_at_ms   INTEGER,                           -- null: on hold
  suspension_reason TEXT,                              -- null: not suspended
  created_at_ms     INTEGER NOT NULL,
  credit_balance    INTEGER NOT NULL DEFAULT 0 CHECK (credit_balance >= 0),
  avatar            BLOB
) STRICT;

CREATE TABLE mail_token (
  token         TEXT PRIMARY KEY,
  purpose       TEXT NOT NULL CHECK (purpose IN ('activation', 'reset')),
  user_id       TEXT NOT NULL REFERENCES user (id),
  expires_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE mail (
  sequence   INTEGER PRIMARY KEY AUTOINCREMENT,
  id         TEXT NOT NULL UNIQUE,
  recipient  TEXT NOT NULL,
  subject    TEXT NOT NULL,
  text       TEXT NOT NULL,
  links      TEXT NOT NULL,                            -- JSON: [{label, url}]
  sent_at_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE tag (
  sequence    INTEGER PRIMARY KEY AUTOINCREMENT,
  id          TEXT NOT NULL UNIQUE,
  name        TEXT NOT NULL,
  name_folded TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE project (
  sequence  INTEGER PRIMARY KEY AUTOINCREMENT,
  id        TEXT NOT NULL UNIQUE,
  leader_id TEXT NOT NULL REFERENCES user (id),
  fields    TEXT NOT NULL                              -- JSON: the rest, scopes as words
) STRICT;

CREATE TABLE member (
  sequence   INTEGER PRIMARY KEY AUTOINCREMENT,        -- order of invitation
  project_id TEXT NOT NULL REFERENCES project (id),
  user_id    TEXT NOT NULL REFERENCES user (id),
  is_active  INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  UNIQUE (project_id, user_id)
) STRICT;
CREATE INDEX member_by_user ON member (user_id);

CREATE TABLE chain_record (
  sequence         INTEGER PRIMARY KEY AUTOINCREMENT,
  operation        TEXT NOT NULL,
  subject_id       TEXT NOT NULL,                      -- the file, project or user it is about
  actor_id         TEXT NOT NULL,
  content          TEXT NOT NULL,                      -- JSON: the facts that are recorded
  recorded_at_ms   INTEGER NOT NULL,                   -- when the operation happened
  available_at_ms  INTEGER NOT NULL,                   -- when the chain has it, or has failed to take it
  is_failed        INTEGER NOT NULL CHECK (is_failed IN (0, 1)),
  transaction_hash TEXT NOT NULL UNIQUE,
  block_number     INTEGER NOT NULL UNIQUE,
  block_hash       TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE metadata_document (
  cid      TEXT PRIMARY KEY,
  document TEXT NOT NULL                               -- the JSON whose bytes the CID was made from
) STRICT;

CREATE TABLE file (
  sequence              INTEGER PRIMARY KEY AUTOINCREMENT, -- order of upload
  id                    TEXT NOT NULL UNIQUE,
  project_id            TEXT NOT NULL REFERENCES project (id),
  owner_id              TEXT NOT NULL REFERENCES user (id),
  visibility            TEXT NOT NULL CHECK (visibility IN ('public', 'private')),
  name                  TEXT NOT NULL,
  label                 TEXT NOT NULL,
  type                  TEXT NOT NULL CHECK (type IN ('primary', 'secondary')),
  media_type            TEXT NOT NULL,
  size_bytes            INTEGER NOT NULL,
  link_to_procedure     TEXT,
  procedure_description TEXT,
  primary_data          TEXT,
  uploaded              TEXT NOT NULL,                 -- as the service answers it
  download_count        INTEGER NOT NULL DEFAULT 0,
  sha256                TEXT NOT NULL,                 -- hex; what content verification compares
  hash_method           TEXT NOT NULL,                 -- how the metadata document's FileHash was made
  object_key            TEXT NOT NULL,                 -- where the content lies
  metadata_cid          TEXT NOT NULL REFERENCES metadata_document (cid),
  upload_record         INTEGER NOT NULL REFERENCES chain_record (sequence),
  deletion_record       INTEGER REFERENCES chain_record (sequence)
) STRICT;
CREATE INDEX file_by_project ON file (project_id, visibility, sequence);
CREATE INDEX file_by_content ON file (sha256);

CREATE TABLE credit_transaction (
  sequence      INTEGER PRIMARY KEY AUTOINCREMENT,
  id            TEXT NOT NULL UNIQUE,
  user_id       TEXT NOT NULL REFERENCES user (id),
  created_at_ms INTEGER NOT NULL,
  amount        INTEGER NOT NULL CHECK (amount <> 0),  -- negative: a charge
  type          TEXT NOT NULL,
  subject_id    TEXT                                   -- the file or project it paid for
) STRICT;
CREATE INDEX credit_transaction_by_user ON credit_transaction (user_id, created_at_ms);
`;
