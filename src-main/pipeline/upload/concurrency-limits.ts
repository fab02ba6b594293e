/**
 * How many uploads run at once. The number grows while more of them move more bytes, and is halved when the service or
 * the network shows that it is too high. Pure: it knows only the events and times it is given.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import { SECOND_MS, MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import { isCongestion, isSmall } from '../common/place-limit.ts';
import { serviceFaultOf, type UploadOutcome } from '../common/upload-outcome.ts';

export interface Pace {
  /** Uploads that may run at once, not counting the extra slots for small ones. */
  readonly limit: number;
  /** The current measurement: what happened since the limit was last evaluated. */
  readonly sinceMs: number;
  readonly bytes: number;
  readonly cleanFinishes: number;
  /** All slots were taken all the time; otherwise the rate says nothing about the limit. */
  readonly wasFull: boolean;
  /** Of the previous measurement; null: nothing to compare with yet. */
  readonly bytesPerMs: number | null;
  readonly halvedAtMs: number | null;
}

export type PaceEvent =
  /** Bytes of any upload went out. `wasFull`: no upload could have begun beside those that ran. */
  | { readonly type: 'moved'; readonly bytes: number; readonly wasFull: boolean }
  | { readonly type: 'finished'; readonly wasFull: boolean }
  /** 429, 503, a stall or a reset. */
  | { readonly type: 'congested' };

/** Each of them may have an unknown result when the line breaks. */
export const MOST_AT_ONCE = 8;
const FIRST_LIMIT = 3;
const MOST_BY_ITSELF = 6; // more only when a person asks for it
const FINISHES_TO_EVALUATE = 3;
const LONGEST_MEASUREMENT_MS = 30 * SECOND_MS;
const WORTHWHILE_GROWTH = 1.05;
const HALVED_AT_MOST_EVERY_MS = 10 * SECOND_MS;

const EXTRA_PLACES_FOR_SMALL = 2;
/** A few packets wait for the round trip and nothing else: how many bytes they move says nothing about their number. */
const TINY_BYTES = 65_536;
const HUGE_BYTES = 500_000_000;
const MOST_HUGE = 2;

export function firstPace(nowMs: number): Pace {
  return { ...freshMeasurement(nowMs), limit: FIRST_LIMIT, bytesPerMs: null, halvedAtMs: null };
}

/** The most uploads at once; `parallel` is the person's own number, or null. */
export function ceilingOf(parallel: number | null): number {
  return parallel ?? MOST_BY_ITSELF;
}

/** The pace after an event. `nowMs` is steady time; `ceiling` from `ceilingOf`. */
export function nextPace(pace: Pace, event: PaceEvent, nowMs: number, ceiling: number): Pace {
  switch (event.type) {
    case 'moved':
    case 'finished': {
      const bytes = pace.bytes + (event.type === 'moved' ? event.bytes : 0);
      const cleanFinishes = pace.cleanFinishes + (event.type === 'finished' ? 1 : 0);
      const wasFull = pace.wasFull && event.wasFull;
      return judged({ ...pace, bytes, cleanFinishes, wasFull }, nowMs, ceiling);
    }
    case 'congested': {
      const { halvedAtMs } = pace;
      if (halvedAtMs !== null && nowMs - halvedAtMs < HALVED_AT_MOST_EVERY_MS) return pace;
      const limit = Math.max(1, Math.floor(Math.min(pace.limit, ceiling) / 2));
      // Compared with an overload, no smaller number would ever look like progress.
      return { ...freshMeasurement(nowMs), limit, bytesPerMs: null, halvedAtMs: nowMs };
    }
    default:
      return assertNever(event);
  }
}

/** Ends a measurement that is long enough: one more upload if that was worth it. */
function judged(pace: Pace, nowMs: number, ceiling: number): Pace {
  const tookMs = nowMs - pace.sinceMs;
  const isLongEnough =
    pace.cleanFinishes >= FINISHES_TO_EVALUATE || tookMs >= LONGEST_MEASUREMENT_MS;
  if (!isLongEnough || tookMs <= 0) return pace;
  const bytesPerMs = pace.bytes / tookMs;
  const before = pace.bytesPerMs ?? 0;
  const isWorthIt = pace.wasFull && bytesPerMs > 0 && bytesPerMs >= before * WORTHWHILE_GROWTH;
  const limit = isWorthIt ? pace.limit + 1 : pace.limit;
  return { ...pace, ...freshMeasurement(nowMs), limit: Math.min(limit, ceiling), bytesPerMs };
}

function freshMeasurement(nowMs: number) {
  return { sinceMs: nowMs, bytes: 0, cleanFinishes: 0, wasFull: true };
}

/** The number of slots of each kind at this moment. */
export interface Slots {
  /** For uploads that are not small. */
  readonly usual: number;
  /** For all uploads that are not tiny. */
  readonly all: number;
  /** For all uploads together. */
  readonly most: number;
}

/** A person's own number is a promise: then small uploads get no extra slots. */
export function slotsOf({ limit }: Pace, parallel: number | null): Slots {
  const usual = Math.min(limit, ceilingOf(parallel));
  const most = parallel ?? MOST_AT_ONCE;
  return { usual, all: Math.min(usual + EXTRA_PLACES_FOR_SMALL, most), most };
}

/**
 * Whether an upload of this size may begin beside the running ones. `later`: not yet, but a smaller one may; `none`:
 * nothing more may begin now, so that whatever is behind it does not overtake it.
 */
