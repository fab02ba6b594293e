/**
 * One look for one upload whose answer was lost, and what follows from it. The stage looks at its times, a person at
 * theirs; both conclude the same from the same.
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
    /** Of the whole program, by the jobs' ids. */
    readonly times: NotedTimes;
  };

export type OutcomeCheck = ReturnType<typeof makeOutcomeCheck>;

export function makeOutcomeCheck(ports: OutcomeCheckPorts) {
  const { state, transitions, lostAnswers, times } = ports;

  /**
   * Asks the upload's own address, which knows better than any list. True when that ended the search; `onFault` hears
   * when the service asked everybody to wait instead.
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
      if (!isOpen(job)) return;
      if (outcome.kind === 'recorded') {
        return applyRecorded(ports, job, { fileId: outcome.fileId, status: 'Pending' }, null);
      }
      state.uploads.move(job.id, { type: 'refused' });
      const row = state.files.get(job.fileId);
      if (row?.state === 'confirming') {
        transitions.move(transitions.move(row, 'ready'), ...refusedState(outcome.fault));
      }
      transitions.decideDuplicates(job.contentId, []); // they may try themselves now
    });
    return true;
  }

  /** Looks in a reading of its place; `onFault` hears of questions that failed. True when the upload was found. */
  async function searchIn(
    reading: DatedReading,
    job: UploadJobRow,
    onFault: (fault: ServiceFault) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    const begunAtMs = times.at(job.id, lastNotedMs(job, state), reading.begunMonotonicMs);
    const found = await searchUpload(job, reading, begunAtMs, ports, onFault, signal);
    return state.transaction(() => isOpen(job) && carryOut(job, found, begunAtMs));
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
        keepFinding(ports, job, found, lookedAtMs);
        return false;
      default:
        return assertNever(found);
    }
  }

  /** False when a person decided while the service was asked. */
  function isOpen(job: UploadJobRow): boolean {
    return state.uploads.get(job.id)?.outcome === 'unknown';
  }

  return { askItself, searchIn };
}
