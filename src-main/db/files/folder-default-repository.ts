/** What a person lays down for folders that are yet to be watched. One row, which survives restarts. */
import type Database from 'better-sqlite3';
import {
  NO_FOLDER_DEFAULTS,
  type FolderDefaults,
} from '../../../src-shared/model/folders/folder-defaults.ts';
import type { WatchMode } from '../../../src-shared/model/folders/folder-rules.ts';

interface Row {
  readonly settleSeconds: number | null;
  readonly exclude: string;
  readonly mode: WatchMode;
  readonly pollSeconds: number;
}

export function makeFolderDefaultRepository(db: Database.Database) {
  const select = db.prepare<[], Row>(
    `SELECT settle_seconds AS settleSeconds, exclude, watch_mode AS mode, poll_seconds AS pollSeconds
     FROM folder_default`,
  );
  const upsert = db.prepare(
    `INSERT OR REPLACE INTO folder_default (id, settle_seconds, exclude, watch_mode, poll_seconds)
     VALUES (1, @settleSeconds, @exclude, @mode, @pollSeconds)`,
  );

  return {
    get(): FolderDefaults {
      const row = select.get();
      if (row === undefined) return NO_FOLDER_DEFAULTS;
      const { settleSeconds, mode, pollSeconds } = row;
      const exclude = JSON.parse(row.exclude) as string[];
      return { settleSeconds, exclude, watching: { mode, pollSeconds } };
    },
    set({ settleSeconds, exclude, watching }: FolderDefaults): void {
      upsert.run({ settleSeconds, exclude: JSON.stringify(exclude), ...watching });
    },
  };
}
