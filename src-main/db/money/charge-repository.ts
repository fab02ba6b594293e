/**
 * What uploads cost, and together with paid changes how much was or may have been spent in a period: the service's
 * charge for each upload, or what the balance fell by for it alone. An upload counts at the time its last attempt
 * began; unknown ones count as charged.
 */
import type Database from 'better-sqlite3';
import type { PaidTwiceSum } from '../../../src-shared/model/money/credit-views.ts';
import type { Lasting } from '../../../src-shared/model/money/match-charges.ts';
import type { Visibility, ChangePart } from '../../../src-shared/model/money/price.ts';
import { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { FileScope } from '../files/file-scope.ts';
import type { BalanceBaseline, JournalPlaces } from './balance-repository.ts';

/** An upload with its costs. */
export interface ChargedJob {
  readonly id: string;
  readonly name: string;
  readonly folderId: number | null;
  /** Where its file lies; null, as the next two are: it is not known here any more. */
  readonly directory: string | null;
  readonly folderKind: 'watched' | 'picked' | null;
  readonly folderRoot: string | null;
  readonly visibility: Visibility;
  readonly sizeBytes: number;
  /** At most. */
  readonly expectedCredits: number;
  /**
   * From the service's history, or from the balance when nothing else was charged, with what a form cost that the service
   * denied and recorded later besides; null: unknown.
   */
  readonly chargedCredits: number | null;
  /** 1: only what the balance fell by meanwhile tells the charge. */
  readonly isByBalance: 0 | 1;
  readonly transactionId: string | null;
  readonly outcome: 'recorded' | 'unknown';
  readonly beganAtMs: number;
  /** When it was sent, where its answer was lost; null: it was not. */
  readonly sentAtMs: number | null;
  /** When its record was known; null while it is not. */
  readonly endedAtMs: number | null;
}

/** A content that was recorded and charged once more. */
export interface SecondCharge {
  readonly name: string;
  /** For one record, at most. */
  readonly expectedCredits: number;
  /** For all of its records; those of other computers at what they should cost. */
  readonly chargedCredits: number;
  /** 1: another computer of the account paid for it too. 0: the service charged one form of this one more than once. */
  readonly isElsewhere: 0 | 1;
}

export interface BalanceFall {
  readonly from: JournalPlaces;
  readonly until: JournalPlaces;
  /** Credits, without those for paid changes. */
  readonly fellBy: number;
}

const NO_CHARGES = {
  credits: 0,
  estimated: 0,
  recentCredits: 0,
  inProgressCredits: 0,
  unknownCredits: 0,
};

const BEGAN =
  'ifnull((SELECT max(began_at_ms) FROM upload_attempt WHERE job_id = j.id), j.created_at_ms)';
/** When the last connection of a lost answer ended: two moments of this computer's clock tell how long it lasted. */
const SENT = `iif(j.unknown_since_ms IS NULL, NULL, (SELECT began_at_ms
    + max(0, coalesce(disconnected_at_ms, released_at_ms, connected_at_ms) - connected_at_ms)
  FROM upload_attempt WHERE job_id = j.id ORDER BY began_at_ms DESC, rowid DESC LIMIT 1))`;
const LATEST_ATTEMPT = '(SELECT max(rowid) FROM upload_attempt WHERE job_id = j.id)';
const ON_ITS_WAY = `j.outcome = 'open' AND EXISTS (
  SELECT 1 FROM upload_attempt WHERE job_id = j.id AND ended_at_ms IS NULL)`;
const PAID = "j.outcome IN ('recorded', 'unknown')";
/** Of a form that was recorded more than once, all but the first; null: it was not. */
const REPEATED =
  '(SELECT sum(p.credits) FROM repeated_charge p WHERE p.job_id = j.id AND p.is_elsewhere = 0)';
const CHARGED = `ifnull(c.credits, ifnull(c.balance_fell_by, iif(${REPEATED} IS NULL, NULL, j.estimated_credits)))
  + ifnull(${REPEATED}, 0)`;
/** Attempts of paid changes: at their price, or at the service's charge when that is more. */
const CHANGE_SPENDING = `SELECT t.began_at_ms AS atMs, t.outcome = 'sending' AS isOnItsWay, max(t.credits, ifnull(
    (SELECT sum(s.credits) FROM change_charge s WHERE s.change_id = t.change_id AND s.number = t.number), 0)) AS credits
  FROM change_attempt t WHERE t.outcome IN ('sending', 'answered', 'lost')`;
/** Uploads: at the service's charge where known, else at their estimate. */
const UPLOAD_SPENDING = `SELECT ${BEGAN} AS atMs, ${ON_ITS_WAY} AS isOnItsWay,
    ifnull(c.credits, j.estimated_credits) + ifnull(${REPEATED}, 0) AS credits
  FROM upload_job j LEFT JOIN charge c ON c.job_id = j.id WHERE (${PAID} OR ${ON_ITS_WAY})`;
const SPENDING = `${UPLOAD_SPENDING} UNION ALL ${CHANGE_SPENDING}`;

export function makeChargeRepository(db: Database.Database) {
  const spent = db.prepare<[fromMs: number], { credits: number }>(
    `SELECT ifnull(sum(credits), 0) AS credits FROM (${SPENDING}) WHERE atMs >= ? OR isOnItsWay`,
  );
  const spentIn = db.prepare<[folderId: number], { credits: number }>(
    `SELECT ifnull(sum(credits), 0) AS credits FROM (${UPLOAD_SPENDING} AND j.folder_id = ?)`,
  );
  const spentByFiles = db.prepare<
    [{ attempt: number; begun: string; folderId: number | null; fileIds: string | null }],
    { credits: number }
  >(
    `SELECT ifnull(sum(ifnull(c.credits, j.estimated_credits)), 0) AS credits
     FROM upload_job j LEFT JOIN charge c ON c.job_id = j.id
     WHERE j.id IN (SELECT job_id FROM upload_attempt WHERE rowid > @attempt UNION SELECT value FROM json_each(@begun))
       AND ${PAID} AND (@folderId IS NULL OR j.folder_id = @folderId)
       AND (@fileIds IS NULL OR j.file_id IN (SELECT value FROM json_each(@fileIds)))`,
  );
  const begunJobs = db.prepare<[], { id: string }>(
    `SELECT j.id FROM upload_job j WHERE ${ON_ITS_WAY}`,
  );
  const reserved = db.prepare<[], { credits: number }>(
    `SELECT ifnull(sum(credits), 0) AS credits FROM (${SPENDING}) WHERE isOnItsWay`,
  );
  const opened = db.prepare<[], { credits: number }>(
    `SELECT ifnull(sum(j.estimated_credits), 0) AS credits FROM file f JOIN upload_job j ON j.file_id = f.id
     WHERE f.state = 'uploading' AND j.outcome = 'open' AND NOT (${ON_ITS_WAY})`,
  );
  const chargedJobs = `SELECT j.id, j.name, j.folder_id AS folderId, j.visibility, k.size_bytes AS sizeBytes,
       j.estimated_credits AS expectedCredits, ${CHARGED} AS chargedCredits,
       c.credits IS NULL AND ${REPEATED} IS NULL AS isByBalance,
       c.transaction_id AS transactionId, j.outcome, ${BEGAN} AS beganAtMs,
       ${SENT} AS sentAtMs, j.ended_at_ms AS endedAtMs,
       d.path AS directory, o.kind AS folderKind, o.path AS folderRoot
     FROM upload_job j JOIN content k ON k.id = j.content_id LEFT JOIN charge c ON c.job_id = j.id
     LEFT JOIN file f ON f.id = j.file_id LEFT JOIN directory d ON d.id = f.directory_id
     LEFT JOIN folder o ON o.id = f.folder_id`;
  const chargedFor = db.prepare<[recordId: number], { credits: number | null }>(
    `SELECT ${CHARGED} AS credits FROM upload_job j LEFT JOIN charge c ON c.job_id = j.id
     WHERE j.record_id = ? AND j.outcome = 'recorded'`,
  );
  const secondCharges = db.prepare<
    [foundFromMs: number],
    SecondCharge & { readonly jobId: string }
  >(
    `SELECT j.id AS jobId, j.name, j.estimated_credits AS expectedCredits, min(r.is_elsewhere) AS isElsewhere,
       ifnull(${CHARGED}, j.estimated_credits)
         + (SELECT ifnull(sum(e.credits), 0) FROM repeated_charge e WHERE e.job_id = j.id AND e.is_elsewhere = 1) AS chargedCredits
     FROM repeated_charge r JOIN upload_job j ON j.id = r.job_id LEFT JOIN charge c ON c.job_id = j.id
     WHERE r.found_at_ms >= ? GROUP BY j.id ORDER BY min(r.found_at_ms), j.id`,
  );
  const secondChargesSum = db.prepare<[foundFromMs: number], PaidTwiceSum>(
    `SELECT count(DISTINCT r.job_id) AS files, ifnull(sum(r.credits), 0) AS credits,
       ifnull((SELECT j.name FROM repeated_charge l JOIN upload_job j ON j.id = l.job_id
         ORDER BY l.found_at_ms DESC, l.record_id DESC LIMIT 1), '') AS name
     FROM repeated_charge r WHERE r.found_at_ms >= ?`,
  );
  const insertRepeated = db.prepare(
    `INSERT INTO repeated_charge (job_id, record_id, credits, found_at_ms, is_elsewhere)
     SELECT id, @recordId, estimated_credits, @foundAtMs, @isElsewhere FROM upload_job WHERE id = @jobId`,
  );
  const deleteFirstRepeated = db.prepare(
    `DELETE FROM repeated_charge WHERE job_id = +@jobId AND (is_elsewhere = 1
       OR record_id = (SELECT min(record_id) FROM repeated_charge WHERE job_id = +@jobId AND is_elsewhere = 0))`,
  );
  const jobs = db.prepare<[fromMs: number, toMs: number], ChargedJob>(
    `${chargedJobs} WHERE ${PAID} AND ${BEGAN} >= ? AND ${BEGAN} < ? ORDER BY beganAtMs, j.uploaded_iso`,
  );
  const inDoubt = db.prepare<[], { beganAtMs: number; endedAtMs: number | null }>(
    `SELECT ${BEGAN} AS beganAtMs, iif(j.outcome = 'open', NULL, ${SENT}) AS endedAtMs
     FROM upload_job j WHERE j.outcome = 'unknown' OR (${ON_ITS_WAY} AND EXISTS (
       SELECT 1 FROM upload_attempt WHERE job_id = j.id AND tail_released = 1))`,
  );
  const unsettled = db.prepare<[attempt: number], { n: number }>(
    `SELECT count(*) AS n FROM upload_job j
     WHERE ${ON_ITS_WAY} OR (j.outcome = 'unknown' AND ${LATEST_ATTEMPT} > ?)`,
  );
  const chargedAfter = db.prepare<
    [{ attempt: number; recentFromMs: number }],
    { -readonly [Name in keyof typeof NO_CHARGES]: number }
  >(
    `SELECT ifnull(sum(credits) FILTER (WHERE outcome = 'recorded'), 0) AS credits,
       ifnull(sum(isEstimate) FILTER (WHERE outcome = 'recorded'), 0) AS estimated,
       ifnull(sum(credits) FILTER (WHERE outcome = 'recorded' AND endedAtMs >= @recentFromMs), 0) AS recentCredits,
       ifnull(sum(credits) FILTER (WHERE isOnItsWay), 0) AS inProgressCredits,
       ifnull(sum(credits) FILTER (WHERE outcome = 'unknown'), 0) AS unknownCredits
     FROM (SELECT j.outcome, j.ended_at_ms AS endedAtMs, ifnull(c.credits, j.estimated_credits) AS credits, ${ON_ITS_WAY} AS isOnItsWay,
         j.visibility = 'public' AND c.credits IS NULL AS isEstimate
       FROM (SELECT DISTINCT job_id FROM upload_attempt WHERE rowid > @attempt) a
         JOIN upload_job j ON j.id = a.job_id LEFT JOIN charge c ON c.job_id = j.id)`,
  );
  const latestAttempt = db.prepare<[jobId: string], { attempt: number | null }>(
    'SELECT max(rowid) AS attempt FROM upload_attempt WHERE job_id = +?',
  );
  const within = db.prepare<[after: number, until: number], { id: string }>(
    `SELECT j.id FROM (SELECT DISTINCT job_id FROM upload_attempt WHERE rowid > ?) a
       JOIN upload_job j ON j.id = a.job_id WHERE j.outcome = 'recorded' AND ${LATEST_ATTEMPT} <= ?`,
  );
  const putFall = db.prepare(
    `INSERT INTO charge (job_id, balance_fell_by) VALUES (@jobId, @fellBy)
     ON CONFLICT (job_id) DO UPDATE SET balance_fell_by = excluded.balance_fell_by`,
  );
  const putTransaction = db.prepare(
    `INSERT INTO charge (job_id, credits, transaction_id) VALUES (@jobId, @credits, @transactionId)
     ON CONFLICT (job_id) DO UPDATE SET credits = excluded.credits, transaction_id = excluded.transaction_id`,
  );
  const named = db.prepare<[], { n: number }>(
    'SELECT EXISTS (SELECT 1 FROM charge WHERE transaction_id IS NOT NULL) AS n',
  );

  return {
    /** Credits that uploads and changes begun since then have, or may have, cost, and those in progress will. */
    spentSince: (fromMs: number): number => spent.get(fromMs)?.credits ?? 0,
    /** Credits that files of this folder have, or may have, cost, by the same count; also files that are gone by now. */
    spentIn: (folderId: number): number => spentIn.get(folderId)?.credits ?? 0,
    /**
     * Begins to count what uploads of these files cost, or may, from now on, whoever agreed to it; those that are on their way
     * count as soon as they are recorded.
     */
    countSpent({ folderId, fileIds }: FileScope, attempt: number): () => number {
      const begun = JSON.stringify(begunJobs.all().map(({ id }) => id));
      const scope = {
        folderId: folderId ?? null,
        fileIds: fileIds === undefined ? null : JSON.stringify(fileIds),
      };
      return () => spentByFiles.get({ attempt, begun, ...scope })?.credits ?? 0;
    },
    /** Credits of uploads and changes in progress. */
    reserved: (): number => reserved.get()?.credits ?? 0,
    /** Credits of uploads whose turn has come, and of which nothing is on its way yet. */
    opened: (): number => opened.get()?.credits ?? 0,
    /** Uploads begun in [fromMs, toMs) that were or may have been paid for, oldest first. */
    jobs: (fromMs: number, toMs: number): readonly ChargedJob[] => jobs.all(fromMs, toMs),

    /** Since when uploads may have been charged whose result is unknown, and when their last attempt ended; Infinity: it goes on. */
    inDoubt: (): readonly Lasting[] =>
      inDoubt
        .all()
        .map(({ beganAtMs, endedAtMs }) => ({ beganAtMs, endedAtMs: endedAtMs ?? Infinity })),
    /** Credits for the upload that made this record; null: they are not known, or it was not made from here. */
    chargedFor: (recordId: number): number | null => chargedFor.get(recordId)?.credits ?? null,

    /**
     * The content of this upload was recorded once more, and charged: `isElsewhere`: by another computer of the account, else
     * the service took the form of this one twice.
     */
    noteSecond: (
      jobId: string,
      second: Readonly<{ recordId: number; isElsewhere: boolean; foundAtMs: number }>,
    ): void =>
      void insertRepeated.run({ jobId, ...second, isElsewhere: second.isElsewhere ? 1 : 0 }),
    /** What it was recorded as first turned out to be no record: the next one of its own is the first, and the only one. */
    firstWasNone: (jobId: string): void => void deleteFirstRepeated.run({ jobId }),
    /** Uploads of which that was found since then, the earliest first. */
    secondCharges: (foundFromMs: number): readonly (SecondCharge & { readonly jobId: string })[] =>
      secondCharges.all(foundFromMs),
    /** The same together; null: none. */
    sumOfSecondCharges(foundFromMs: number): PaidTwiceSum | null {
      const sum = secondChargesSum.get(foundFromMs);
      return sum === undefined || sum.files === 0 ? null : sum;
    },

    /** Nothing is in progress, and nothing attempted after this place in the journal is unknown: the balance is final. */
    isQuiet: (attempt: number): boolean => unsettled.get(attempt)?.n === 0,
    /**
     * What uploads cost, or may, that were attempted after this place in the journal. `credits`: of recorded ones;
     * `recentCredits`: those of them recorded since `recentFromMs`; `isExact`: their charges are known, as that of a private
     * file always is.
     */
    chargedAfter(attempt: number, recentFromMs = Infinity) {
      const { estimated, ...charged } = chargedAfter.get({ attempt, recentFromMs }) ?? NO_CHARGES;
      return { ...charged, isExact: estimated === 0 };
    },
    /** Whether the latest attempt of this upload came after this place in the journal. */
    beganAfter: (jobId: string, attempt: number): boolean =>
      (latestAttempt.get(jobId)?.attempt ?? 0) > attempt,
    /** The balance fell between two quiet readings, asked for at these places: of one upload alone that was the charge. */
    noteFall({ from, until, fellBy }: BalanceFall): void {
      const [only, ...others] = within.all(from.uploadAttempts, until.uploadAttempts);
      if (only !== undefined && others.length === 0) putFall.run({ jobId: only.id, fellBy });
    },
    /** Whether the service's history has ever named the charge of an upload. */
    isNamed: (): boolean => named.get()?.n === 1,
    /** The service's history names this charge. */
    settle: (jobId: string, credits: number, transactionId: string): void =>
      void putTransaction.run({ jobId, credits, transactionId }),
  };
}

/** An attempt that was or may have been charged. */
export interface ChargedTry {
  readonly changeId: number;
  readonly number: number;
  readonly intent: ChangeIntent;
  /** At most. */
  readonly expectedCredits: number;
  /** Its effect was seen, or it was answered: it was charged. False: it may have been. */
  readonly isCertain: boolean;
  readonly beganAtMs: number;
  /** When its answer came or was given up; null while it is sent. */
  readonly endedAtMs: number | null;
}

/** An entry of the service's history, and what it was for. */
export interface ChangeCharge {
  readonly transactionId: string;
  readonly changeId: number;
  readonly number: number;
  readonly part: ChangePart;
  readonly expected: number;
  readonly credits: number;
}

interface TryRow extends Omit<ChargedTry, 'intent' | 'isCertain'> {
  readonly intent: string;
  readonly isCertain: number;
}

/** Evidence says that one attempt arrived. When several lost their answers, nobody knows which, or whether all did. */
const IS_CERTAIN = `(t.outcome = 'answered' OR t.outcome = 'lost' AND c.state = 'delivered' AND
  (SELECT count(*) FROM change_attempt o WHERE o.change_id = c.id AND o.outcome = 'lost') = 1)`;
const TRIES = 'change_attempt t JOIN change c ON c.id = t.change_id';

/**
 * What attempts of paid changes cost: which were or may have been charged, which part of a balance decrease they
 * explain, and which entries of the service's history are theirs. It never says that something was not charged.
 */
export function makeChangeChargeRepository(db: Database.Database) {
  const tries = db.prepare<[fromMs: number, toMs: number], TryRow>(
    `SELECT t.change_id AS changeId, t.number, c.intent, t.credits AS expectedCredits,
       ${IS_CERTAIN} AS isCertain, t.began_at_ms AS beganAtMs, t.ended_at_ms AS endedAtMs
     FROM ${TRIES} WHERE t.outcome IN ('sending', 'answered', 'lost') AND t.began_at_ms >= ? AND t.began_at_ms < ?
     ORDER BY t.began_at_ms, t.change_id, t.number`,
  );
  const baseline = db.prepare<[changeId: number], BalanceBaseline>(
    `SELECT t.balance_before AS credits, t.balance_uploads AS uploadAttempts, t.balance_changes AS changeAttempts
     FROM ${TRIES} WHERE c.id = ? AND t.number = c.attempts AND t.balance_before IS NOT NULL
       AND t.balance_uploads IS NOT NULL AND t.balance_changes IS NOT NULL`,
  );
  const latest = db.prepare<
    [changeId: number],
    { number: number; beganAtMs: number; intent: string }
  >(
    `SELECT t.number, t.began_at_ms AS beganAtMs, c.intent FROM ${TRIES} WHERE c.id = ? AND t.number = c.attempts`,
  );
  const chargedAfter = db.prepare<
    [besides: number | null, place: number],
    { credits: number; unknownCredits: number }
  >(
    `SELECT ifnull(sum(t.credits) FILTER (WHERE ${IS_CERTAIN}), 0) AS credits,
       ifnull(sum(t.credits) FILTER (WHERE t.outcome IN ('sending', 'lost') AND NOT ${IS_CERTAIN}), 0) AS unknownCredits
     FROM ${TRIES} WHERE NOT (c.id IS ? AND t.number = c.attempts) AND t.place > ?`,
  );
  const doubtful = db.prepare<[endedAfterMs: number], { n: number; credits: number }>(
    `SELECT count(*) AS n, ifnull(sum(t.credits), 0) AS credits FROM ${TRIES}
     WHERE t.outcome = 'sending' OR t.outcome = 'lost' AND NOT ${IS_CERTAIN} AND t.ended_at_ms > ?`,
  );
  const explained = db.prepare<[after: number, until: number], { credits: number }>(
    `SELECT ifnull(sum(t.credits), 0) AS credits FROM ${TRIES} WHERE ${IS_CERTAIN} AND t.place > ? AND t.place <= ?`,
  );
  const insert = db.prepare(
    `INSERT INTO change_charge (transaction_id, change_id, number, part, expected, credits)
     VALUES (@transactionId, @changeId, @number, @part, @expected, @credits) ON CONFLICT DO NOTHING`,
  );
  const charges = db.prepare<[fromMs: number, toMs: number], ChangeCharge>(
    `SELECT s.transaction_id AS transactionId, s.change_id AS changeId, s.number, s.part, s.expected, s.credits
     FROM change_charge s JOIN change_attempt t ON t.change_id = s.change_id AND t.number = s.number
     WHERE t.began_at_ms >= ? AND t.began_at_ms < ?`,
  );

  return {
    /** What the balance can be compared with to see whether this change was charged; null: nothing. */
    baseline: (changeId: number): BalanceBaseline | null => baseline.get(changeId) ?? null,
    /** The latest attempt of this change; null: there was none. */
    latest(changeId: number): Pick<ChargedTry, 'number' | 'beganAtMs' | 'intent'> | null {
      const found = latest.get(changeId);
      if (found === undefined) return null;
      return { ...found, intent: ChangeIntent.parse(JSON.parse(found.intent)) };
    },
    /**
     * What attempts cost, or may, that came after this place among all; `besides`: the change whose latest attempt is not
     * counted.
     */
    chargedAfter: (place: number, besides: number | null) =>
      chargedAfter.get(besides, place) ?? { credits: 0, unknownCredits: 0 },
    /** Begun in [fromMs, toMs), oldest first. */
    tries: (fromMs: number, toMs: number): readonly ChargedTry[] =>
      tries.all(fromMs, toMs).map(read),
    /** Whether a try is on its way, or lost its answer after that moment and may have been charged at any time since. */
    isDoubtful: (sinceMs: number): boolean => doubtful.get(sinceMs)?.n !== 0,
    /** What those cost. */
    doubtfulCredits: (sinceMs: number): number => doubtful.get(sinceMs)?.credits ?? 0,
    /** The price of all that certainly was carried out after the one place and up to the other. */
    explained: (after: number, until: number): number => explained.get(after, until)?.credits ?? 0,
    /** An entry is that of one try for ever. */
    settle: (charge: ChangeCharge): void => void insert.run(charge),
    /** Of tries begun in [fromMs, toMs). */
    charges: (fromMs: number, toMs: number): readonly ChangeCharge[] => charges.all(fromMs, toMs),
  };
}

function read({ intent, isCertain, ...row }: TryRow): ChargedTry {
  return { ...row, intent: ChangeIntent.parse(JSON.parse(intent)), isCertain: isCertain === 1 };
}
