/**
 * Finds the charge of each upload in the service's history, which names no file. Pure. An amount that is not the expected
 * one is taken for that of an upload only where no other computer can have caused it and there are as many charges as
 * uploads: a wrong pair would show a wrong charge, and leave a limit more than it has.
 */
import { leastCredits, uploadCredits, type Visibility } from './price.ts';

export interface UploadedJob {
  readonly id: string;
  readonly visibility: Visibility;
  readonly sizeBytes: number;
  readonly beganAtMs: number;
  /** When it was sent, and charged, where its answer was lost; null: about the next. */
  readonly sentAtMs: number | null;
  /** When its record was known, which may be much later. */
  readonly endedAtMs: number;
}

export interface HistoryEntry {
  readonly id: string;
  /** By the service's clock. */
  readonly createdAtMs: number;
  /** Negative: a charge. */
  readonly amount: number;
  /** The service's own type, unchecked. */
  readonly type: string;
}

export interface MatchedCharge {
  readonly jobId: string;
  readonly entryId: string;
  readonly credits: number;
}

/** Types that the document names, for other things than uploads. */
const OTHER_TYPES: ReadonlySet<string> = new Set(['PROJECT_CREATION', 'PROJECT_INVITATION']);

/** Whether an entry may be the charge of an upload, a free one included. */
export function isOfUpload({ amount, type }: HistoryEntry): boolean {
  return amount <= 0 && !OTHER_TYPES.has(type);
}

export interface OtherCharges {
  /** Other computers of the account are known, so that any of the charges may be theirs. */
  readonly isShared: boolean;
  /** Uploads that may have been charged and may not: any of the charges of their time may be theirs. */
  readonly inDoubt: readonly Lasting[];
}

/**
 * Uploads that were on their way at about the same time are looked at together. Whatever the rule, a larger file costs
 * no less than a smaller one: sorted by price, both lists are in the same order.
 */
