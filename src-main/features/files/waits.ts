/** What files wait for, per service, without the files. */
import type { Wait } from '../../../src-shared/model/files/queue-view.ts';
import { pauseAt } from '../../../src-shared/model/files/transfer-rules.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { ServiceGate } from '../../pipeline/common/service-gate.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import { standingCounts } from './standing-counts.ts';

export interface WaitParts {
  readonly state: State;
  readonly clock: Clock;
  readonly gate: Pick<ServiceGate, 'isOffline'>;
  /** Address of the service. */
  readonly server: string;
  /** The current run, or the last one; null before the first. */
  readonly run: () => Pick<SyncRun, 'serviceWait'> | null;
}

export function waitsOf({ state, clock, gate, server, run }: WaitParts): readonly Wait[] {
  const pause = pauseAt(state.transferRules.get().pause, clock.nowMs());
  const held = state.holds.counts();
  const list: Wait[] = [];
  const plain = { server, why: null, note: null };
  const paused = held.find(({ hold }) => hold === 'paused');
  if (pause !== null) {
    const { sinceMs, untilMs } = pause;
    const { files, bytes } = paused ?? { files: 0, bytes: 0 };
    list.push({ ...plain, cause: 'paused', sinceMs, untilMs, files, bytes });
  }
  const live = run()?.serviceWait() ?? null;
  // A tripped circuit breaker has already put its reason on every row.
  if (live !== null && live.untilMs !== null) {
    const { hold: cause, sinceMs, untilMs, fault } = live;
    const why = fault.kind === 'unavailable' ? fault.why : null;
    list.push({ ...plain, cause, why, sinceMs, untilMs, ...inLine(state) });
  }
  for (const { hold: cause, waits: note, files, bytes, sinceMs } of held) {
    if (cause === 'paused') continue;
    const why = cause === 'offline' && gate.isOffline() ? 'working-offline' : null;
    list.push({ ...plain, cause, why, note, sinceMs, untilMs: null, files, bytes });
  }
  return list;
}

/** What waits while the service cannot be reached: what awaits an approval waits for that. */
function inLine(state: State) {
  const waiting = standingCounts(state).filter(
    ({ state: fileState, isApproved }) =>
      ['checking', 'ready', 'uploading'].includes(fileState) && isApproved !== false,
  );
  return {
    files: waiting.reduce((sum, { files }) => sum + files, 0),
    bytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
