/**
 * Files that lists show as this account's, or as nobody's, and that the ledger does not know: another computer of the
 * account sent them, or this database is older than they are. Their FileHash tells whether a content is one of them.
 */
import type Database from 'better-sqlite3';
import type { ListedDestination } from './listed-file-repository.ts';

export interface UnaccountedFile {
  readonly fileId: string;
  readonly name: string;
  /** The status that the service reports. */
  readonly status: string;
  readonly uploadedIso: string;
  /** False: the service names no owner. */
  readonly isOwn: boolean;
}

export interface HashedFile extends UnaccountedFile {
  /** As the service wrote it. */
  readonly fileHash: string;
}

interface Row extends Omit<HashedFile, 'isOwn'> {
  readonly isOwn: number;
}

const COLUMNS = `file_id AS fileId, name, status, uploaded_iso AS uploadedIso, is_own AS isOwn, file_hash AS fileHash`;
const IN_PLACE = 'project_id = +? AND visibility = +?';
/** By now: the answer to its upload came after the list. */
const IS_ACCOUNTED = `EXISTS (SELECT 1 FROM record r WHERE r.project_id = unaccounted_file.project_id
  AND r.visibility = unaccounted_file.visibility AND r.file_id = unaccounted_file.file_id)`;

export function makeUnaccountedFileRepository(db: Database.Database) {
  const upsert = db.prepare(
    `INSERT INTO unaccounted_file (project_id, visibility, file_id, name, status, uploaded_iso, is_own)
     VALUES (@projectId, @visibility, @fileId, @name, @status, @uploadedIso, @isOwn)
     ON CONFLICT DO UPDATE SET status = excluded.status WHERE status <> excluded.status`,
  );
  const removeAccounted = db.prepare<[projectId: string, visibility: string]>(
    `DELETE FROM unaccounted_file WHERE ${IN_PLACE} AND ${IS_ACCOUNTED}`,
  );
  const remove = db.prepare(
    'DELETE FROM unaccounted_file WHERE project_id = @projectId AND visibility = @visibility AND file_id = @fileId',
  );
  const updateHash = db.prepare(
    `UPDATE unaccounted_file SET file_hash = @fileHash, file_hash_hex = @hex
     WHERE project_id = @projectId AND visibility = @visibility AND file_id = @fileId`,
  );
  const selectUnread = db.prepare<[string, string], Row>(
    `SELECT ${COLUMNS} FROM unaccounted_file WHERE ${IN_PLACE} AND file_hash_hex IS NULL AND NOT ${IS_ACCOUNTED}`,
  );
  const selectNamed = db.prepare<[string, string, name: string], Row>(
    `SELECT ${COLUMNS} FROM unaccounted_file WHERE ${IN_PLACE} AND name = ? AND NOT ${IS_ACCOUNTED}`,
  );
  const selectUnreadNamed = db.prepare<
    [names: string],
    ListedDestination & { readonly name: string }
  >(
    `SELECT DISTINCT project_id AS projectId, visibility, name FROM unaccounted_file
     WHERE file_hash_hex IS NULL AND is_own = 1 AND name IN (SELECT value FROM json_each(?)) AND NOT ${IS_ACCOUNTED}`,
  );
  const selectHashedNamed = db.prepare<
    [names: string],
    ListedDestination & { readonly name: string; readonly fileHash: string }
  >(
    `SELECT project_id AS projectId, visibility, name, file_hash AS fileHash FROM unaccounted_file
     WHERE file_hash_hex IS NOT NULL AND is_own = 1 AND name IN (SELECT value FROM json_each(?)) AND NOT ${IS_ACCOUNTED}`,
  );
  const selectAnyHashed = db.prepare<[string, string]>(
    `SELECT 1 FROM unaccounted_file WHERE ${IN_PLACE} AND file_hash_hex IS NOT NULL LIMIT 1`,
  );
  const selectHashes = db
    .prepare<[string, string], string>(
      `SELECT file_hash FROM unaccounted_file WHERE ${IN_PLACE} AND file_hash_hex IS NOT NULL`,
    )
    .pluck();
  const selectHashed = db.prepare<[hexes: string, string, string], Row>(
    `SELECT ${COLUMNS} FROM unaccounted_file WHERE file_hash_hex IN (SELECT value FROM json_each(?)) AND ${IN_PLACE}`,
  );

  return {
    /** What one list shows; files that are in the ledger by now are forgotten. */
    noteListed(place: ListedDestination, files: readonly UnaccountedFile[]): void {
      for (const file of files) {
        const name = file.name.normalize();
        upsert.run({ ...place, ...file, name, isOwn: file.isOwn ? 1 : 0 });
      }
      removeAccounted.run(place.projectId, place.visibility);
    },
    /** `hex`: the digest in it. Nothing happens to a file that is in the ledger, or somebody else's. */
    keepHash(
      place: ListedDestination & { readonly fileId: string },
      fileHash: string,
      hex: string,
    ): void {
      const { projectId, visibility, fileId } = place;
      updateHash.run({ projectId, visibility, fileId, fileHash, hex });
    },
    forget({ projectId, visibility }: ListedDestination, { fileId }: UnaccountedFile): void {
      remove.run({ projectId, visibility, fileId });
    },
    /** Those whose content is not known. */
    unread: ({ projectId, visibility }: ListedDestination): readonly UnaccountedFile[] =>
      selectUnread.all(projectId, visibility).map(read),
    /** Those with this name, whose content is known or not (`fileHash` null). */
    named: (
      { projectId, visibility }: ListedDestination,
      name: string,
    ): readonly (UnaccountedFile & { readonly fileHash: string | null })[] =>
      selectNamed.all(projectId, visibility, name.normalize()).map(read),
    /** The account's own with one of these names, in any list, whose content is not known. */
    unreadNamed: (
      names: readonly string[],
    ): readonly (ListedDestination & { readonly name: string })[] =>
      selectUnreadNamed.all(JSON.stringify(names.map((name) => name.normalize()))),
    /** The same, whose content is known. */
    hashedNamed: (
      names: readonly string[],
    ): readonly (ListedDestination & { readonly name: string; readonly fileHash: string })[] =>
      selectHashedNamed.all(JSON.stringify(names.map((name) => name.normalize()))),
    hasHashed: ({ projectId, visibility }: ListedDestination): boolean =>
      selectAnyHashed.get(projectId, visibility) !== undefined,
    /** FileHash of the others, as the service wrote them. */
    hashes: ({ projectId, visibility }: ListedDestination): readonly string[] =>
      selectHashes.all(projectId, visibility),
    /** Those whose FileHash is one of these digests, in lower-case hex, by whatever method. */
    withHash: (
      { projectId, visibility }: ListedDestination,
      hexes: readonly string[],
    ): readonly HashedFile[] =>
      selectHashed.all(JSON.stringify(hexes), projectId, visibility).map(read),
  };
}

function read(row: Row): HashedFile {
  return { ...row, isOwn: row.isOwn === 1 };
}
