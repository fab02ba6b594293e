/**
 * What tries of paid changes cost: which were or may have been paid for, which part of a fallen balance they explain,
 * and which entries of the service's history are theirs. It never says that something was not charged.
 */
import type Database from 'better-sqlite3';
import { ChangeIntent } from '../../../src-shared/model/changes/change.ts';
import type { ChangePart } from '../../../src-shared/model/changes/charged-parts.ts';

/** A try that was or may have been paid for. */
export interface ChargedTry {
  readonly changeId: number;
  readonly number: number;
  readonly intent: ChangeIntent;
  readonly expectedCredits: number;
  /** What it brought about was seen, or answered: it was charged. False: it may have been. */
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

/** Evidence says that one try arrived. When several lost their answers nobody knows which, or whether all did. */
const IS_CERTAIN = `(t.outcome = 'answered' OR t.outcome = 'lost' AND c.state = 'delivered' AND
  (SELECT count(*) FROM change_attempt o WHERE o.change_id = c.id AND o.outcome = 'lost') = 1)`;
const TRIES = 'change_attempt t JOIN change c ON c.id = t.change_id';

export function makeChangeChargeRepository(db: Database.Database) {
  const tries = db.prepare<[fromMs: number, toMs: number], TryRow>(
    `SELECT t.change_id AS changeId, t.number, c.intent, t.credits AS expectedCredits,
       ${IS_CERTAIN} AS isCertain, t.began_at_ms AS beganAtMs, t.ended_at_ms AS endedAtMs
     FROM ${TRIES} WHERE t.outcome IN ('sending', 'answered', 'lost') AND t.began_at_ms >= ? AND t.began_at_ms < ?
     ORDER BY t.began_at_ms, t.change_id, t.number`,
  );
  const doubtful = db.prepare<[endedAfterMs: number], { n: number }>(
    `SELECT count(*) AS n FROM ${TRIES}
     WHERE t.outcome = 'sending' OR t.outcome = 'lost' AND NOT ${IS_CERTAIN} AND t.ended_at_ms > ?`,
  );
  const explained = db.prepare<[fromMs: number, untilMs: number], { credits: number }>(
    `SELECT ifnull(sum(t.credits), 0) AS credits FROM ${TRIES}
     WHERE ${IS_CERTAIN} AND t.began_at_ms >= ? AND t.ended_at_ms <= ?`,
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
    /** Begun in [fromMs, toMs), oldest first. */
    tries: (fromMs: number, toMs: number): readonly ChargedTry[] =>
      tries.all(fromMs, toMs).map(read),
    /** Whether a try is on its way, or lost its answer after that moment and may have been charged at any time since. */
    isDoubtful: (sinceMs: number): boolean => doubtful.get(sinceMs)?.n !== 0,
    /** The price of all that certainly was carried out between two moments at which nothing was on its way. */
    explained: (fromMs: number, untilMs: number): number =>
      explained.get(fromMs, untilMs)?.credits ?? 0,
    /** An entry is that of one try for ever. */
    settle: (charge: ChangeCharge): void => void insert.run(charge),
    /** Of tries begun in [fromMs, toMs). */
    charges: (fromMs: number, toMs: number): readonly ChangeCharge[] => charges.all(fromMs, toMs),
  };
}
export type ChangeChargeRepository = ReturnType<typeof makeChangeChargeRepository>;

function read({ intent, isCertain, ...row }: TryRow): ChargedTry {
  return { ...row, intent: ChangeIntent.parse(JSON.parse(intent)), isCertain: isCertain === 1 };
}