export function judgeSlot(
  sizeBytes: number,
  runningBytes: readonly number[],
  { usual, all, most }: Slots,
): 'now' | 'later' | 'none' {
  if (runningBytes.length >= most) return 'none';
  if (isTiny(sizeBytes)) return 'now';
  if (runningBytes.filter((bytes) => !isTiny(bytes)).length >= all) return 'none';
  if (isSmall(sizeBytes)) return 'now';
  const bigger = runningBytes.filter((bytes) => !isSmall(bytes));
  const isOneTooMany = isHuge(sizeBytes) && bigger.filter(isHuge).length >= MOST_HUGE;
  return bigger.length >= usual || isOneTooMany ? 'later' : 'now';
}

function isTiny(sizeBytes: number): boolean {
  return sizeBytes <= TINY_BYTES;
}

/**
 * What those that run leave of the slots, and the sizes of those that are being sent: whatever only waits for its answer
 * takes nothing of the line, but it counts among all.
 */
export function slotsBeside(
  running: readonly { readonly sizeBytes: number; readonly isComplete: boolean }[],
  { usual, all, most }: Slots,
): { readonly slots: Slots; readonly sizes: number[] } {
  const sent = running.filter(({ isComplete }) => !isComplete);
  const awaiting = running.length - sent.length;
  return {
    slots: { usual, all: all - awaiting, most: most - awaiting },
    sizes: sent.map(({ sizeBytes }) => sizeBytes),
  };
}

function isHuge(sizeBytes: number): boolean {
  return sizeBytes > HUGE_BYTES;
}

/** Holds the pace of a run's uploads and feeds it their events. `nextPace` makes all decisions. */
export function makeMeasuredPace({
  state,
  clock,
}: {
  readonly state: Pick<State, 'transferRules'>;
  readonly clock: Clock;
}) {
  let pace = firstPace(clock.monotonicMs());
  const parallel = () => state.transferRules.get().parallel;
  const slots = () => slotsOf(pace, parallel());
  const isFull = (running: number) => running >= slots().usual;

  function happened(event: PaceEvent): void {
    pace = nextPace(pace, event, clock.monotonicMs(), ceilingOf(parallel()));
  }

  return {
    slots,
    /** So many new bytes went out while so many uploads ran. */
    moved: (bytes: number, running: number) =>
      happened({ type: 'moved', bytes, wasFull: isFull(running) }),
    /** An upload ended; `running` counts it too. */
    ended(outcome: UploadOutcome, running: number) {
      if (outcome.kind === 'recorded') happened({ type: 'finished', wasFull: isFull(running) });
      const fault = outcome.kind === 'stopped' ? serviceFaultOf(outcome.fault) : null;
      if (fault !== null && isCongestion(fault)) happened({ type: 'congested' });
    },
  };
}

/** The end of a resumed file may be 300 bytes and a wait of seconds for the answer, which is no rate. */
const TELLING_BYTES = 8_388_608;
/** Older than this, a measurement counts for half: networks change. */
const MEMORY_MS = 10 * MINUTE_MS;

/**
 * The rate at which large files are sent, measured only while some are. The rate of many small files, or of an idle
 * connection, says nothing about it: judged by that, a large file would wait for a longer session for ever.
 */
export function makeLargeFileSpeed(clock: Pick<Clock, 'monotonicMs'>) {
  let [running, sinceMs, busyMs, sentBytes] = [0, 0, 0, 0];

  /** Time during which at least one large file was being sent. */
  function measuredMs(): number {
    return busyMs + (running === 0 ? 0 : clock.monotonicMs() - sinceMs);
  }

  function ended(): void {
    busyMs = measuredMs();
    sinceMs = clock.monotonicMs();
    running -= 1;
    if (busyMs <= MEMORY_MS) return;
    busyMs /= 2;
    sentBytes /= 2;
  }

  return {
    /** A file of this size is being sent until the returned function is called; a small one is not measured. */
    begin(sizeBytes: number) {
      if (isSmall(sizeBytes)) return () => undefined;
      busyMs = measuredMs();
      sinceMs = clock.monotonicMs();
      running += 1;
      return ended;
    },
    /** New bytes of a file of this size went out. */
    moved(sizeBytes: number, bytes: number) {
      if (!isSmall(sizeBytes)) sentBytes += bytes;
    },
    /** Bytes per second of all large files together; null while too little was sent to tell. */
    bytesPerSecond() {
      const overMs = measuredMs();
      return sentBytes < TELLING_BYTES || overMs === 0 ? null : (sentBytes * SECOND_MS) / overMs;
    },
  };
}

interface SessionFit {
  readonly bytes: number;
  /** Of all large uploads together, as measured; null: not measured yet. */
  readonly bytesPerSecond: number | null;
  /** How many share that rate, this one included. */
  readonly sharers: number;
  /** By the service's clock; null: not known. */
  readonly sessionLeftMs: number | null;
}

/** How long it would take, when that is longer than the session lasts; null when it fits, as far as is known. */
export function tooLongMs(fit: SessionFit): number | null {
  const { bytes, bytesPerSecond, sharers, sessionLeftMs } = fit;
  if (bytesPerSecond === null || sessionLeftMs === null) return null;
  const takesMs = Math.ceil((bytes * sharers * SECOND_MS) / bytesPerSecond);
  return takesMs > sessionLeftMs ? takesMs : null;
}
