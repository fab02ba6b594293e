/**
 * Whether this account pays elsewhere too, or paid for what this database has forgotten, and which destinations have been
 * compared with the service since that was noticed.
 */
import type Database from 'better-sqlite3';
import { getMeta, setMeta } from '../open-database.ts';
import type { ListedDestination } from './listed-file-repository.ts';

const PAYS_ELSEWHERE = 'pays_elsewhere';
const UNTOLD_SINCE = 'untold_since_ms';

export function makeComparedPlaceRepository(db: Database.Database) {
  const upsert = db.prepare(
    `INSERT INTO compared_place (project_id, visibility, is_doubtful) VALUES (@projectId, @visibility, @isDoubtful)
     ON CONFLICT DO UPDATE SET is_doubtful = excluded.is_doubtful WHERE is_doubtful = 1`,
  );
  const doubtful = db.prepare<[string, string]>(
    'SELECT 1 FROM compared_place WHERE project_id = +? AND visibility = +? AND is_doubtful = 1',
  );
  const uncompared = db.prepare<[], ListedDestination>(
    `SELECT DISTINCT a.project_id AS projectId, a.visibility FROM folder o
       JOIN assignment a ON a.id = o.assignment_id
     WHERE o.kind = 'watched' AND o.removed_at_ms IS NULL AND NOT EXISTS (
       SELECT 1 FROM compared_place p WHERE p.project_id = a.project_id AND p.visibility = a.visibility)
     ORDER BY 1, 2`,
  );
  const forgetAll = db.prepare('DELETE FROM compared_place');
  const isSuspected = (): boolean => getMeta(db, PAYS_ELSEWHERE) !== null;

  return {
    /** Something was paid for that is not known here. Every destination is compared anew. */
    suspect(): void {
      setMeta(db, PAYS_ELSEWHERE, 'yes');
      forgetAll.run();
    },
    /**
     * `isComplete`: whatever this account has there is known, or its content is. Without that, a destination that was
     * complete since the last suspicion stays so.
     */
    noteCompared({ projectId, visibility }: ListedDestination, isComplete: boolean): void {
      if (!isSuspected()) return;
      upsert.run({ projectId, visibility, isDoubtful: isComplete ? 0 : 1 });
    },
    /** Something paid for there may be unknown, and no list can tell. */
    isDoubtful: ({ projectId, visibility }: ListedDestination): boolean =>
      doubtful.get(projectId, visibility) !== undefined,
    /** Destinations of watched folders that still have to be compared. */
    uncompared: (): readonly ListedDestination[] => (isSuspected() ? uncompared.all() : []),
    /** From this time on the balance may hide what was spent elsewhere: the credit history tells. */
    noteUntold(sinceMs: number): void {
      if (getMeta(db, UNTOLD_SINCE) === null) setMeta(db, UNTOLD_SINCE, String(sinceMs));
    },
    /** Null: the balance hides nothing. */
    untoldSinceMs(): number | null {
      const text = getMeta(db, UNTOLD_SINCE);
      return text === null ? null : Number(text);
    },
    noteHistoryRead(): void {
      db.prepare('DELETE FROM meta WHERE name = ?').run(UNTOLD_SINCE);
    },
  };
}