export function matchCharges(
  jobs: readonly UploadedJob[],
  entries: readonly HistoryEntry[],
  { isShared, inDoubt }: OtherCharges,
): readonly MatchedCharge[] {
  const charges = entries.filter(isOfUpload);
  return clusterByTime(jobs).flatMap((cluster) => {
    const { fromMs, untilMs } = timeOf(cluster);
    const isDoubted = inDoubt.some((one) => {
      const doubted = timeOf([one]);
      return doubted.fromMs <= untilMs && doubted.untilMs >= fromMs;
    });
    const near = charges.filter(
      ({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs <= untilMs,
    );
    // As many as there are: each is accounted for, and what is in doubt was not charged.
    if (!isShared && near.length === cluster.length) return pair(cluster, near);
    if (isDoubted) return pairByAmount(cluster.filter(isExact), near);
    return isShared ? pairByAmount(cluster, near) : pairByType(cluster, near);
  });
}

/**
 * Each with a charge of its price: in their order where there are as many of the one as of the other, else with the nearest to
 * when it was sent. Of equal ones a wrong pair shows no wrong charge.
 */
function pairByAmount(
  cluster: readonly UploadedJob[],
  near: readonly HistoryEntry[],
): readonly MatchedCharge[] {
  const byAmount = Map.groupBy(near, ({ amount }) => Math.abs(amount));
  return [...Map.groupBy(cluster, priceOf)].flatMap(([credits, jobs]) => {
    const fitting = byAmount.get(credits) ?? [];
    return fitting.length === jobs.length ? pair(jobs, fitting) : pairNearest(jobs, fitting);
  });
}

/** Both in their order. Where the history lags behind, the latest uploads have none yet. */
function pairNearest(
  jobs: readonly UploadedJob[],
  entries: readonly HistoryEntry[],
): readonly MatchedCharge[] {
  const inOrder = entries.toSorted((one, other) => one.createdAtMs - other.createdAtMs);
  let at = 0;
  return jobs
    .map((job) => ({ id: job.id, sentAtMs: job.sentAtMs ?? job.endedAtMs }))
    .toSorted((one, other) => one.sentAtMs - other.sentAtMs)
    .flatMap(({ id, sentAtMs }, index) => {
      const away = (place: number) =>
        Math.abs((inOrder[place]?.createdAtMs ?? Infinity) - sentAtMs);
      // As many stay as there are uploads after this one.
      while (inOrder.length - at > jobs.length - index && away(at + 1) <= away(at)) at += 1;
      const entry = inOrder[at];
      if (entry === undefined) return [];
      at += 1;
      return [{ jobId: id, entryId: entry.id, credits: Math.abs(entry.amount) }];
    });
}

/** Where other things were charged too, public and private uploads may have types of their own. */
function pairByType(
  cluster: readonly UploadedJob[],
  near: readonly HistoryEntry[],
): readonly MatchedCharge[] {
  const typed = Map.groupBy(near, ({ type }) => type);
  const whole = [...typed.values()].filter((entries) => entries.length === cluster.length);
  const [only] = whole;
  if (whole.length === 1 && only !== undefined) return asExpected(pair(cluster, only), cluster);
  if (whole.length > 1) return [];
  const parts = [...Map.groupBy(cluster, ({ visibility }) => visibility).values()];
  if (parts.length < 2) return [];
  const chosen = parts.map((part) => ({
    part,
    fitting: [...typed.values()].filter((entries) => entries.length === part.length),
  }));
  // Each kind must have exactly one type that fits, and not the same one.
  const types = new Set(chosen.map(({ fitting }) => fitting[0]?.[0]?.type));
  if (chosen.some(({ fitting }) => fitting.length !== 1) || types.size < parts.length) return [];
  return chosen.flatMap(({ part, fitting }) => asExpected(pair(part, fitting[0] ?? []), part));
}

/** All of them, or none: among other charges, one of another amount is taken for no upload's. */
function asExpected(
  pairs: readonly MatchedCharge[],
  jobs: readonly UploadedJob[],
): readonly MatchedCharge[] {
  const prices = new Map(jobs.map((job) => [job.id, priceOf(job)]));
  return pairs.every(({ jobId, credits }) => prices.get(jobId) === credits) ? pairs : [];
}

/** Equal amounts go to uploads in the order of their ends: their size says nothing about which is whose. */
function pair(
  jobs: readonly UploadedJob[],
  entries: readonly HistoryEntry[],
): readonly MatchedCharge[] {
  const amounts = entries.map(({ amount }) => amount).toSorted((one, other) => other - one);
  const byPrice = jobs.toSorted(
    (one, other) => priceOf(one) - priceOf(other) || one.sizeBytes - other.sizeBytes,
  );
  const charged = Map.groupBy(byPrice, (_, at) => amounts[at]);
  const entriesOf = Map.groupBy(entries, ({ amount }) => amount);
  return [...entriesOf].flatMap(([amount, some]) => pairNearest(charged.get(amount) ?? [], some));
}

/** It costs its price under every reading of the rule. */
function isExact(job: UploadedJob): boolean {
  return priceOf(job) === leastCredits(job.visibility, job.sizeBytes);
}

function priceOf({ visibility, sizeBytes }: UploadedJob): number {
  return uploadCredits(visibility, sizeBytes);
}

/** The service's clock and ours may differ by this much. */
export const CLOCK_SLACK_MS = 120_000;

export interface Lasting {
  readonly beganAtMs: number;
  readonly endedAtMs: number;
}

/** Runs of jobs whose times, with the slack on both sides, touch; oldest first. */
export function clusterByTime<Job extends Lasting>(
  jobs: readonly Job[],
): readonly (readonly Job[])[] {
  const clusters: Job[][] = [];
  let untilMs = -Infinity;
  for (const job of jobs.toSorted((one, other) => one.beganAtMs - other.beganAtMs)) {
    const current = clusters.at(-1);
    if (current !== undefined && job.beganAtMs <= untilMs + 2 * CLOCK_SLACK_MS) current.push(job);
    else clusters.push([job]);
    untilMs = Math.max(untilMs, job.endedAtMs);
  }
  return clusters;
}

/** When charges of these jobs may have been noted by the service's clock: both ends belong to it. */
export function timeOf(cluster: readonly Lasting[]): {
  readonly fromMs: number;
  readonly untilMs: number;
} {
  return {
    fromMs: Math.min(...cluster.map(({ beganAtMs }) => beganAtMs)) - CLOCK_SLACK_MS,
    untilMs: Math.max(...cluster.map(({ endedAtMs }) => endedAtMs)) + CLOCK_SLACK_MS,
  };
}
