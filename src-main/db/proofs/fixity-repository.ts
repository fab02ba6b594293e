/** How often folders are audited automatically, and which fixity alerts nobody has reviewed yet. */
import type Database from 'better-sqlite3';
import type { AuditRhythm } from '../../../src-shared/model/proofs/audit.ts';

export interface KeptRhythm {
  /** Absolute path; '' for all watched folders. */
  readonly root: string;
  readonly rhythm: AuditRhythm;
  /** Since when it holds: the first audit is due a period later. */
  readonly sinceMs: number;
}

export function makeFixityRepository(db: Database.Database) {
  const selectRhythms = db.prepare<[], KeptRhythm>(
    'SELECT root, rhythm, since_ms AS sinceMs FROM audit_rhythm ORDER BY root',
  );
  const upsertRhythm = db.prepare(
    `INSERT INTO audit_rhythm (root, rhythm, since_ms) VALUES (@root, @rhythm, @sinceMs)
     ON CONFLICT (root) DO UPDATE SET rhythm = excluded.rhythm, since_ms = excluded.since_ms`,
  );
  const deleteRhythm = db.prepare('DELETE FROM audit_rhythm WHERE root = ?');
  const upsertSilent = db.prepare(
    `INSERT INTO silent_change (path, run_id, sha256) VALUES (@path, @runId, @sha256)
     ON CONFLICT (path) DO UPDATE SET run_id = excluded.run_id, sha256 = excluded.sha256,
       is_acknowledged = CASE WHEN sha256 = excluded.sha256 THEN is_acknowledged ELSE 0 END`,
  );
  const deleteSilent = db.prepare('DELETE FROM silent_change WHERE path = ?');
  const selectSilent = db.prepare<[path: string], { sha256: string }>(
    'SELECT sha256 FROM silent_change WHERE path = ?',
  );
  const acknowledge = db.prepare('UPDATE silent_change SET is_acknowledged = 1 WHERE run_id <= ?');
  const news = db.prepare<[], { files: number; runId: number | null }>(
    'SELECT count(*) AS files, max(run_id) AS runId FROM silent_change WHERE is_acknowledged = 0',
  );

  return {
    rhythms: (): readonly KeptRhythm[] => selectRhythms.all(),
    setRhythm: (kept: KeptRhythm): void => void upsertRhythm.run(kept),
    dropRhythm: (root: string): void => void deleteRhythm.run(root),
    /** `path`: absolute. Finding the same bytes again is no news if somebody has reviewed them. */
    noteSilent: (path: string, runId: number, sha256: string): void =>
      void upsertSilent.run({ path, runId, sha256 }),
    forgetSilent: (path: string): void => void deleteSilent.run(path),
    /** SHA-256 of the bytes that an audit found at this path and nothing else shows; null: none. */
    silentAt: (path: string): string | null => selectSilent.get(path)?.sha256 ?? null,
    /** A person has reviewed the findings up to this run. */
    acknowledge: (runId: number): void => void acknowledge.run(runId),
    /** Unreviewed findings, and the latest run with any of them; null without any. */
    silentNews(): { readonly files: number; readonly runId: number } | null {
      const { files = 0, runId = null } = news.get() ?? {};
      return runId === null ? null : { files, runId };
    },
  };
}
