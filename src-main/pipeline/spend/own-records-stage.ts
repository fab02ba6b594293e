/**
 * Catches up again beside a batch that takes long, or that waited: no upload begins on an outdated list. And where nothing is
 * to be paid for, so that what another computer paid for besides is named.
 */
import { MINUTE_MS } from '../../../src-shared/model/text/time.ts';
import type { Clock } from '../../platform/clock.ts';
import type { State } from '../../db/state.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { Stage, Step } from '../common/stage.ts';
import type { OwnRecords } from './own-records.ts';
import type { ApprovedFiles } from '../upload/approved-files.ts';

/** How often something to compare is looked for in the database. */
const COMPARING_PERIOD_MS = MINUTE_MS;

export function makeOwnRecordsStage(ports: {
  readonly state: State;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly ownRecords: Pick<OwnRecords, 'catchUp' | 'isDue' | 'hasToCompare'>;
  readonly approved: Pick<ApprovedFiles, 'pendingIds'>;
  readonly gate: Pick<ServiceGate, 'isPassing'>;
}): Stage {
  const { state, ownRecords, approved, gate, clock } = ports;
  let comparesAtMs = 0;

  const waiting = () =>
    state.files.getAll(approved.pendingIds()).filter(({ state: row }) => row === 'ready');

  async function catchUp(signal: AbortSignal): Promise<Step> {
    await ownRecords.catchUp(waiting, true, signal);
    return 'waiting';
  }

  return {
    concurrency: 1,
    take() {
      if (!gate.isPassing()) return [];
      if (ownRecords.isDue()) return [catchUp];
      if (clock.monotonicMs() < comparesAtMs) return [];
      comparesAtMs = clock.monotonicMs() + COMPARING_PERIOD_MS;
      return ownRecords.hasToCompare() ? [catchUp] : [];
    },
    nextDueMs: () => null, // the upload stage says when it is due
  };
}
