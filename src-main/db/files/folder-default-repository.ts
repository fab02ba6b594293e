/** What a person laid down for folders that are yet to be watched. One row, which survives restarts. */
import type Database from 'better-sqlite3';
import {
  NO_FOLDER_DEFAULTS,
  type FolderDefaults,
} from '../../../src-shared/model/folders/folder-defaults.ts';

export function makeFolderDefaultRepository(db: Database.Database) {
  const select = db.prepare<[], { settleSeconds: number | null; exclude: string }>(
    'SELECT settle_seconds AS settleSeconds, exclude FROM folder_default',
  );
  const upsert = db.prepare(
    `INSERT INTO folder_default (id, settle_seconds, exclude) VALUES (1, @settleSeconds, @exclude)
     ON CONFLICT DO UPDATE SET settle_seconds = excluded.settle_seconds, exclude = excluded.exclude`,
  );

  return {
    get(): FolderDefaults {
      const row = select.get();
      if (row === undefined) return NO_FOLDER_DEFAULTS;
      return { settleSeconds: row.settleSeconds, exclude: JSON.parse(row.exclude) as string[] };
    },
    set({ settleSeconds, exclude }: FolderDefaults): void {
      upsert.run({ settleSeconds, exclude: JSON.stringify(exclude) });
    },
  };
}
