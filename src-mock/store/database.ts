/** Opens the database file and brings it to the newest shape. A database of a newer build is refused, not guessed at. */
import Database from 'better-sqlite3';

export type Connection = Database.Database;

export function openDatabase(file: string): Connection {
  const db = new Database(file);
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL'); // a rehearsal service: the last moments before a power cut may go
    db.pragma('foreign_keys = ON');
    migrate(db, MIGRATIONS);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Applies the steps above the file's version, each in a transaction of its own. */
export function migrate(db: Connection, migrations: readonly Migration[]): void {
  const found = db.pragma('user_version', { simple: true }) as number;
  const known = migrations.at(-1)?.version ?? 0;
  if (found > known) {
    throw new Error(`the database has version ${found}; this build reads up to ${known}`);
  }
  const missing = migrations.filter(({ version }) => version > found);
  for (const { version, sql } of missing) {
    db.transaction(() => {
      db.exec(sql);
      db.pragma(`user_version = ${version}`);
    })();
  }
}

/**
 * The shape of the service's database. Forward only; a step is never edited once released. SQL lives in this module
 * as text so that a bundle needs no further files.
 */
interface Migration {
  /** The `user_version` the step leaves behind; steps of ten leave room. */
  readonly version: number;
  readonly sql: string;
}

const INITIAL = `
CREATE TABLE setting (
  name  TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE user (
  sequence          INTEGER PRIMARY KEY AUTOINCREMENT, -- order of registration
  id                TEXT NOT NULL UNIQUE,
  name              TEXT NOT NULL,
  last_name         TEXT NOT NULL,
  email             TEXT NOT NULL,
  email_folded      TEXT NOT NULL UNIQUE,              -- lower case: addresses differ by more than case
  password_hash     TEXT NOT NULL,
  organisation      TEXT NOT NULL,
  location          TEXT NOT NULL,
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
  sequence           INTEGER PRIMARY KEY AUTOINCREMENT,
  id                 TEXT NOT NULL UNIQUE,
  name               TEXT NOT NULL,
  area               TEXT NOT NULL,
  organisation       TEXT NOT NULL,
  location           TEXT NOT NULL,
  tags               TEXT NOT NULL,                    -- JSON: array of text
  leader_id          TEXT NOT NULL REFERENCES user (id),
  max_members        INTEGER NOT NULL CHECK (max_members > 0),
  organisation_scope TEXT NOT NULL,                    -- the label; its code is a reading
  leader_scope       TEXT NOT NULL,
  start_date         TEXT NOT NULL,
  end_date           TEXT NOT NULL
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

export const MIGRATIONS: readonly Migration[] = [{ version: 10, sql: INITIAL }];
