/** Contents that were compared with all FileHashes known of a destination, and are none of those files. */
import type Database from 'better-sqlite3';
import type { ListedDestination } from './listed-file-repository.ts';

export interface ComparedContents {
  /** Names the FileHashes they were compared with. */
  readonly hashes: string;
  /** A bit for each number of a content: see number-set.ts. */
  readonly contents: Uint8Array;
}

export function makeComparedContentRepository(db: Database.Database) {
  const select = db.prepare<[string, string], ComparedContents>(
    'SELECT hashes, contents FROM compared_content WHERE project_id = ? AND visibility = ?',
  );
  const upsert = db.prepare(
    `INSERT INTO compared_content (project_id, visibility, hashes, contents)
     VALUES (@projectId, @visibility, @hashes, @contents)
     ON CONFLICT DO UPDATE SET hashes = excluded.hashes, contents = excluded.contents`,
  );
  return {
    get: ({ projectId, visibility }: ListedDestination): ComparedContents | null =>
      select.get(projectId, visibility) ?? null,
    keep({ projectId, visibility }: ListedDestination, compared: ComparedContents): void {
      upsert.run({ projectId, visibility, ...compared });
    },
  };
}
