/** The upload speed, from the progress reports of the last seconds. Pure but for the caller's clock. */
import type { FileProgress } from '../../bridge/events.ts';

const WINDOW_MS = 10_000; // long enough to be calm, short enough to be true
const LEAST_MS = 1_000; // of less, a speed would say more than anybody knows

interface Mark {
  readonly atMs: number;
  readonly doneBytes: number;
}
/** Recent progress reports, by file. */
export type Marks = ReadonlyMap<string, readonly Mark[]>;

export function withProgress(
  marks: Marks,
  progress: ReadonlyMap<string, FileProgress>,
  nowMs: number,
): Marks {
  const next = new Map<string, readonly Mark[]>();
  for (const { fileId, state, doneBytes } of progress.values()) {
    if (state !== 'uploading') continue;
    const before = marks.get(fileId) ?? [];
    // One that began anew has no speed yet.
    const kept = (before.at(-1)?.doneBytes ?? 0) > doneBytes ? [] : before;
    const recent = kept.filter(({ atMs }) => nowMs - atMs <= WINDOW_MS);
    next.set(fileId, [...recent, { atMs: nowMs, doneBytes }]);
  }
  return next;
}

/** Bytes per second; null while that is not known. */
export function speedOf(marks: Marks, fileId: string): number | null {
  const own = marks.get(fileId) ?? [];
  const [first, last] = [own[0], own.at(-1)];
  if (first === undefined || last === undefined) return null;
  const tookMs = last.atMs - first.atMs;
  const bytes = last.doneBytes - first.doneBytes;
  return tookMs < LEAST_MS || bytes <= 0 ? null : (bytes / tookMs) * 1_000;
}

/** How long the rest takes at this speed, in ms; null while that is not known, or where there is no rest. */
export function leftMs(
  { doneBytes, totalBytes }: Pick<FileProgress, 'doneBytes' | 'totalBytes'>,
  bytesPerSecond: number | null,
): number | null {
  const leftBytes = totalBytes - doneBytes;
  return bytesPerSecond === null || leftBytes <= 0 ? null : (leftBytes / bytesPerSecond) * 1_000;
}

/** The total upload speed and the remaining time, from existing progress reports; makes no requests. */
export interface SendingPace {
  readonly bytesPerSecond: number;
  /** For files being sent now; queued files are not counted. */
  readonly leftMs: number;
}

/** Null while nothing is sent, or nobody knows how fast yet. Pure. */
export function paceOf(
  progress: ReadonlyMap<string, FileProgress>,
  speed: (fileId: string) => number | null,
): SendingPace | null {
  const sent = [...progress.values()].filter(({ state }) => state === 'uploading');
  const sum = (pick: (file: FileProgress) => number) =>
    sent.reduce((all, file) => all + pick(file), 0);
  const bytesPerSecond = sum(({ fileId }) => speed(fileId) ?? 0);
  const whole = {
    doneBytes: sum((file) => file.doneBytes),
    totalBytes: sum((file) => file.totalBytes),
  };
  const rest = leftMs(whole, bytesPerSecond === 0 ? null : bytesPerSecond);
  return rest === null ? null : { bytesPerSecond, leftMs: rest };
}
