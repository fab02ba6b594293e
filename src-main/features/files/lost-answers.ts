/**
 * What a person decides about uploads whose answers were lost and that no evidence can settle: to send them again, one by one
 * or all that have the same evidence. Nothing is spent here: a file that is sent again goes through a run like any other.
 */
import type { LostAnswersOf } from '../../../src-shared/bridge/file-calls.ts';
import {
  evidenceOf,
  groupDoubts,
  type DoubtfulUpload,
  type DoubtGroup,
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
import { findRow } from './file-views.ts';

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
