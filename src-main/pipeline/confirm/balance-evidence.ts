/**
 * Keeps each balance, and what it says about charges for uploads and paid changes whose results are unknown: since the last reading
 * before them it must have fallen by exactly what else was charged. Moments are places in the journals, because a clock
 * may be set.
 */
import type { ChargeEvidence } from '../../../src-shared/model/files/file-view.ts';
import { evaluateBalance } from '../../../src-shared/model/money/match-charges.ts';
import { ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type {
  BalanceBaseline,
  BalanceReading,
  JournalPlaces,
  KeptBalance,
  Unsettled,
} from '../../db/money/balance-repository.ts';
import type { State } from '../../db/state.ts';
import type { RemoteRecords } from '../common/ports.ts';
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import { ABSENCE_WAIT_MS } from '../../../src-shared/model/changes/change.ts';
import type { Clock } from '../../platform/clock.ts';

export interface BalancePorts {
  readonly state: Pick<State, 'balances' | 'charges' | 'changeCharges'>;
  readonly remote: Pick<RemoteRecords, 'balance'>;
}

/** What one reading of the balance says about an upload. */
export type BalanceEvidence = (jobId: string) => ChargeEvidence;

/** For any upload that is in doubt. Rejects with the signal's reason on abort. */
export async function readBalanceEvidence(
  ports: BalancePorts,
  signal: AbortSignal,
): Promise<Result<BalanceEvidence, ServiceFault>> {
  const { balances, charges } = ports.state;
  const before = balances.get('quiet');
  const read = await compareBalance(before, null, ports, signal);
  if (!read.ok) return read;
  const place = before?.uploadAttempts ?? 0;
  return ok((jobId) => (charges.beganAfter(jobId, place) ? read.value : 'not-told'));
}

/** For the latest attempt of a paid change, whose own charge is not explained by it. Rejects likewise. */
export async function readChangeEvidence(
  changeId: number,
  ports: BalancePorts,
  signal: AbortSignal,
): Promise<Result<ChargeEvidence, ServiceFault>> {
  return compareBalance(ports.state.changeCharges.baseline(changeId), changeId, ports, signal);
}

/** Reads the balance once, unless there is nothing to compare it with. */
async function compareBalance(
  before: BalanceBaseline | null,
  changeId: number | null,
  { state, remote }: BalancePorts,
  signal: AbortSignal,
): Promise<Result<ChargeEvidence, ServiceFault>> {
  if (before === null) return ok('not-told');
  const { credits, uploadAttempts, changeAttempts } = before;
  const charged = () => {
    const uploads = state.charges.chargedAfter(uploadAttempts);
    const changes = state.changeCharges.chargedAfter(changeAttempts, changeId);
    // Uploads in doubt are what the balance is asked about, or, beside a change, may have been charged like it.
    const doubtful = changes.unknownCredits + (changeId === null ? 0 : uploads.unknownCredits);
    return {
      certain: uploads.credits + changes.credits,
      most: uploads.credits + uploads.inProgressCredits + changes.credits + doubtful,
      isExact: uploads.isExact,
    };
  };
  const explained = charged();
  const read = await remote.balance(signal);
  if (!read.ok) return read;
  return ok(
    evaluateBalance({
      fellBy: credits - read.value,
      explainedBefore: explained.certain,
      mostExplained: charged().most,
      isExact: explained.isExact,
    }),
  );
}

// Stores every balance that is read. Two quiet ones tell what a single upload between them cost, and a fall that the
// uploads do not explain, that this account pays elsewhere, or that this database went back in time. What lies between two
// readings is told by places in the journals: clocks may be set, and two programs know the service's only to a second. It
// sends nothing itself. Its conclusions change what is shown and what is compared before a payment, never recorded charges.

/** A charge that is this old stands in the balance. */
const LATE_MS = MINUTE_MS;

/** The same records, which also store each balance. */
export function observeBalance<Remote extends Pick<RemoteRecords, 'balance'>>(
  remote: Remote,
  { state, clock }: { readonly state: State; readonly clock: Clock },
): Remote {
  return {
    ...remote,
    async balance(signal) {
      const askedMonotonicMs = clock.monotonicMs();
      const askedAt = state.balances.placesNow();
      const quietBefore = state.balances.get('quiet');
      const wasQuiet = isQuiet(quietBefore, state.bookNowMs());
      const read = await remote.balance(signal);
      if (!read.ok) return read;
      const tookMs = Math.ceil(clock.monotonicMs() - askedMonotonicMs);
      const readingAt = (readAtMs: number) => ({
        credits: read.value,
        askedAtMs: readAtMs - tookMs,
        readAtMs,
      });
      const reading = readingAt(state.bookNowMs()); // the answer may have shown the service's time for the first time
      const { askedAtMs } = reading;
      state.transaction(() => {
        state.balances.keep(
          'latest',
          readingAt(clock.nowMs()),
          unsettledAt(quietBefore, askedAtMs),
        );
        if (quietBefore !== null) compare(quietBefore, reading);
        const shownMs = state.shownNowMs();
        if (shownMs !== null) state.uploads.noteKnownLost(shownMs);
        // Of an upload that begins and ends during the request nobody knows whether this balance includes it.
        const { uploadAttempts, changeAttempts } = state.balances.placesNow();
        const isSamePlace =
          askedAt.uploadAttempts === uploadAttempts && askedAt.changeAttempts === changeAttempts;
        if (wasQuiet && isSamePlace && isQuiet(quietBefore, askedAtMs)) {
          keepQuiet(quietBefore, askedAt, reading);
        }
      });
      return read;
    },
  };

  /**
   * The balance is at the service: it does not go back in time with the database. Where it does not fall by just what was
   * spent here, or that is not certain, something else may be hidden in it. While uploads are on their way only a greater
   * fall says something.
   */
  function compare(before: KeptBalance, now: BalanceReading): void {
    const { charges, changeCharges, comparedPlaces } = state;
    const uploads = charges.chargedAfter(before.uploadAttempts);
    const changes = changeCharges.chargedAfter(before.changeAttempts, null);
    const unknownCredits = uploads.unknownCredits + changes.unknownCredits;
    const most = uploads.credits + uploads.inProgressCredits + changes.credits + unknownCredits;
    const fellBy = before.credits - now.credits;
    const late = state.balances.unshown(now.readAtMs);
    if (fellBy > most + late) {
      const [sinceMs, atMs] = [before.readAtMs, now.readAtMs];
      return comparedPlaces.suspectCharge({ credits: fellBy - most - late, sinceMs, atMs });
    }
    const isOnItsWay = uploads.inProgressCredits > 0 || changeCharges.isDoubtful(Infinity);
    const isCertain = uploads.isExact && unknownCredits === 0;
    if (isOnItsWay) return;
    if (fellBy < most || !isCertain) comparedPlaces.noteUntold(before.askedAtMs);
    else comparedPlaces.noteExplained();
  }

  /** What a balance that was asked for at that moment may include or not. */
  function unsettledAt(before: KeptBalance | null, askedAtMs: number): Unsettled {
    const { charges, changeCharges } = state;
    const uploads = charges.chargedAfter(before?.uploadAttempts ?? 0, askedAtMs - LATE_MS);
    const changes = changeCharges.doubtfulCredits(askedAtMs - ABSENCE_WAIT_MS);
    return {
      onItsWayCredits: uploads.inProgressCredits,
      inDoubtCredits: uploads.unknownCredits + uploads.recentCredits + changes,
    };
  }

  /** No charge of ours is pending that this balance does not include. */
  function isQuiet(before: KeptBalance | null, askedAtMs: number): boolean {
    if (!state.charges.isQuiet(before?.uploadAttempts ?? 0)) return false;
    return !state.changeCharges.isDoubtful(askedAtMs - ABSENCE_WAIT_MS);
  }

  function keepQuiet(before: KeptBalance | null, until: JournalPlaces, now: BalanceReading): void {
    const { balances, charges, changeCharges } = state;
    // A change whose answer was lost may be in this fall or not: then it tells nothing.
    if (before !== null && !changeCharges.isDoubtful(before.readAtMs - ABSENCE_WAIT_MS)) {
      const forChanges = changeCharges.explained(before.changeAttempts, until.changeAttempts);
      const fellBy = before.credits - now.credits - forChanges;
      charges.noteFall({ from: before, until, fellBy });
    }
    if (before !== null) noteUnshown(before, now);
    balances.keep('quiet', now);
  }

  /** A balance may be late: what was spent here and is not taken off it yet cannot be spent again. */
  function noteUnshown(before: KeptBalance, now: BalanceReading): void {
    const { balances, charges, changeCharges } = state;
    const uploads = charges.chargedAfter(before.uploadAttempts);
    const changes = changeCharges.chargedAfter(before.changeAttempts, null);
    const own = uploads.credits + changes.credits;
    const late = balances.unshown(now.readAtMs);
    const shown = before.credits - now.credits;
    const unshown = Math.min(own + late, own + late - shown);
    if (own > 0 || unshown < late) balances.noteUnshown(unshown, now.readAtMs);
  }
}
