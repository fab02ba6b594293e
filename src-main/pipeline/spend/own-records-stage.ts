/** Catches up again beside a batch that takes long, or that waited: no upload begins on an outdated list. */
import type { State } from '../../db/state.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { Stage, Step } from '../common/stage.ts';
import type { OwnRecords } from './own-records.ts';
import type { ApprovedFiles } from '../upload/approved-files.ts';

export function makeOwnRecordsStage(ports: {
  readonly state: State;
  readonly ownRecords: Pick<OwnRecords, 'catchUp' | 'isDue'>;
  readonly approved: Pick<ApprovedFiles, 'pendingIds'>;
  readonly gate: Pick<ServiceGate, 'isPassing'>;
}): Stage {
  const { state, ownRecords, approved, gate } = ports;

  const waiting = () =>
    state.files.getAll(approved.pendingIds()).filter(({ state: row }) => row === 'ready');

  async function catchUp(signal: AbortSignal): Promise<Step> {
    await ownRecords.catchUp(waiting, true, signal);
    return 'waiting';
  }

  return {
    concurrency: 1,
    take: () => (ownRecords.isDue() && gate.isPassing() ? [catchUp] : []),
    nextDueMs: () => null, // the upload stage says when it is due
  };
}
