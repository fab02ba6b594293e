/**
 * Uploads without a record.
 *
 * What a person decides about those whose answers were lost and that no evidence can settle: to send them again, one by one
 * or all that have the same evidence. Nothing is spent here: a file that is sent again goes through a run like any other.
 */
import type { LostAnswersOf } from '../../../src-shared/bridge/file-calls.ts';
import {
  type DoubtfulUpload,
  type DoubtGroup,
  evidenceOf,
  groupDoubts,
} from '../../../src-shared/model/files/upload-evidence.ts';
import { uploadCredits } from '../../../src-shared/model/money/price.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { AccountPorts } from '../../pipeline/common/ports.ts';
import { findingOf, sendingTime, toldFrom } from '../../pipeline/confirm/search-upload.ts';
import { approvalOf } from '../credits/spend-offers.ts';
import type { Files } from './files.ts';
import { findRow, viewAgain } from './file-views.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { type ListPorts, listProjectFiles } from '../../pipeline/common/list-project-files.ts';
import { applyServiceStatus } from '../../pipeline/decide/keep-record.ts';

interface OpenDoubt extends DoubtfulUpload {
  readonly row: FileRow;
  readonly job: UploadJobRow;
}

export function makeLostAnswers(
  ports: Pick<AccountPorts, 'state' | 'transitions' | 'clock'> & {
    readonly files: Pick<Files, 'find'>;
  },
) {
  const { state, transitions, clock } = ports;

  function open(projectId: string | null): readonly OpenDoubt[] {
    return state.uploads.withOutcome('unknown').flatMap((job) => {
      const row = state.files.get(job.fileId);
      if (row?.state !== 'confirming' || (projectId !== null && job.projectId !== projectId))
        return [];
      const { sizeBytes } = row;
      const { endedAtMs } = sendingTime(job, state);
      const checkedAfterMs = job.lookedAtMs === null ? null : job.lookedAtMs - endedAtMs;
      const credits = uploadCredits(job.visibility, sizeBytes);
      const evidence = evidenceOf(findingOf(job));
      const times = { checkedAfterMs, toldFromMs: toldFrom(job, state) };
      return [{ row, job, evidence, ...times, credits }];
    });
  }

  /** Those that were asked for and wait for a person. */
  function find(which: LostAnswersOf): Result<readonly OpenDoubt[], CoreFault> {
    if (!('asked' in which)) {
      const { projectId = null, evidence } = which;
      return ok(open(projectId).filter((doubt) => doubt.evidence === evidence));
    }
    const found = findRow(which.asked, ports);
    if (!found.ok) return found;
    const { row } = found.value;
    const doubts = open(null).filter((doubt) => doubt.row.id === row.id);
    return row.hold === 'undecided' && doubts.length > 0
      ? ok(doubts)
      : fail({
          kind: 'not-in-doubt',
          asked: which.asked,
          state: row.state,
          hold: row.hold,
          ...approvalOf(row, state),
        });
  }

  /**
   * Ends the old upload as given up, which counts as spent for ever, and queues its file again with its price approved. What is
   * not there any more, or not as it was, follows the disk.
   */
  function letGo({ row, job }: OpenDoubt): void {
    const approval = { fileId: row.id, contentId: job.contentId, givenAtMs: clock.nowMs() };
    state.approvals.give({ ...approval, what: 'review' });
    state.uploads.move(job.id, { type: 'given-up' });
    state.contents.forgetNegativeAnswer(job.contentId);
    transitions.decide(transitions.move(row, 'ready'));
    transitions.decideDuplicates(job.contentId, []);
  }

  return {
    /** The unknown results by their evidence; `projectId` null: of all projects. */
    groups(projectId: string | null): readonly DoubtGroup[] {
      return groupDoubts(open(projectId));
    },

    /**
     * Has files sent again; returns their row numbers. `agreedCredits`: the sum that the person saw; if it is more by now, none
     * is queued.
     */
    sendAgain(which: LostAnswersOf, agreedCredits: number): Result<readonly number[], CoreFault> {
      return state.transaction(() => {
        const found = find(which);
        if (!found.ok) return found;
        const doubts = found.value;
        const credits = doubts.reduce((sum, doubt) => sum + doubt.credits, 0);
        if (credits > agreedCredits) {
          return fail({ kind: 'dearer-than-agreed', credits, agreedCredits });
        }
        for (const doubt of doubts) letGo(doubt);
        return ok(doubts.map(({ row }) => row.id));
      });
    },
  };
}

