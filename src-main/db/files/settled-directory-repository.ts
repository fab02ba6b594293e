/**
 * What directories showed when a scan found nothing more to do in them. A directory that shows the same again is left
 * alone as a whole. Triggers of the database (160-agreed-listings.sql) take a listing away as soon as a row may want to
 * be looked at again.
 */
import type Database from 'better-sqlite3';

export function makeAgreedListingRepository(db: Database.Database) {
  const select = db
    .prepare<[folderId: number, path: string], string | null>(
      'SELECT agreed_listing FROM directory WHERE folder_id = ? AND path = ?',
    )
    .pluck();
  const update = db.prepare('UPDATE directory SET agreed_listing = ? WHERE id = ?');

  return {
    /** Null when nothing is known, or something may be left to do. */
    of: (folderId: number, path: string): string | null => select.get(folderId, path) ?? null,
    /** After the rows were moved, in the same transaction: each move takes it away. */
    keep(directoryId: number, listing: string): void {
      update.run(listing, directoryId);
    },
  };
}
export type AgreedListingRepository = ReturnType<typeof makeAgreedListingRepository>;
