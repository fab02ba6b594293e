/**
 * What a person can do about a file that the service received and did not write to the chain: check again, or have it
 * uploaded again. The service has no retry of its own, so that is a new upload with its own price. Nothing is sent from
 * here, and nothing is queued unless a person saw the price.
 */
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { LedgerRecord } from '../../db/proofs/record-repository.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { listProjectFiles, type ListPorts } from '../../pipeline/common/list-project-files.ts';
import { applyServiceStatus } from '../../pipeline/decide/keep-record.ts';
import { approvalOf } from '../credits/spend-offers.ts';
import type { Files } from './files.ts';
import { findRow, viewAgain } from './file-views.ts';

interface Failed {
  readonly row: FileRow & { readonly contentId: number };
  readonly record: LedgerRecord;
}

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
