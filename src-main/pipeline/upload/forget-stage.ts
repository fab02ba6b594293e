/**
 * Tells the service to forget parts of uploads that will never continue: the file changed or vanished, or a person
 * stopped it. Costs nothing and risks nothing: an upload whose last bytes left is evidence and never handled here.
 */
import type { State } from '../../db/state.ts';
import type { ServiceGate } from '../common/service-gate.ts';
import type { ForgetUpload } from '../common/ports.ts';
import type { Stage, Step } from '../common/stage.ts';

export function makeForgetStage(ports: {
  readonly state: State;
  readonly gate: ServiceGate;
  readonly forgetUpload: ForgetUpload;
}): Stage {
  const { state, gate, forgetUpload } = ports;
  /** Requested without an answer since a person last asked: the service forgets later by itself. */
  const tried = new Set<string>();

  /** Jobs that can never continue give up their address; the database notes it. */
  function dropStaleJobs(): void {
    if (state.unfinishedUploads.staleJobs().length === 0) return; // as at nearly every turn
    state.transaction(() => {
      for (const jobId of state.unfinishedUploads.staleJobs()) {
        state.uploads.move(jobId, { type: 'dropped' });
      }
    });
  }

  async function forget(resource: string, signal: AbortSignal): Promise<Step> {
    const isTold = await forgetUpload(resource, signal);
    signal.throwIfAborted();
    if (isTold) state.unfinishedUploads.forget(resource);
    return 'waiting'; // no person waits for housekeeping
  }

  return {
    concurrency: 1,
    take() {
      if (!gate.isPassing()) return [];
      dropStaleJobs();
      const next = state.unfinishedUploads.abandoned().find((resource) => !tried.has(resource));
      if (next === undefined) return [];
      tried.add(next);
      return [(signal) => forget(next, signal)];
    },
    nextDueMs: () => null,
    renew(by) {
      if (by === 'person') tried.clear();
    },
  };
}
