/**
 * What the ledger expects on disk: for each path, the content that was last known to be notarized there and what the
 * file looked like then. Folders that are no longer watched count too: what was proven in them stays proven. It only
 * reads.
 */
import type Database from 'better-sqlite3';
import type { FileState, HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { Folder } from './folder-repository.ts';

export interface ExpectedFile {
  readonly fileId: number;
  /** Relative to its folder; of hand-picked files absolute. */
  readonly directoryPath: string;
  readonly name: string;
  readonly state: FileState;
  readonly hold: HoldReason | null;
  readonly message: string | null;
  /** The record that the row shows. */
  readonly recordId: number | null;
  /** Of the bytes that the row shows; null: not fingerprinted. */
  readonly contentId: number | null;
  /** The content that is notarized here; null: none. */
  readonly provenContentId: number | null;
  /** `identityKey` of the file when it had that content; null: not known. */
  readonly provenIdentity: string | null;
}

/** The part of a folder that an audit covers: everything in its `directoryPath` and below; '' for all. */
export interface FolderPart {
  readonly folderId: number;
  readonly directoryPath: string;
}

type PlacedFolder = Pick<Folder, 'id' | 'kind' | 'path'>;

const PROOFS = "('notarized', 'duplicate', 'recording', 'record_error', 'deleting', 'deleted')";
// While a row is in a state of proof, it shows the notarized bytes itself. Later `proven_look` remembers them; without
// it, the record gives at least the content.
const COLUMNS = `f.id AS fileId, d.path AS directoryPath, f.name, f.state, f.hold, f.message,
  f.record_id AS recordId, f.content_id AS contentId,
  CASE WHEN f.state IN ${PROOFS} THEN f.content_id ELSE ifnull(l.content_id, r.content_id) END AS provenContentId,
  CASE WHEN f.state IN ${PROOFS} THEN f.identity
    WHEN l.content_id IS NOT NULL THEN l.identity
    WHEN f.content_id = r.content_id THEN f.identity END AS provenIdentity`;
const JOINS =
  'LEFT JOIN proven_look l ON l.file_id = f.id LEFT JOIN record r ON r.id = f.record_id';

export function makeExpectedFileRepository(db: Database.Database) {
  const placed = db.prepare<[], PlacedFolder>(
    'SELECT id, kind, path FROM folder ORDER BY removed_at_ms IS NOT NULL, id DESC',
  );
  const named = db.prepare<[name: string, folderId: number, directoryPath: string], ExpectedFile>(
    `SELECT ${COLUMNS} FROM directory d JOIN file f ON f.directory_id = d.id AND f.name = ? ${JOINS}
     WHERE d.folder_id = ? AND d.path = ?`,
  );
  const directories = db.prepare<[part: FolderPart], { id: number }>(
    `SELECT id FROM directory WHERE folder_id = @folderId AND (@directoryPath = '' OR path = @directoryPath
       OR substr(path, 1, length(@directoryPath) + 1) = @directoryPath || '/') ORDER BY path`,
  );
  const inDirectory = db.prepare<unknown[], ExpectedFile>(
    `SELECT ${COLUMNS} FROM file f JOIN directory d ON d.id = f.directory_id ${JOINS}
     WHERE f.directory_id = ? AND f.id > ? AND f.state <> 'remote_only'
       AND (f.state IN ${PROOFS} OR f.record_id IS NOT NULL OR l.file_id IS NOT NULL)
     ORDER BY f.id LIMIT ?`,
  );

  const foreign = db.prepare<[], { found: 0 | 1 }>(
    'SELECT EXISTS (SELECT 1 FROM metadata_document WHERE has_record = 0) AS found',
  );

  return {
    /** A fingerprint from the service is here whose content this computer never held. */
    hasForeignDocuments: (): boolean => foreign.get()?.found === 1,
    /** Every folder that ever existed: watched ones first, then the latest first. */
    folders: (): readonly PlacedFolder[] => placed.all(),
    /** What is known of a path; null: nothing. */
    find: (folderId: number, directoryPath: string, name: string): ExpectedFile | null =>
      named.get(name, folderId, directoryPath) ?? null,
    /** Everything that should exist, except files that a person declared gone, in pages. */
    *under(part: FolderPart): Generator<ExpectedFile> {
      for (const { id } of directories.all(part)) {
        let last = 0;
        for (;;) {
          const page = inDirectory.all(id, last, PAGE);
          yield* page;
          if (page.length < PAGE) break;
          last = page.at(-1)?.fileId ?? last;
        }
      }
    },
  };
}

const PAGE = 1_000;
