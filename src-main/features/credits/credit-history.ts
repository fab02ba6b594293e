/**
 * The service's credit history combined with what this computer knows: which file a charge was for, and whether it was
 * the expected amount. Reading it is free. The last copy of each day is saved for when the service is unavailable.
 */
import type {
  ChargeDeviation,
  CreditHistory,
  HistoryLine,
} from '../../../src-shared/model/money/credit-views.ts';
import {
  chargesOf,
  ABSENCE_WAIT_MS,
  nameOf,
  type ChangeIntent,
} from '../../../src-shared/model/changes/change.ts';
import {
  leastOf,
  creditsOf,
  expectedOf,
  type ChangePart,
} from '../../../src-shared/model/money/price.ts';
import {
  isOfParts,
  matchChangeCharges,
  type MatchedPart,
  type OpenPart as Part,
  CLOCK_SLACK_MS,
  matchCharges,
  timeOf,
  type HistoryEntry,
  type Lasting,
  evaluateCharges,
} from '../../../src-shared/model/money/match-charges.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import { DAY_MS, msFromIso, msFromUtcDay, utcDay } from '../../../src-shared/model/text/time.ts';
import { folderPathIn } from '../../db/files/place-search.ts';
import type { ChargedJob, ChangeCharge, ChargedTry } from '../../db/money/charge-repository.ts';
import type { ChargeHistory, AccountPorts } from '../../pipeline/common/ports.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';

export type HistoryParts = Pick<AccountPorts, 'client' | 'state' | 'clock' | 'userId'>;

export interface HistoryWindow {
  readonly first: number;
  readonly count: number;
}

const ALL_LINES: HistoryWindow = { first: 0, count: Infinity };

