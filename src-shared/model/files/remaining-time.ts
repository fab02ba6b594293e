/** How fast everything is sent that is being sent, and how long that takes. From what was told anyway; asks nobody. */
import type { FileProgress } from '../../bridge/events.ts';
import { leftMs } from './sending-speed.ts';

export interface SendingPace {
  readonly bytesPerSecond: number;
  /** Of the files that are on their way now; those in line are not counted. */
  readonly leftMs: number;
}

/** Null while nothing is sent, or nobody knows how fast yet. Pure. */
export function paceOf(
  progress: ReadonlyMap<string, FileProgress>,
  speedOf: (fileId: string) => number | null,
): SendingPace | null {
  const sent = [...progress.values()].filter(({ state }) => state === 'uploading');
  const sum = (pick: (file: FileProgress) => number) =>
    sent.reduce((all, file) => all + pick(file), 0);
  const bytesPerSecond = sum(({ fileId }) => speedOf(fileId) ?? 0);
  const whole = {
    doneBytes: sum((file) => file.doneBytes),
    totalBytes: sum((file) => file.totalBytes),
  };
  const rest = leftMs(whole, bytesPerSecond === 0 ? null : bytesPerSecond);
  return rest === null ? null : { bytesPerSecond, leftMs: rest };
}
