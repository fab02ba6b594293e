/**
 * What waits for a person's yes, added up by the database: a face asks again whenever a file has moved, and a million
 * files must not travel through here for three numbers.
 */
import type Database from 'better-sqlite3';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

export interface WaitingSum {
  readonly files: number;
  readonly bytes: number;
  /** How many are new versions of notarized ones. */
  readonly changedFiles: number;
}

/** Contents of one size that go to places of one visibility; equal ones for the same place count once. */
export interface WaitingContents {
  readonly visibility: Visibility;
  /** Of each; 0 where the price does not depend on it. */
  readonly sizeBytes: number;
  readonly contents: number;
}

/** A folder, some files, or all there are. */
export interface WaitingScope {
  readonly folderId?: number | undefined;
  readonly fileIds?: readonly number[] | undefined;
}

interface Asked {
  readonly folderId: number | null;
  readonly fileIds: string | null;
}

/** A file that goes by itself does not wait: see core/standing-policy.ts, which says the same of a single row. */
const WAITING = `FROM folder o CROSS JOIN file f ON f.folder_id = o.id
    JOIN assignment a ON a.id = ifnull(f.assignment_id, o.assignment_id)
  WHERE o.removed_at_ms IS NULL AND (@folderId IS NULL OR o.id = @folderId)
    AND f.state IN ('ready', 'changed') AND f.content_id IS NOT NULL
    AND (@fileIds IS NULL OR f.id IN (SELECT value FROM json_each(@fileIds)))
    AND (f.state = 'changed' OR (o.budget_credits IS NULL OR o.approve_each = 1)
      AND NOT EXISTS (SELECT 1 FROM approval p WHERE p.file_id = f.id AND p.content_id = f.content_id))`;

export function makeWaitingCostRepository(db: Database.Database) {
  const selectSum = db.prepare<[Asked], WaitingSum>(
    `SELECT count(*) AS files, ifnull(sum(f.size_bytes), 0) AS bytes,
       ifnull(sum(f.state = 'changed'), 0) AS changedFiles ${WAITING}`,
  );
  const selectContents = db.prepare<[Asked], WaitingContents>(
    `SELECT visibility, sizeBytes, count(*) AS contents FROM (
       SELECT a.visibility, CASE a.visibility WHEN 'private' THEN 0 ELSE f.size_bytes END AS sizeBytes ${WAITING}
       GROUP BY f.content_id, a.visibility, a.project_id
     ) GROUP BY visibility, sizeBytes`,
  );
  return {
    sum: (scope: WaitingScope): WaitingSum =>
      selectSum.get(asked(scope)) ?? { files: 0, bytes: 0, changedFiles: 0 },
    contents: (scope: WaitingScope): readonly WaitingContents[] => selectContents.all(asked(scope)),
  };
}

function asked({ folderId, fileIds }: WaitingScope): Asked {
  return {
    folderId: folderId ?? null,
    fileIds: fileIds === undefined ? null : JSON.stringify(fileIds),
  };
}