export function makeCreditHistory({ client, state, clock, userId }: HistoryParts) {
  /** Updates the copy of these days; null on success. */
  async function fetchDays(
    from: string,
    to: string,
    signal: AbortSignal,
  ): Promise<ServiceFault | null> {
    const own = userId();
    if (own === null) return { kind: 'not-signed-in', serviceSays: null };
    const path = { userId: own, from, to };
    const read = await client.call('downloadTransactions', { path }, signal);
    if (!read.ok) return read.fault;
    const transactions = read.value.txs.flatMap(({ id, createdAt, amount, type }) => {
      const createdAtMs = msFromIso(createdAt);
      return createdAtMs === null ? [] : [{ id, createdAtMs, amount, type }];
    });
    state.transactions.keep(transactions, daysBetween(from, to), clock.nowMs());
    // One more day on both sides: otherwise a charge near midnight could seem to match only one upload.
    settleCharges(startMs(from) - DAY_MS, startMs(to) + 2 * DAY_MS);
    return null;
  }

  /** A moment that was noted by a clock that was ahead may lie in the future: that asks for today. */
  function fetchSince(sinceMs: number, signal: AbortSignal): Promise<ServiceFault | null> {
    const nowMs = state.bookNowMs();
    return fetchDays(utcDay(Math.min(sinceMs, nowMs)), utcDay(nowMs), signal);
  }

  /** Finds the charges of changes and uploads in this period. A charge that is already assigned is never reassigned. */
  function settleCharges(fromMs: number, toMs: number): void {
    const jobs = state.charges.jobs(fromMs, toMs);
    const ended = jobs.flatMap((job) =>
      job.endedAtMs === null ? [] : [{ ...job, endedAtMs: job.endedAtMs }],
    );
    const known = state.changeCharges.charges(fromMs, toMs);
    const entries = state.transactions.unexplained(fromMs, toMs);
    const parts = state.changeCharges.tries(fromMs, toMs).flatMap((one) => openParts(one, known));
    const ofChanges = matchChangeCharges(parts, entries, ended).map(chargeOf);
    const taken = new Set(ofChanges.map(({ transactionId }) => transactionId));
    const open = ended.filter(
      ({ transactionId, outcome }) => transactionId === null && outcome === 'recorded',
    );
    const left = entries.filter(({ id }) => !taken.has(id));
    const [isShared, inDoubt] = [state.comparedPlaces.isShared(), doubted()];
    state.transaction(() => {
      for (const charge of ofChanges) state.changeCharges.settle(charge);
      for (const { jobId, entryId, credits } of matchCharges(open, left, { isShared, inDoubt })) {
        state.charges.settle(jobId, credits, entryId);
      }
    });
  }

  /** A charge may be noted as long as a lost answer is waited for. */
  function doubted(): readonly Lasting[] {
    return state.charges.inDoubt().map(({ beganAtMs, endedAtMs }) => ({
      beganAtMs,
      endedAtMs: endedAtMs + ABSENCE_WAIT_MS,
    }));
  }

  /** Entries of this period that nothing here explains, and recorded uploads that none of them was found for. */
  function openCharges(fromMs: number, untilMs: number) {
    const jobs = state.charges.jobs(fromMs - DAY_MS, untilMs);
    const charges = state.changeCharges.charges(fromMs - DAY_MS, untilMs + DAY_MS);
    const entries = state.transactions.unexplained(fromMs, untilMs);
    const parts = state.changeCharges
      .tries(fromMs - DAY_MS, untilMs)
      .flatMap((one) => (one.isCertain ? openParts(one, charges) : []));
    const unmatched = jobs.filter(
      ({ outcome, transactionId, endedAtMs }) =>
        outcome === 'recorded' && transactionId === null && (endedAtMs ?? untilMs) >= fromMs,
    );
    return { unassigned: withoutParts(entries, parts), unmatched };
  }

  /** More was charged than it should cost at most. */
  function isDeviation(job: ChargedJob): boolean {
    const isMore = job.chargedCredits !== null && job.chargedCredits > job.expectedCredits;
    return isMore && !(job.isByBalance === 1 && mayBeOfOthers(job));
  }

  /** The history has entries of that time that are not explained from here: another computer may have paid. */
  function mayBeOfOthers({ beganAtMs, endedAtMs }: ChargedJob): boolean {
    const untilMs = (endedAtMs ?? beganAtMs) + CLOCK_SLACK_MS;
    return openCharges(beganAtMs - CLOCK_SLACK_MS, untilMs).unassigned.length > 0;
  }

  function uploadPart(job: ChargedJob): LinePart {
    const {
      name,
      expectedCredits,
      chargedCredits,
      folderKind: kind,
      folderRoot: root,
      directory,
    } = job;
    return {
      file: name,
      folderPath:
        kind === null || root === null ? null : folderPathIn({ kind, path: root }, directory ?? ''),
      change: null,
      expected: expectedCredits,
      charged: chargedCredits,
      difference: chargedCredits === null ? null : chargedCredits - expectedCredits,
      isDeviation: isDeviation(job),
    };
  }

  function lines(fromMs: number, toMs: number): readonly HistoryLine[] {
    const jobs = state.charges.jobs(fromMs, toMs);
    // An attempt near midnight may have been charged on the other side of it.
    const around = [fromMs - DAY_MS, toMs + DAY_MS] as const;
    const tries = state.changeCharges.tries(...around);
    const tryOf = new Map(tries.map((one) => [keyOf(one), one]));
    const charges = state.changeCharges.charges(...around);
    const entries = state.transactions.between(fromMs, toMs);
    const shown = new Set(entries.map(({ id }) => id));
    const partOf = new Map<string | null, LinePart>([
      ...jobs.map((job) => [job.transactionId, uploadPart(job)] as const),
      ...charges.map((charge) => [charge.transactionId, changePart(charge, tryOf)] as const),
    ]);
    const reported = entries.map(({ id, createdAtMs, amount, type }) =>
      lineOf({ atMs: createdAtMs, transactionId: id, type, amount }, partOf.get(id) ?? NOT_OURS),
    );
    const charged = new Set(charges.map(keyOf));
    const untoldJobs = jobs
      .filter(({ transactionId }) => transactionId === null || !shown.has(transactionId))
      .map((job) => lineOf(untoldAt(job.beganAtMs), uploadPart(job)));
    const untoldTries = tries
      .filter((one) => one.beganAtMs >= fromMs && one.beganAtMs < toMs && !charged.has(keyOf(one)))
      .map((one) => lineOf(untoldAt(one.beganAtMs), untoldChange(one)));
    return [...reported, ...untoldJobs, ...untoldTries].toSorted(
      (one, other) => one.atMs - other.atMs,
    );
  }

  const charges: ChargeHistory = {
    refresh: fetchSince,
    evidence(fromMs, untilMs) {
      const isNamingUploads = state.charges.isNamed();
      for (let sinceMs = fromMs; ;) {
        const { unassigned, unmatched } = openCharges(sinceMs, untilMs);
        // An upload without its charge explains one of its own time: that has to be in the period too.
        const earliestMs =
          Math.min(...unmatched.map(({ beganAtMs }) => beganAtMs)) - CLOCK_SLACK_MS;
        if (earliestMs >= sinceMs)
          return evaluateCharges({
            unassigned,
            unmatchedUploads: unmatched.length,
            isNamingUploads,
          });
        sinceMs = earliestMs;
      }
    },
    wereAdded: (sinceMs) =>
      state.transactions.between(sinceMs, state.bookNowMs() + 1).some(({ amount }) => amount > 0),
    changeEvidence(changeId, slackMs) {
      const latest = state.changeCharges.latest(changeId);
      if (latest === null) return 'not-told';
      const { number, beganAtMs } = latest;
      const parts = chargesOf(latest.intent);
      const [fromMs, untilMs] = [beganAtMs - slackMs, state.bookNowMs()];
      const noted = new Set(state.transactions.between(fromMs, untilMs + 1).map(({ id }) => id));
      const own = state.changeCharges
        .charges(beganAtMs, beganAtMs + 1)
        .filter((one) => one.changeId === changeId && one.number === number);
      if (own.some(({ transactionId }) => noted.has(transactionId))) return 'unexplained';
      const { unassigned, unmatched } = openCharges(fromMs, untilMs);
      const explained = unmatched.filter(
        ({ expectedCredits }) => expectedCredits >= leastOf(parts),
      );
      const fitting = unassigned.filter((entry) => isOfParts(entry, parts));
      return fitting.length > explained.length ? 'unexplained' : 'not-told';
    },
  };

  return {
    ...charges,

    /**
     * `from`, `to`: days of UTC, both included, `from` not after `to`. `window`: of the lines; one that does not begin at 0
     * asks the service nothing, and goes on with what an earlier one read.
     */
    async read(
      from: string,
      to: string,
      signal: AbortSignal,
      { first, count }: HistoryWindow = ALL_LINES,
    ): Promise<Result<CreditHistory, CoreFault>> {
      const fault = first > 0 ? null : await fetchDays(from, to, signal);
      const { n: keptDays, readAtMs } = state.transactions.keptDays(from, to);
      if (fault !== null && keptDays === 0) return { ok: false, fault };
      const all = lines(startMs(from), startMs(to) + DAY_MS);
      // This computer's clock may be behind that of the entries.
      const told = all.flatMap(({ atMs, type }) => (type === null ? [] : [atMs])).slice(-1);
      return ok({
        total: all.length,
        lines: all.slice(first, first + count),
        asOfMs: fault === null || readAtMs === null ? null : Math.max(readAtMs, ...told),
        unknownDays: fault === null ? 0 : daysBetween(from, to).length - keptDays,
        fault,
      });
    },

    /**
     * Looks up the charges of uploads started since then, and returns those that deviate, with those that were found since
     * then to be charged more than once. Call it when a run has spent something, or taken in records. If the service does
     * not answer, nothing is recorded, and the next call asks again.
     */
    async settle(sinceMs: number, signal: AbortSignal): Promise<readonly ChargeDeviation[]> {
      const nowMs = state.bookNowMs();
      const fault = await fetchSince(sinceMs, signal);
      const second = state.charges.secondCharges(sinceMs);
      const twice = second.map((one) => ({
        ...asDeviation(one),
        isElsewhere: one.isElsewhere === 1,
      }));
      if (fault !== null) return twice;
      const told = new Set(second.map(({ jobId }) => jobId));
      const begun = state.charges.jobs(sinceMs, nowMs + 1).filter(({ id }) => !told.has(id));
      return [...twice, ...begun.filter(isDeviation).map(asDeviation)];
    },
  };
}

