/**
 * Decides when a file has stood still long enough to be taken. Taking one too early would prove half a measurement, so
 * whenever the clock is in doubt we watch the file ourselves. Pure: the caller knows the time.
 */
import { SECOND_MS } from '../../../src-shared/model/text/time.ts';
import type { FileFacts, FileIdentity } from '../../platform/disk/file-identity.ts';

/** Editors write twice on save, and FAT volumes keep times in steps of two seconds. */
const MIN_QUIET_MS = 2 * SECOND_MS;
/** Beyond a minute a pause says nothing more; an instrument that pauses longer needs a setting of its folder. */
const MAX_QUIET_MS = 60 * SECOND_MS;
/** Programs that write large files pause in proportion: a second per 50 MB gives 52 s for 2.5 GB. */
const BYTES_PER_QUIET_MS = 50_000;
/** Clocks without a battery start at 1970 or 1980: a change dated before the year 2000 says nothing about its age. */
const EARLIEST_CREDIBLE_MS = 946_684_800_000;

const NS_PER_MS = 1_000_000n;

/**
 * How long a file of `sizeBytes` must stand still, in ms. `folderSettleSeconds`, the person's own setting, replaces the
 * minimum and is honoured beyond the cap too. Throws on a negative size or setting.
 */
export function quietPeriodMs(sizeBytes: number, folderSettleSeconds: number | null): number {
  if (!(sizeBytes >= 0)) throw new RangeError(`sizeBytes must not be negative: ${sizeBytes}`);
  if (folderSettleSeconds !== null && !(folderSettleSeconds >= 0)) {
    throw new RangeError(`folderSettleSeconds must not be negative: ${folderSettleSeconds}`);
  }
  const leastMs =
    folderSettleSeconds === null ? MIN_QUIET_MS : Math.ceil(folderSettleSeconds * SECOND_MS);
  const grownMs = leastMs + Math.ceil(sizeBytes / BYTES_PER_QUIET_MS);
  return Math.max(leastMs, Math.min(grownMs, MAX_QUIET_MS));
}

export interface QuiescenceFacts {
  readonly identity: FileTimes;
  /** Wall clock time at which we first saw the file with this very identity; `nowMs` when that is now. */
  readonly firstSeenUnchangedAtMs: number;
  readonly nowMs: number;
  /** The folder's setting; null for none. */
  readonly settleSeconds: number | null;
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
  const quietMs = quietPeriodMs(identity.sizeBytes, facts.settleSeconds);
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