interface Failed {
  readonly row: FileRow & { readonly contentId: number };
  readonly record: LedgerRecord;
}

/**
 * What a person can do about a file that the service received and did not write to the chain: check again, or have it
 * uploaded again. The service has no retry of its own, so that is a new upload with its own price. Nothing is sent from
 * here, and nothing is queued unless a person saw the price.
 */
export function makeRecordErrors(
  ports: ListPorts & { readonly transitions: FileTransitions; readonly files: Pick<Files, 'find'> },
) {
  const { state, transitions, clock, files } = ports;

  function find(asked: string): Result<Failed, CoreFault> {
    const found = findRow(asked, ports);
    if (!found.ok) return found;
    const { row } = found.value;
    const { contentId, recordId, state: at, hold } = row;
    if (at !== 'record_error' || recordId === null || contentId === null) {
      return fail({ kind: 'not-in-doubt', asked, state: at, hold, ...approvalOf(row, state) });
    }
    return ok({ row: { ...row, contentId }, record: state.records.get(recordId) });
  }

  /** Reads the current record from the service. A fault of the service, or aborting, changes nothing. */
  async function check(asked: string, signal: AbortSignal): Promise<Result<FileView, CoreFault>> {
    const found = find(asked);
    if (!found.ok) return found;
    const { row, record } = found.value;
    const { projectId, visibility, fileId } = record;
    const isIt = (file: { readonly fileId: string }) => file.fileId === fileId;
    const read = await listProjectFiles(ports, { projectId, visibility }, isIt, signal);
    if (!read.ok) return read;
    const listed = read.value.files.find(isIt);
    if (listed !== undefined && listed.status !== state.records.get(record.id).status) {
      state.transaction(() => applyServiceStatus(ports, record.id, listed));
    }
    return viewAgain(row, files);
  }

  return {
    check,

    /**
     * Queues the file for a second upload, for `credits` at most: the price that was on screen. It checks first, so
     * that a file that is recorded by now is not paid for again. An approval counts once: if the second upload fails in
     * the same way, the person is asked again. Returns the file in its state afterwards.
     */
    async uploadAgain(
      asked: string,
      credits: number,
      signal: AbortSignal,
    ): Promise<Result<FileView, CoreFault>> {
      const looked = await check(asked, signal);
      if (!looked.ok || looked.value.state !== 'record_error') return looked;
      // Its deletion was not written: the content is recorded and needs no second upload.
      if (looked.value.deletion !== undefined) {
        return fail({ kind: 'not-in-doubt', asked, state: 'record_error', hold: null });
      }
      return state.transaction(() => {
        const found = find(asked);
        if (!found.ok) return found;
        const { row, record } = found.value;
        const needed = transitions.creditsOf(row);
        if (needed > credits) {
          const agreedCredits = credits;
          return fail({ kind: 'dearer-than-agreed', credits: needed, agreedCredits });
        }
        const { id: fileId, contentId } = row;
        const nowMs = clock.nowMs();
        state.records.giveUp(record.id, nowMs);
        state.approvals.give({ fileId, what: 'review', contentId, givenAtMs: nowMs });
        transitions.decide(transitions.move(row, 'ready', { recordId: null }));
        return viewAgain(row, files);
      });
    },
  };
}