function asDeviation({
  name,
  expectedCredits,
  chargedCredits,
}: Pick<ChargedJob, 'name' | 'expectedCredits' | 'chargedCredits'>): ChargeDeviation {
  return { name, expectedCredits, chargedCredits: chargedCredits ?? 0, isElsewhere: false };
}

function lineOf(entry: Omit<HistoryLine, keyof LinePart>, part: LinePart): HistoryLine {
  return { ...entry, ...part };
}

/** In place of an entry that the history does not have. */
function untoldAt(atMs: number) {
  return { atMs, transactionId: null, type: null, amount: null };
}

function startMs(day: string): number {
  const ms = msFromUtcDay(day);
  if (ms === null) throw new Error(`${day} is no day`);
  return ms;
}

function daysBetween(from: string, to: string): readonly string[] {
  const count = Math.round((startMs(to) - startMs(from)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, day) => utcDay(startMs(from) + day * DAY_MS));
}

/** What an entry of the history shows beside the service's own data. */
type LinePart = Omit<HistoryLine, 'atMs' | 'transactionId' | 'type' | 'amount'>;

interface OpenPart extends Part {
  readonly intent: ChangeIntent;
}

/** Beside an entry that this computer knows nothing about. */
const NOT_OURS: LinePart = {
  file: null,
  folderPath: null,
  change: null,
  expected: null,
  charged: null,
  difference: null,
  isDeviation: false,
};

