/**
 * What the account paid for without the program's knowledge: on another computer of hers, or before the data folder went
 * back in time. It tells which second charges of a content nobody could have avoided.
 */
import { MINUTE_MS, SECOND_MS } from '../../src-shared/model/text/time.ts';
import { MISLEADING_FAULTS, type FaultProfile } from '../fault-profile.ts';
import type { Books } from './books.ts';

export type Elsewhere = ReturnType<typeof makeElsewhere>;

/** Between the reading of a list and the last form that begins on it; longer where reading takes long. */
const SAME_MOMENT_MS = MINUTE_MS + 5_000;
const LONGEST_MOMENT_MS = 11 * MINUTE_MS;
/** Where another computer is known, what it paid for so long before the last bytes of a form is seen in time. */
const SEEN_MS = 2 * SECOND_MS;
/** So long after a list was left without an answer it is not read again, and as long as that took. */
const SILENT_MS = 15 * MINUTE_MS;

export function makeElsewhere({
  faultProfile,
  monotonicMs,
}: {
  readonly faultProfile: FaultProfile;
  readonly monotonicMs: () => number;
}) {
  const { reading, rates, isAlone, partialOutage, calmAtMs } = faultProfile;
  const isSlow = Object.values(rates).some((rate) => rate > 0) && !isAlone;
  const lagMs = Math.max(reading.listLagMs, reading.balanceLagMs);
  const momentMs = (isSlow ? LONGEST_MOMENT_MS : SAME_MOMENT_MS) + lagMs;
  const isListed =
    reading.paging === 'honoured' && MISLEADING_FAULTS.every((name) => rates[name] === 0);
  /** Until then lists show nothing, and of what is free, or costs less than is expected, no balance tells either. */
  const untoldUntilMs = partialOutage?.requests === 'lists' ? calmAtMs + SILENT_MS : 0;
  const untold = new Set<string>();
  /** When another computer paid for them. */
  const paid = new Map<string, number>();
  /** When the last form of each began to leave. */
  const began = new Map<string, number>();
  /** When the last bytes of each left. */
  const left = new Map<string, number>();
  /** Since when lists have shown the program that there is another computer. */
  let knownSinceMs = Infinity;
  /** Since when the list of a destination shows that other computers pay for files there. */
  const toldSinceMs = new Map<string, number>();
  const forgotten = new Set<string>();
  const unsettled = new Set<string>();
  /** It went back to a time before any balance was known, and lists do not tell either. */
  let isBlind = false;
  /** When the program was charged for each. */
  const charged = new Map<string, number>();
  let hasGoneBack = false;
  const deleted = new Set<string>();
  /** Paid for by a job that the database had forgotten by then. */
  const tooLate = new Set<string>();

  return {
    /** Another computer of the account pays for it. `shownIn`: the destination whose list shows that, however short it is. */
    pays(key: string, shownIn: string | null, credits: number): void {
      paid.set(key, monotonicMs());
      if (credits === 0 || reading.megabytes === 'rounded-down') untold.add(key);
      if (shownIn === null || !isAlone || toldSinceMs.has(shownIn)) return;
      toldSinceMs.set(shownIn, monotonicMs());
    },
    begins: (key: string): void => void began.set(key, monotonicMs()),
    leaves: (key: string): void => void left.set(key, monotonicMs()),
    /** A list shows the program a file that another computer of the account has sent. */
    isShown(): void {
      knownSinceMs = Math.min(knownSinceMs, monotonicMs());
    },
    /** The database is an older one now. */
    forgets(before: Books, after: Books): void {
      const kept = new Map(after.jobs().map(({ id, outcome }) => [id, outcome]));
      for (const { id, outcome } of before.jobs()) {
        if (!kept.has(id)) forgotten.add(id);
        if (kept.get(id) !== outcome) unsettled.add(id);
      }
      isBlind ||= !isListed && !after.knowsBalance();
      hasGoneBack = true;
    },
    /** No job of the program, or none that it knows any more. */
    isForgotten: (jobId: string | null): boolean => jobId === null || forgotten.has(jobId),
    /** The same, or how it ended is forgotten: what it was charged need not be known any more. */
    isUnsettled: (jobId: string | null): boolean => jobId === null || unsettled.has(jobId),
    /** A forgotten job is carried out only now: whoever was sent in its place may be charged too. */
    comesTooLate: (key: string): void => void tooLate.add(key),
    /** Charges of this content that nobody could have avoided. */
    unavoidable(key: string): number {
      const shownMs = (charged.get(key) ?? -Infinity) + lagMs;
      const isHidden = hasGoneBack && (began.get(key) ?? Infinity) <= shownMs;
      const isGone = hasGoneBack && !isListed && deleted.has(key);
      return tooLate.has(key) || isBlind || isHidden || isGone ? 1 : 0;
    },
    charges: (key: string): void => void charged.set(key, monotonicMs()),
    /** Its record is deleted: where its fingerprint is refused, neither list nor check tells that it was there. */
    deletes: (key: string): void => void deleted.add(key),
    /** Another computer paid for it, and a look right before the last bytes would have shown that. */
    wasInSight(key: string): boolean {
      const [paidMs, leftMs] = [paid.get(key), left.get(key)];
      if (paidMs === undefined || leftMs === undefined || !isAlone || !isListed) return false;
      return leftMs > Math.max(paidMs + lagMs, knownSinceMs) + SEEN_MS;
    },
    /** Another computer paid for it, and the program could have known that when it began. */
    wasKnowable(key: string): boolean {
      const paidMs = paid.get(key);
      const beganMs = began.get(key) ?? monotonicMs();
      if (paidMs === undefined) return false;
      const destination = key.slice(key.indexOf(' ') + 1);
      const toldMs = isListed ? 0 : (toldSinceMs.get(destination) ?? Infinity);
      const fromMs = Math.max(paidMs, toldMs, untold.has(key) ? untoldUntilMs : 0);
      return beganMs > fromMs + momentMs;
    },
  };
}
