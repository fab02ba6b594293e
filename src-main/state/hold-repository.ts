/** Why files are held, counted by reason: a thousand files that wait for one thing are one wait. */
import type Database from 'better-sqlite3';
import type { HoldReason } from '../../src-shared/model/file-state.ts';
import type { WaitNote } from '../../src-shared/model/wait-note.ts';

export interface HeldCount {
  readonly hold: HoldReason;
  /** What the rows note about their wait; null: nothing. */
  readonly waits: WaitNote['waits'] | null;
  readonly files: number;
  readonly bytes: number;
  /** Since when the first of them waits. */
  readonly sinceMs: number;
}

export function makeHoldRepository(db: Database.Database) {
  const select = db.prepare<[], HeldCount>(
    `SELECT hold, CASE WHEN message LIKE '{"waits":%' THEN json_extract(message, '$.waits') END AS waits,
       count(*) AS files, sum(size_bytes) AS bytes, min(changed_at_ms) AS sinceMs
     FROM file f JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL
     WHERE f.state = 'held' GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  return {
    /** Of active folders, by reason. */
    counts: (): readonly HeldCount[] => select.all(),
  };
}
export type HoldRepository = ReturnType<typeof makeHoldRepository>;