/** One attempt, in maps and sets. */
function keyOf({ changeId, number }: Pick<ChargedTry, 'changeId' | 'number'>): string {
  return `${changeId} ${number}`;
}

/**
 * The parts of an attempt that the history does not show yet. An attempt still being sent is looked up once it has
 * ended.
 */
function openParts(one: ChargedTry, known: readonly ChangeCharge[]): readonly OpenPart[] {
  const { changeId, number, intent, isCertain, beganAtMs, endedAtMs } = one;
  if (endedAtMs === null) return [];
  const found = known.filter((charge) => keyOf(charge) === keyOf(one));
  const left = found.reduce((sum, { expected }) => sum - expected, one.expectedCredits);
  if (left <= 0) return [];
  const count = (part: ChangePart) => found.filter((charge) => charge.part === part).length;
  const untilMs = isCertain ? endedAtMs : endedAtMs + ABSENCE_WAIT_MS;
  return chargesOf(intent)
    .filter((part, at, all) => at - all.indexOf(part) >= count(part))
    .map((part) => ({
      changeId,
      number,
      intent,
      part,
      isCertain,
      beganAtMs,
      endedAtMs: untilMs,
    }));
}

/**
 * Without the entries that changes which were certainly carried out explain by time and price alone, because the service
 * has types of its own: such a charge is that of no other change or upload.
 */
function withoutParts(
  entries: readonly HistoryEntry[],
  certain: readonly Part[],
): readonly HistoryEntry[] {
  const left = [...entries];
  const takeOut = (credits: number, one: Part): boolean => {
    const { fromMs, untilMs } = timeOf([one]);
    const at = left.findIndex(
      ({ amount, createdAtMs }) =>
        amount === -credits && createdAtMs >= fromMs && createdAtMs <= untilMs,
    );
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  };
  for (const [first, ...others] of Map.groupBy(certain, keyOf).values()) {
    if (first === undefined) continue;
    const parts = [first, ...others];
    if (takeOut(creditsOf(parts.map(({ part }) => part)), first)) continue; // charged together
    for (const one of parts) takeOut(creditsOf([one.part]), one);
  }
  return left;
}

/** An entry as the charge for its part, with the expected amount. */
function chargeOf({ open, entry }: MatchedPart<OpenPart>): ChangeCharge {
  const { changeId, number, intent, part } = open;
  const credits = -entry.amount;
  const expected = expectedOf(chargesOf(intent), part, credits);
  return { transactionId: entry.id, changeId, number, part, expected, credits };
}

/** The change of a history entry, if the entry paid for one. */
function changePart(
  { changeId, number, part, expected, credits }: ChangeCharge,
  tryOf: ReadonlyMap<string, ChargedTry>,
): LinePart {
  const one = tryOf.get(keyOf({ changeId, number }));
  if (one === undefined) return NOT_OURS;
  const difference = credits - expected;
  return {
    file: null,
    folderPath: null,
    change: { id: changeId, part, name: nameOf(one.intent) },
    expected,
    charged: credits,
    difference,
    isDeviation: difference > 0,
  };
}

/** An attempt that the history does not show, or not yet. */
function untoldChange({ changeId, intent, expectedCredits }: ChargedTry): LinePart {
  const [part = 'project'] = chargesOf(intent);
  const change = { id: changeId, part, name: nameOf(intent) };
  return { ...NOT_OURS, change, expected: expectedCredits };
}
