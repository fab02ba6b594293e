/**
 * Whether this account pays elsewhere too, or paid for what this database has forgotten, and which destinations have been
 * compared with the service since that was noticed.
 */
import type Database from 'better-sqlite3';
import * as z from 'zod/mini';
import { ABSENCE_WAIT_MS } from '../../../src-shared/model/changes/change.ts';
import { getMeta, setMeta } from '../open-database.ts';
import type { Visibility } from '../../../src-shared/model/money/price.ts';

const PAYS_ELSEWHERE = 'pays_elsewhere';
const UNTOLD_SINCE = 'untold_since_ms';
const MISSING = 'missing_charge';
const LISTED_AT_BALANCE = 'listed_at_balance';
const MADE_HERE_TO = 'records_made_here_to';
const KEPT_EVERY = 10_000;
/** Of a time, up to its second: a service may cut ours there. Another second is another computer's, whatever the name. */
const SECOND_LENGTH = '2026-01-01T00:00:00'.length;

/** What was paid for and is not known here. */
export interface MissingCharge {
  readonly credits: number;
  /** When the balance was read from which they are missing. */
  readonly sinceMs: number;
  /** When that was noticed. */
  readonly atMs: number;
}

const KeptCharge = z.object({
  credits: z.number(),
  /** Of these, missing from an earlier balance. */
  earlier: z.number(),
  sinceMs: z.number(),
  atMs: z.number(),
  /** How far the lists were when the balance was last explained. */
  listed: z.number(),
});

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
  const fromElsewhere = db.prepare<{ projectId: string; visibility: string }>(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM unaccounted_file u
         WHERE u.project_id = @projectId AND u.visibility = @visibility AND u.is_own = 1)
       OR EXISTS (SELECT 1 FROM record r WHERE r.project_id = @projectId AND r.visibility = @visibility
         AND NOT EXISTS (SELECT 1 FROM upload_job j WHERE j.record_id = r.id))`,
  );
  const unknownHere = db.prepare(
    `SELECT 1 FROM unaccounted_file u WHERE u.is_own = 1
       AND NOT EXISTS (SELECT 1 FROM record r WHERE r.project_id = u.project_id
         AND r.visibility = u.visibility AND r.file_id = u.file_id)
       AND NOT EXISTS (SELECT 1 FROM upload_job j WHERE j.outcome IN ('open', 'unknown')
         AND j.project_id = u.project_id AND j.visibility = u.visibility AND j.name = u.name
         AND substr(j.uploaded_iso, 1, ${SECOND_LENGTH}) = substr(u.uploaded_iso, 1, ${SECOND_LENGTH})) LIMIT 1`,
  );
  const madeElsewhere = db.prepare<[afterId: number]>(
    `SELECT 1 FROM record r WHERE r.id > ?
       AND NOT EXISTS (SELECT 1 FROM upload_job j WHERE j.record_id = r.id) LIMIT 1`,
  );
  const newestRecord = db.prepare<[], number>('SELECT ifnull(max(id), 0) FROM record').pluck();
  const forgetAll = db.prepare('DELETE FROM compared_place');
  const isSuspected = (): boolean => getMeta(db, PAYS_ELSEWHERE) !== null;
  const latestListed = db
    .prepare<[], number>('SELECT ifnull(max(seq), 0) FROM listed_file')
    .pluck();
  // Only a private file has the same price for every service and size.
  const found = db
    .prepare<[listed: number], number>(
      `SELECT count(*) FROM listed_file l WHERE l.seq > ? AND l.visibility = 'private' AND (
         EXISTS (SELECT 1 FROM unaccounted_file u WHERE u.project_id = l.project_id
           AND u.visibility = l.visibility AND u.file_id = l.file_id AND u.is_own = 1)
         OR EXISTS (SELECT 1 FROM record r WHERE r.project_id = l.project_id AND r.visibility = l.visibility
           AND r.file_id = l.file_id AND NOT EXISTS (SELECT 1 FROM upload_job j WHERE j.record_id = r.id)))`,
    )
    .pluck();
  /** Lists may be late with its record for as long as their absence of a record proves nothing. */
  const missingAt = (nowMs: number) => {
    const text = getMeta(db, MISSING);
    const kept = text === null ? null : KeptCharge.parse(JSON.parse(text));
    return kept !== null && nowMs < kept.atMs + ABSENCE_WAIT_MS ? kept : null;
  };
  /** Every record up to this one was made from here: a ledger of a million is not read again. */
  let madeHereTo = 0;
  const noteExplained = (): void => setMeta(db, LISTED_AT_BALANCE, String(latestListed.get()));

  return {
    /** Something was paid for that is not known here. Every destination is compared anew. */
    suspect(): void {
      setMeta(db, PAYS_ELSEWHERE, 'yes');
      forgetAll.run();
    },
    /** The same, and how much it was; more of it may be noticed by and by. */
    suspectCharge({ credits, sinceMs, atMs }: MissingCharge): void {
      const before = missingAt(atMs);
      const isSame = before?.sinceMs === sinceMs;
      const earlier = (isSame ? before.earlier : before?.credits) ?? 0;
      const listed = before?.listed ?? Number(getMeta(db, LISTED_AT_BALANCE) ?? latestListed.get());
      const kept = { credits: earlier + credits, earlier, sinceMs, atMs, listed };
      setMeta(db, MISSING, JSON.stringify(kept));
      this.suspect();
    },
    /** A balance was read that what is known here explains. */
    noteExplained,
    /** Whether lists do not show yet, but still may, for what something was paid that is not known here. */
    isMissing(nowMs: number): boolean {
      const kept = missingAt(nowMs);
      if (kept === null) return false;
      if ((found.get(kept.listed) ?? 0) < kept.credits) return true;
      db.prepare('DELETE FROM meta WHERE name = ?').run(MISSING);
      noteExplained();
      return false;
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
    /** This account has records there that were not made from here: there may be more than a list shows. */
    hasFromElsewhere: ({ projectId, visibility }: ListedDestination): boolean =>
      fromElsewhere.get({ projectId, visibility }) !== undefined,
    /**
     * Another computer of this account is known: there are records, files in lists or charges that are not from here. So it
     * seems, too, where this database has forgotten its own.
     */
    isShared(): boolean {
      if (isSuspected() || unknownHere.get() !== undefined) return true;
      const newest = newestRecord.get() ?? 0;
      const kept = Number(getMeta(db, MADE_HERE_TO) ?? 0);
      if (madeElsewhere.get(Math.max(kept, madeHereTo)) !== undefined) return true;
      madeHereTo = newest;
      if (newest >= kept + KEPT_EVERY) setMeta(db, MADE_HERE_TO, String(newest));
      return false;
    },
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

export interface ComparedContents {
  /** Names the FileHashes they were compared with. */
  readonly hashes: string;
  /** A bit for each number of a content: see `NumberSet` in own-records.ts. */
  readonly contents: Uint8Array;
}

/** Contents that were compared with all FileHashes known of a destination, and are none of those files. */
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

export interface ListedDestination {
  readonly projectId: string;
  readonly visibility: Visibility;
}

/** A reading that reached the list's end. */
export interface CompleteListing {
  readonly begunAtMs: number;
  readonly totalRecords: number;
  /** Every live file of this account in it is in the ledger. */
  readonly isAccounted: boolean;
}

/** What the service's lists showed: which files were known at what time, and what a complete reading found. */
export function makeListedFileRepository(db: Database.Database) {
  const insertListed = db.prepare(
    'INSERT OR IGNORE INTO listed_file (project_id, visibility, file_id) VALUES (?, ?, ?)',
  );
  const sequence = db.prepare<unknown[], { seq: number }>(
    'SELECT seq FROM listed_file WHERE project_id = ? AND visibility = ? AND file_id = ?',
  );
  const upsertReading = db.prepare(
    `INSERT INTO place_reading (project_id, visibility, begun_at_ms, total_records, is_accounted)
     VALUES (@projectId, @visibility, @begunAtMs, @totalRecords, @isAccounted)
     ON CONFLICT DO UPDATE SET begun_at_ms = @begunAtMs, total_records = @totalRecords, is_accounted = @isAccounted`,
  );
  const accounted = db.prepare<unknown[], { n: number }>(
    'SELECT count(*) AS n FROM place_reading WHERE project_id = ? AND visibility = ? AND is_accounted = 1',
  );
  const anyAccounted = db.prepare('SELECT 1 FROM place_reading WHERE is_accounted = 1 LIMIT 1');
  const unaccounted = db.prepare<[], ListedDestination>(
    `SELECT DISTINCT a.project_id AS projectId, a.visibility FROM folder o
       JOIN assignment a ON a.id = o.assignment_id
     WHERE o.kind = 'watched' AND o.removed_at_ms IS NULL AND NOT EXISTS (
       SELECT 1 FROM place_reading p
       WHERE p.project_id = a.project_id AND p.visibility = a.visibility AND p.is_accounted = 1)
     ORDER BY 1, 2`,
  );
  const forgetAccounts = db.prepare('UPDATE place_reading SET is_accounted = 0');

  return {
    /** Remembers ids that a list showed; known ones keep their position in the order. */
    noteListed({ projectId, visibility }: ListedDestination, fileIds: Iterable<string>): void {
      for (const fileId of fileIds) insertListed.run(projectId, visibility, fileId);
    },
    /** True when a list had shown this file before the job was stored. */
    wasListedBefore(
      job: ListedDestination & { readonly baselineSeq: number },
      fileId: string,
    ): boolean {
      const listed = sequence.get(job.projectId, job.visibility, fileId);
      return listed !== undefined && listed.seq <= job.baselineSeq;
    },
    /** True when any list has ever shown this file. */
    wasListed: ({ projectId, visibility }: ListedDestination, fileId: string): boolean =>
      sequence.get(projectId, visibility, fileId) !== undefined,
    noteCompleteListing(place: ListedDestination, reading: CompleteListing): void {
      upsertReading.run({ ...place, ...reading, isAccounted: reading.isAccounted ? 1 : 0 });
    },
    isAccounted: ({ projectId, visibility }: ListedDestination): boolean =>
      (accounted.get(projectId, visibility)?.n ?? 0) > 0,
    hasAccounted: (): boolean => anyAccounted.get() !== undefined,
    /** Destinations of watched folders where a past charge may be unknown here. */
    unaccounted: (): readonly ListedDestination[] => unaccounted.all(),
    /** After a lost or older database. */
    forgetAccounts(): void {
      forgetAccounts.run();
    },
  };
}

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

/**
 * Files that lists show as this account's, or as nobody's, and that the ledger does not know: another computer of the
 * account sent them, or this database is older than they are. Their FileHash tells whether a content is one of them.
 */
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
