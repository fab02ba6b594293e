/**
 * Decides when a file has stood still long enough to be taken. Taking one too early would prove half a measurement, so
 * whenever the clock is in doubt we watch the file ourselves. Pure: the caller knows the time.
 */
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { FileFacts, FileIdentity } from '../../platform/disk/file-identity.ts';
import type { Clock } from '../../platform/clock.ts';

/** Editors write twice on save, and FAT volumes keep times in steps of two seconds. */
const MIN_QUIET_MS = 2 * SECOND_MS;
/** Beyond a minute a pause says nothing more; an instrument that pauses longer needs a setting of its folder. */
const MAX_QUIET_MS = 60 * SECOND_MS;
/** Programs that write large files pause in proportion: a second per 50 MB gives 52 s for 2.5 GB. */
const BYTES_PER_QUIET_MS = 50_000;
/** Clocks without a battery start at 1970 or 1980: a change dated before the year 2000 says nothing about its age. */
const EARLIEST_CREDIBLE_MS = 946_684_800_000;

const NS_PER_MS = 1_000_000n;

/** A file that was taken and then grew within this time was not finished; later it is another measurement. */
export const LONGEST_PAUSE_MS = 60 * SECOND_MS;
/** A pause is waited for so many times. */
const TIMES_A_PAUSE = 2;
/** An instrument is repaired, a folder is used for another one. */
const PAUSE_COUNTS_MS = 7 * DAY_MS;

/** What a folder has shown of the pauses in which its files are written. */
export interface ShownPause {
  readonly ms: number;
  /** Wall clock. */
  readonly seenAtMs: number;
}

/** What is waited for instead of the minimum; 0 where nothing was shown. */
export function pauseWaitMs(pause: ShownPause | null, nowMs: number): number {
  const counts = pause !== null && Math.abs(nowMs - pause.seenAtMs) < PAUSE_COUNTS_MS;
  return counts ? TIMES_A_PAUSE * Math.min(pause.ms, LONGEST_PAUSE_MS) : 0;
}

/**
 * How long a file of `sizeBytes` must stand still, in ms. `folderSettleSeconds`, the person's own setting, replaces the
 * minimum and is honoured beyond the cap too; without one the folder's pauses do. Throws on a negative size or setting.
 */
export function quietPeriodMs(
  sizeBytes: number,
  folderSettleSeconds: number | null,
  waitMs = 0,
): number {
  if (!(sizeBytes >= 0)) throw new RangeError(`sizeBytes must not be negative: ${sizeBytes}`);
  if (folderSettleSeconds !== null && !(folderSettleSeconds >= 0)) {
    throw new RangeError(`folderSettleSeconds must not be negative: ${folderSettleSeconds}`);
  }
  const leastMs =
    folderSettleSeconds === null
      ? Math.max(MIN_QUIET_MS, waitMs)
      : Math.ceil(folderSettleSeconds * SECOND_MS);
  const grownMs = leastMs + Math.ceil(sizeBytes / BYTES_PER_QUIET_MS);
  return Math.max(leastMs, Math.min(grownMs, MAX_QUIET_MS));
}

/** Who writes through memory for longer has the file open, which is seen. */
const YOUNG_MS = MINUTE_MS;

/** Whether it was written so lately that bytes may still change without moving a time; never where no time is waited. */
export function isYoung(
  { mtimeNs }: { readonly mtimeNs: string | bigint },
  quietMs: number,
  nowMs: number,
): boolean {
  return quietMs > 0 && nowMs - msFromNs(mtimeNs) < YOUNG_MS;
}

export interface QuiescenceFacts {
  readonly identity: FileTimes;
  /** Wall clock time at which we first saw the file with this very identity; `nowMs` when that is now. */
  readonly firstSeenUnchangedAtMs: number;
  readonly nowMs: number;
  /** The folder's setting; null for none. */
  readonly settleSeconds: number | null;
  /** `pauseWaitMs` of the folder; 0 when absent. */
  readonly waitMs?: number;
  /** Chosen by a person, which means that the file is finished. */
  readonly handPicked: boolean;
}

export type Quiescence =
  | { readonly kind: 'settled' }
  /** Check again then; the same facts give the same answer. Always later than `nowMs`. */
  | { readonly kind: 'wait'; readonly untilMs: number };

type FileTimes = Pick<FileIdentity, 'sizeBytes'> &
  (Pick<FileIdentity, 'mtimeNs' | 'ctimeNs'> | Pick<FileFacts, 'mtimeNs' | 'ctimeNs'>);

/** Either the file's own times or our own watching must show the quiet period; the file's times only if credible. */
export function evaluateQuiescence(facts: QuiescenceFacts): Quiescence {
  if (facts.handPicked) return { kind: 'settled' };
  const { identity, nowMs } = facts;
  const quietMs = quietPeriodMs(identity.sizeBytes, facts.settleSeconds, facts.waitMs);
  // Our clock went back since: start watching again instead of waiting until it catches up.
  const watchedFromMs = Math.min(facts.firstSeenUnchangedAtMs, nowMs);
  const ctimeMs = msFromNs(identity.ctimeNs);
  const changedAtMs = Math.max(msFromNs(identity.mtimeNs), ctimeMs);
  const byWatchingMs = watchedFromMs + quietMs;
  // ctime comes from the kernel; programs can set mtime to anything, so only a future mtime spoils the comparison.
  const isCredible = ctimeMs >= EARLIEST_CREDIBLE_MS && changedAtMs <= nowMs;
  const untilMs = isCredible ? Math.min(byWatchingMs, changedAtMs + quietMs) : byWatchingMs;
  return untilMs <= nowMs ? { kind: 'settled' } : { kind: 'wait', untilMs };
}

/** Rounded up, so that a wait never ends before the exact nanosecond. */
function msFromNs(ns: string | bigint): number {
  const exact = BigInt(ns);
  const ms = exact / NS_PER_MS;
  return Number(exact > ms * NS_PER_MS ? ms + 1n : ms);
}

/** From the first look at which the file had not stood still. */
const PATIENCE_MS = 2 * MINUTE_MS;

export type SettlingPatience = ReturnType<typeof makeSettlingPatience>;

/**
 * How long a pass waits for a file that does not stand still, such as the log of a program that never stops. Then it
 * goes on with the others; the file is looked at again as long as anything else goes on, and by the next pass.
 */
export function makeSettlingPatience(clock: Pick<Clock, 'monotonicMs'>) {
  /** When each was restless first; the earliest ones first. */
  const sinceMs = new Map<number, number>();
  return {
    /** It was written since the last look, or while it was read. */
    restless(fileId: number) {
      if (!sinceMs.has(fileId)) sinceMs.set(fileId, clock.monotonicMs());
    },
    /** Its bytes are known, or nothing is to be waited for. */
    ended: (fileId: number) => void sinceMs.delete(fileId),
    /** A pass begins, which waits anew for all of them. */
    renew: () => sinceMs.clear(),
    /** The files for which this pass waits no longer. */
    exhausted(): readonly number[] {
      const beforeMs = clock.monotonicMs() - PATIENCE_MS;
      const found: number[] = [];
      for (const [fileId, fromMs] of sinceMs) {
        if (fromMs > beforeMs) break;
        found.push(fileId);
      }
      return found;
    },
  };
}
