/**
 * Why files are held, counted by reason: a thousand files that wait for one thing are one wait. Every status display
 * reads it, so it must not cost more when a million files are held.
 */
import type Database from 'better-sqlite3';
import { KEEPS_APPROVAL, type HoldReason } from '../../../src-shared/model/files/file-state.ts';
import type { WaitNote } from '../../../src-shared/model/files/queue-view.ts';
import type {
  ApprovalKind,
  BudgetName,
  Passes,
} from '../../../src-shared/model/money/spend-limits.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';
import type { ApprovedCount } from './file-scope.ts';

export interface HeldCount {
  readonly hold: HoldReason;
  /** What the rows note about their wait; null: nothing. */
  readonly waits: WaitNote['waits'] | null;
  readonly files: number;
  readonly bytes: number;
  /** Since when the first of them waits. */
  readonly sinceMs: number;
}

/** Written like the index `file_held`. */
const NOTED = `CASE WHEN substr(message, 1, 10) = '{"waits":"' AND json_valid(message)
    THEN json_extract(message, '$.waits') ELSE '-' END`;
const NOT_NOTED = '-';

const READ_NOTES = 100;

interface Group {
  readonly noted: WaitNote['waits'] | typeof NOT_NOTED;
  readonly sinceMs: number;
}

interface Sum {
  readonly files: number;
  readonly bytes: number;
}

interface FolderHold extends Sum {
  readonly folderId: number;
  readonly hold: HoldReason;
}

/** An approved file that is not sent yet, with what its price depends on. */
export interface UnsentFile {
  readonly id: number;
  readonly hold: HoldReason | null;
  readonly folderId: number;
  readonly contentId: number;
  readonly sizeBytes: number;
  readonly visibility: Visibility;
  readonly projectId: string;
}

export function makeHoldRepository(db: Database.Database) {
  const selectHolds = db.prepare<[], FolderHold>(
    `SELECT c.folder_id AS folderId, c.hold, c.files, c.bytes FROM file_count c
     JOIN folder o ON o.id = c.folder_id AND o.removed_at_ms IS NULL WHERE c.state = 'held' AND c.files > 0`,
  );
  const selectNext = db.prepare<[folderId: number, hold: string, after: string], Group>(
    `SELECT ${NOTED} AS noted, changed_at_ms AS sinceMs FROM file
     WHERE state = 'held' AND folder_id = ? AND hold = ? AND ${NOTED} > ?
     ORDER BY ${NOTED}, changed_at_ms LIMIT 1`,
  );
  const selectSum = db.prepare<[folderId: number, hold: string, noted: string], Sum>(
    `SELECT count(*) AS files, ifnull(sum(size_bytes), 0) AS bytes FROM file
     WHERE state = 'held' AND folder_id = ? AND hold = ? AND ${NOTED} = ?`,
  );

  const selectBudgets = db.prepare<[folderId: number, rows: number], { budget: BudgetName }>(
    `SELECT DISTINCT json_extract(message, '$.budget') AS budget FROM (
       SELECT message FROM file WHERE state = 'held' AND folder_id = ? AND hold = 'budget' AND ${NOTED} = '${NOT_NOTED}' LIMIT ?
     ) WHERE json_valid(message) AND json_extract(message, '$.budget') IS NOT NULL`,
  );

  /** Groups of one hold, by their rows' notes. Each is one step in the index, however many rows it has. */
  function groupsOf({ folderId, hold }: FolderHold): readonly Group[] {
    const groups: Group[] = [];
    for (let after = ''; ; after = groups.at(-1)?.noted ?? '') {
      const next = selectNext.get(folderId, hold, after);
      if (next === undefined) return groups;
      groups.push(next);
    }
  }

  /** Rows are only counted where one hold has several groups: the counters know no notes. */
  function countsIn(folderHold: FolderHold): readonly HeldCount[] {
    const { folderId, hold, files, bytes } = folderHold;
    const groups = groupsOf(folderHold);
    return groups.map(({ noted, sinceMs }) => {
      const { files: ownFiles, bytes: ownBytes } =
        groups.length === 1
          ? { files, bytes }
          : (selectSum.get(folderId, hold, noted) ?? { files: 0, bytes: 0 });
      const waits = noted === NOT_NOTED ? null : noted;
      return { hold, waits, sinceMs, files: ownFiles, bytes: ownBytes };
    });
  }

  return {
    /** The limits that hold files of active folders, by the first of each folder: a million may be held. */
    budgets(): readonly BudgetName[] {
      const over = selectHolds.all().filter(({ hold }) => hold === 'budget');
      const named = over.flatMap(({ folderId }) => selectBudgets.all(folderId, READ_NOTES));
      return [...new Set(named.map(({ budget }) => budget))].toSorted();
    },
    /** Of active folders, by reason. */
    counts(): readonly HeldCount[] {
      const sums = new Map<string, HeldCount>();
      for (const count of selectHolds.all().flatMap(countsIn)) {
        const key = `${count.hold} ${count.waits ?? ''}`;
        const sum = sums.get(key);
        sums.set(key, sum === undefined ? count : together(sum, count));
      }
      return [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sum]) => sum);
    },
  };
}

