/**
 * Finds the charge of each upload, and of each paid change, in the service's history, which names none of them; and says
 * whether there is one for an upload that no list shows. Pure. Of uploads: an amount that is not the expected
 * one is taken for that of an upload only where no other computer can have caused it and there are as many charges as
 * uploads: a wrong pair would show a wrong charge, and leave a limit more than it has.
 */
import { leastCredits, uploadCredits, type Visibility, leastOf, type ChangePart } from './price.ts';
import { CREDITS } from '../../service/limits.ts';
import type { ChargeEvidence } from '../files/file-view.ts';

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
function isOfUpload({ amount, type }: HistoryEntry): boolean {
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
    if (isDoubted) return pairByAmount(cluster.filter(isOfExactPrice), near);
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
function isOfExactPrice(job: UploadedJob): boolean {
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
function clusterByTime<Job extends Lasting>(jobs: readonly Job[]): readonly (readonly Job[])[] {
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

// Finds the charges of paid changes in the service's history, which does not name the changes. Pure. Changes are sent one
// after the other, so their charges have the same order. If there are more charges, another computer's perhaps, each change
// gets the nearest where all are the same amount, so that no wrong charge is shown; otherwise nothing is matched.

/** One thing a try is charged for. */
export interface OpenPart extends Lasting {
  readonly changeId: number;
  readonly number: number;
  readonly part: ChangePart;
  /** False: the answer was lost, and it may not have been charged at all. */
  readonly isCertain: boolean;
}

export interface MatchedPart<Open extends OpenPart> {
  readonly open: Open;
  readonly entry: HistoryEntry;
}

const DOCUMENTED = {
  project: 'PROJECT_CREATION',
  member: 'PROJECT_INVITATION',
  invitation: 'PROJECT_INVITATION',
} as const;
const DOCUMENTED_TYPES: ReadonlySet<string> = new Set(Object.values(DOCUMENTED));

/** Whether an entry may be for something that is charged in these parts, whatever the service calls it. */
export function isOfParts({ amount, type }: HistoryEntry, parts: readonly ChangePart[]): boolean {
  const own = new Set<string | null>(parts.map(documentedType));
  return -amount >= leastOf(parts) && (own.has(type) || !DOCUMENTED_TYPES.has(type));
}

function documentedType(part: ChangePart): string | null {
  return part === 'deletion' ? null : DOCUMENTED[part];
}

/** `others`: uploads, whose charges could be taken for that of a deletion where types do not tell. */
export function matchChangeCharges<Open extends OpenPart>(
  open: readonly Open[],
  entries: readonly HistoryEntry[],
  others: readonly Lasting[],
): readonly MatchedPart<Open>[] {
  const charges = entries
    .filter(({ amount }) => amount < 0)
    .toSorted((one, other) => one.createdAtMs - other.createdAtMs);
  const byType = Map.groupBy(open, ({ part }) => documentedType(part));
  return [...byType].flatMap(([type, parts]) =>
    clusterByTime(parts).flatMap((cluster) => {
      const near = within(charges, cluster);
      const isDisturbed = within(others.map(atItsEnd), cluster).length > 0;
      const fitting =
        type === null
          ? deletionsAmong(near, isDisturbed)
          : near.filter((entry) => entry.type === type);
      return pairInOrder(cluster, fitting);
    }),
  );
}

/** The document names no type for deletions: a telling one counts, any other one only where nothing else could be it. */
function deletionsAmong(
  near: readonly HistoryEntry[],
  isDisturbed: boolean,
): readonly HistoryEntry[] {
  const told = near.filter(({ type }) => /delet|remov/i.test(type));
  if (told.length > 0 || isDisturbed) return told;
  const fitting = near.filter(
    ({ type, amount }) => amount === -CREDITS.fileDeletion && !DOCUMENTED_TYPES.has(type),
  );
  return new Set(fitting.map(({ type }) => type)).size === 1 ? fitting : [];
}

/**
 * All of them in their order; or, where only as many were charged, those that certainly were; or, of more charges of one amount,
 * the nearest.
 */
function pairInOrder<Open extends OpenPart>(
  cluster: readonly Open[],
  entries: readonly HistoryEntry[],
): readonly MatchedPart<Open>[] {
  const certain = cluster.filter(({ isCertain }) => isCertain);
  const charged = [cluster, certain].find(({ length }) => length === entries.length);
  if (charged === undefined) return nearest(certain, entries);
  return charged.flatMap((open, at) => {
    const entry = entries[at];
    return entry === undefined ? [] : [{ open, entry }];
  });
}

function nearest<Open extends OpenPart>(
  certain: readonly Open[],
  entries: readonly HistoryEntry[],
): readonly MatchedPart<Open>[] {
  const isOneAmount = new Set(entries.map(({ amount }) => amount)).size === 1;
  if (!isOneAmount || entries.length < certain.length) return [];
  const left = [...entries];
  return certain.flatMap((open) => {
    const awayMs = ({ createdAtMs }: HistoryEntry) => Math.abs(createdAtMs - open.endedAtMs);
    const [entry] = left.toSorted((one, other) => awayMs(one) - awayMs(other));
    if (entry === undefined) return [];
    left.splice(left.indexOf(entry), 1);
    return [{ open, entry }];
  });
}

function within<Entry extends { readonly createdAtMs: number }>(
  entries: readonly Entry[],
  cluster: readonly Lasting[],
): readonly Entry[] {
  const { fromMs, untilMs } = timeOf(cluster);
  return entries.filter(({ createdAtMs }) => createdAtMs >= fromMs && createdAtMs <= untilMs);
}

function atItsEnd({ endedAtMs }: Lasting) {
  return { createdAtMs: endedAtMs };
}

// Whether the service's credit history or the balance shows a charge that could be for an upload of which no list shows a
// record. Pure. A history says "none" only if it names uploads at all, and everything in it is explained by other work of
// ours; the balance, only if it fell by exactly what that work cost.

interface ChargeFacts {
  /** Of the period in question: charges that belong to no upload or change known here. */
  readonly unassigned: readonly HistoryEntry[];
  /** Recorded uploads of this period whose charge has not been found in the history. */
  readonly unmatchedUploads: number;
  /** The history has named the charge of an upload of ours before. */
  readonly isNamingUploads: boolean;
}

export function evaluateCharges({
  unassigned,
  unmatchedUploads,
  isNamingUploads,
}: ChargeFacts): ChargeEvidence {
  // Before it has named an upload, an entry of zero credits may be anything.
  const charges = unassigned.filter(
    (entry) => isOfUpload(entry) && (isNamingUploads || entry.amount < 0),
  ).length;
  if (charges > unmatchedUploads) return 'unexplained';
  if (!isNamingUploads) return 'not-told';
  return charges < unmatchedUploads ? 'not-told' : 'none'; // fewer: the history lags behind
}

/** Between two readings of the balance, the first of them made while nothing could be charged. */
interface BalanceFacts {
  readonly fellBy: number;
  /** What uploads and changes cost that were certainly carried out until the second reading was asked for. */
  readonly explainedBefore: number;
  /** The same until it was answered, with everything that was in progress or in doubt. */
  readonly mostExplained: number;
  /** Those costs are known, not estimated. */
  readonly isExact: boolean;
}

export function evaluateBalance({
  fellBy,
  explainedBefore,
  mostExplained,
  isExact,
}: BalanceFacts): ChargeEvidence {
  if (fellBy > mostExplained) return 'unexplained';
  return isExact && fellBy === explainedBefore ? 'none' : 'not-told';
}

/** Of charges that were noted from so long before the upload or change on; clocks may differ. */
type HistoryEvidence = (slackMs: number) => ChargeEvidence;

/**
 * The balance decides where it tells anything: it needs no clock, and a history has charges of the minutes before, and of
 * other computers, that nothing here explains. But credits that were added hide a charge in it. `wereAdded`: the history
 * shows some, from before the balance was first read on. A charge noted since is hidden also where it shows none.
 */
export function bothCharges(
  history: HistoryEvidence,
  wereAdded: () => boolean,
  balance: ChargeEvidence,
): ChargeEvidence {
  const near = history(CLOCK_SLACK_MS);
  if (balance === 'not-told') return near;
  const isHidden = balance === 'none' && near === 'unexplained';
  return isHidden && (wereAdded() || history(0) === 'unexplained') ? near : balance;
}
