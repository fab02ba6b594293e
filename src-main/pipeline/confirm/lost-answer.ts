/**
 * One search for one upload whose answer was lost, and what follows from it. The stage searches on schedule, a person
 * on demand; the same evidence gives the same conclusion.
 */
import { assertNever } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { NotedTimes } from '../../platform/noted-time.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { LostAnswers } from '../common/ports.ts';
import type { DatedReading, ListPorts } from './list-project-files.ts';
import type { Reconciliation } from './reconcile.ts';
import { refusedState } from '../common/refusal.ts';
import { lastNotedMs, searchUpload, sourceOf, type SearchPorts } from './search-upload.ts';
import { keepFinding, applyRecorded } from './apply-outcome.ts';

export type OutcomeCheckPorts = ListPorts &
  SearchPorts & {
    readonly transitions: FileTransitions;
    readonly lostAnswers: LostAnswers;
    /** For the whole process, by the jobs' ids. */
    readonly times: NotedTimes;
  };

export type OutcomeCheck = ReturnType<typeof makeOutcomeCheck>;

export function makeOutcomeCheck(ports: OutcomeCheckPorts) {
  const { state, transitions, lostAnswers, times } = ports;

  /**
   * Asks the upload's own address, which is more reliable than any list. True when that ended the search; `onFault` is
   * called when the service asked all clients to wait instead.
   */
  async function askItself(
    job: UploadJobRow,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const outcome = await lostAnswers.settle(job, sourceOf(job, ports), signal);
    if (outcome?.kind === 'unknown' && outcome.fault !== undefined) onFault(outcome.fault);
    if (outcome?.kind !== 'recorded' && outcome?.kind !== 'refused') return false;
    state.transaction(() => {
      if (!takesEvidence(job)) return;
      if (outcome.kind === 'recorded') {
        return applyRecorded(ports, job, { fileId: outcome.fileId, status: 'Pending' }, null);
      }
      const isOpen = state.uploads.get(job.id)?.outcome === 'unknown';
      state.uploads.move(job.id, { type: 'refused' });
      const row = state.files.get(job.fileId);
      if (isOpen && row?.state === 'confirming') {
        transitions.move(transitions.move(row, 'ready'), ...refusedState(outcome.fault));
      }
      transitions.decideDuplicates(job.contentId, []); // they may now be tried themselves
    });
    return true;
  }

  /**
   * Searches one reading of the destination; `onFault` is called for requests that failed. True when the upload was
   * found.
   */
  async function searchIn(
    reading: DatedReading,
    job: UploadJobRow,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const begunAtMs = times.at(job.id, lastNotedMs(job, state), reading.begunMonotonicMs);
    const found = await searchUpload(job, reading, begunAtMs, ports, onFault, signal);
    return state.transaction(() => takesEvidence(job) && carryOut(job, found, begunAtMs));
  }

  function carryOut(job: UploadJobRow, found: Reconciliation, lookedAtMs: number): boolean {
    switch (found.kind) {
      case 'found':
        applyRecorded(ports, job, found.file, found.by);
        return true;
      case 'looking':
      case 'several':
      case 'absent':
      case 'cannot-tell':
        if (state.uploads.get(job.id)?.outcome === 'unknown') {
          keepFinding(ports, job, found, lookedAtMs);
        }
        return false;
      default:
        return assertNever(found);
    }
  }

  /** Evidence also counts when a person had the content sent again while the service was asked. */
  function takesEvidence(job: UploadJobRow): boolean {
    const outcome = state.uploads.get(job.id)?.outcome;
    return outcome === 'unknown' || outcome === 'given-up';
  }

  return { askItself, searchIn };
}