function together(one: HeldCount, other: HeldCount): HeldCount {
  return {
    ...one,
    files: one.files + other.files,
    bytes: one.bytes + other.bytes,
    sinceMs: Math.min(one.sinceMs, other.sinceMs),
  };
}

const PAGE_ROWS = 500;

/** What a person approved of the content that a row has now. */
export interface Approved {
  readonly isApproved: boolean;
  /** The limits that it may pass. */
  readonly passes: Passes;
}

/**
 * What a person approved: one hold of one content under one path. An approval for bytes that are gone means nothing,
 * and no approval spends anything by itself.
 */
export function makeApprovalRepository(db: Database.Database) {
  const select = db.prepare<[fileId: number, contentId: number], { what: ApprovalKind }>(
    'SELECT what FROM approval WHERE file_id = ? AND content_id = ?',
  );
  // CROSS JOIN: approvals are fewer than files that wait for one. In a folder with a large batch what came after it is paid
  // for from the budget as ever.
  const selectReady = db.prepare<[], { id: number }>(
    `SELECT DISTINCT f.id FROM approval a CROSS JOIN file f ON f.id = a.file_id AND f.content_id = a.content_id
       JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL
     WHERE f.state = 'ready' ORDER BY f.id`,
  );
  const selectCounts = db.prepare<[], ApprovedCount>(
    `SELECT folder_id AS folderId, projectId, count(*) AS files, sum(size_bytes) AS bytes FROM (
       SELECT DISTINCT f.id, f.folder_id, f.size_bytes, t.project_id AS projectId
       FROM approval a CROSS JOIN file f ON f.id = a.file_id AND f.content_id = a.content_id
         LEFT JOIN assignment t ON t.id = f.assignment_id
       WHERE f.state = 'ready'
       UNION
       SELECT f.id, f.folder_id, f.size_bytes, t.project_id FROM folder o
         CROSS JOIN file f ON f.folder_id = o.id AND f.state = 'ready' AND f.id > o.large_batch_until_id
         LEFT JOIN assignment t ON t.id = f.assignment_id
       WHERE o.large_batch_until_id > 0 AND o.budget_credits IS NOT NULL AND o.approve_each = 0)
     GROUP BY 1, 2`,
  );
  const selectBetween = db.prepare<
    [firstId: number, lastId: number],
    { fileId: number; contentId: number; passes: string | null }
  >(
    `SELECT file_id AS fileId, content_id AS contentId, iif(what = 'budget', passes, NULL) AS passes
     FROM approval WHERE file_id BETWEEN ? AND ?`,
  );
  const selectPasses = db.prepare<[fileId: number, contentId: number], { passes: string }>(
    `SELECT passes FROM approval WHERE file_id = ? AND content_id = ? AND what = 'budget' AND passes IS NOT NULL`,
  );
  const upsert = db.prepare(
    `INSERT INTO approval (file_id, what, content_id, given_at_ms, passes)
     VALUES (@fileId, @what, @contentId, @givenAtMs, @passes)
     ON CONFLICT DO UPDATE SET content_id = excluded.content_id, given_at_ms = excluded.given_at_ms, passes = excluded.passes`,
  );

  const remove = db.prepare('DELETE FROM approval WHERE file_id = ? AND what = ?');
  const removeAll = db.prepare('DELETE FROM approval WHERE file_id = ?');
  const selectUnsent = db.prepare<[holds: string], UnsentFile>(
    `SELECT DISTINCT f.id, f.hold, f.folder_id AS folderId, f.content_id AS contentId, f.size_bytes AS sizeBytes,
       s.visibility, s.project_id AS projectId
     FROM approval a CROSS JOIN file f ON f.id = a.file_id AND f.content_id = a.content_id
       JOIN folder o ON o.id = f.folder_id AND o.removed_at_ms IS NULL
       JOIN assignment s ON s.id = ifnull(f.assignment_id, o.assignment_id)
     WHERE f.state IN ('ready', 'checking')
       OR f.state = 'held' AND f.hold IN (SELECT value FROM json_each(?)) ORDER BY f.id`,
  );

  return {
    of: (fileId: number, contentId: number): ReadonlySet<ApprovalKind> =>
      new Set(select.all(fileId, contentId).map(({ what }) => what)),
    /** The limits that this content may pass. */
    passes(fileId: number, contentId: number): Passes {
      const row = selectPasses.get(fileId, contentId);
      return row === undefined ? {} : (JSON.parse(row.passes) as Passes);
    },
    /** What holds for each of these rows, which come in the order of their numbers; a few hundred are looked up at a time. */
    *beside<Row extends { readonly id: number; readonly contentId: number | null }>(
      rows: Iterable<Row>,
    ): Generator<readonly [Row, Approved]> {
      let page: Row[] = [];
      function* looked(): Generator<readonly [Row, Approved]> {
        const [first, last] = [page[0], page.at(-1)];
        if (first === undefined || last === undefined) return;
        const given = Map.groupBy(selectBetween.all(first.id, last.id), ({ fileId }) => fileId);
        for (const row of page) {
          const own = given.get(row.id)?.filter(({ contentId }) => contentId === row.contentId);
          const passes = own?.find((one) => one.passes !== null)?.passes ?? null;
          yield [
            row,
            {
              isApproved: own !== undefined && own.length > 0,
              passes: passes === null ? {} : (JSON.parse(passes) as Passes),
            },
          ];
        }
      }
      for (const row of rows) {
        page.push(row);
        if (page.length < PAGE_ROWS) continue;
        yield* looked();
        page = [];
      }
      yield* looked();
    },
    /** Files of active folders that are ready and whose content has an approval. */
    readyFileIds: (): readonly number[] => selectReady.all().map(({ id }) => id),
    /** How many ready files need no further approval, where a folder does not say so of all; of removed folders too. */
    readyCounts: (): readonly ApprovedCount[] => selectCounts.all(),
    /** Files of active folders that are approved and not sent yet, whatever holds them. */
    unsent: (): readonly UnsentFile[] => selectUnsent.all(JSON.stringify(KEEPS_APPROVAL)),
    /** They were taken back. */
    endAll(fileId: number): void {
      removeAll.run(fileId);
    },
    /** It was used up. */
    end(fileId: number, what: ApprovalKind): void {
      remove.run(fileId, what);
    },
    /** Replaces the approval of another content under this path. */
    give(approval: {
      readonly fileId: number;
      readonly what: ApprovalKind;
      readonly contentId: number;
      readonly givenAtMs: number;
      /** Of a `budget`: the limits that were named. */
      readonly passes?: Passes;
    }): void {
      upsert.run({
        ...approval,
        passes: approval.passes === undefined ? null : JSON.stringify(approval.passes),
      });
    },
  };
}
