/**
 * What a person can do about an upload whose answer was lost: check again, keep it as unknown, or have it sent again.
 * Nothing is spent here: a file that is to be sent again goes through a run like any other.
 */
import type { FileView } from '../../../src-shared/model/files/file-view.ts';
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import type { ServiceFault } from '../../../src-shared/model/status/service-fault.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import { listProjectFiles } from '../../pipeline/confirm/list-project-files.ts';
import { makeOutcomeCheck, type OutcomeCheckPorts } from '../../pipeline/confirm/lost-answer.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Files } from './files.ts';

export type LostAnswers = ReturnType<typeof makeLostAnswers>;

export function makeLostAnswers(
  ports: OutcomeCheckPorts & { readonly files: Pick<Files, 'find'> },
) {
  const { state, transitions, files } = ports;
  const outcomeCheck = makeOutcomeCheck(ports);

  /** The requested file, while it is unknown whether it was recorded. */
  function find(
    asked: string,
  ): Result<
    { readonly view: FileView; readonly row: FileRow; readonly job: UploadJobRow },
    CoreFault
  > {
    const view = files.find(asked);
    const row = view === null ? null : state.files.get(Number(view.id));
    if (view === null || row === null) return fail({ kind: 'unknown-file', asked });
    const job = state.uploads.latestOfFile(row.id);
    if (row.state !== 'confirming' || job?.outcome !== 'unknown') {
      return fail({ kind: 'not-in-doubt', asked, state: row.state, hold: row.hold });
    }
    return ok({ view, row, job });
  }

  /** As `find`, for a row that is known to exist. */
  function viewOf({ id }: FileRow): Result<FileView, CoreFault> {
    const view = files.find(String(id));
    return view === null ? fail({ kind: 'unknown-file', asked: String(id) }) : ok(view);
  }

  return {
    /** The file's state, to show the question and its price. */
    find(asked: string): Result<FileView, CoreFault> {
      const found = find(asked);
      return found.ok ? ok(found.value.view) : found;
    },

    /**
     * Checks now: where the service kept the upload, then in the complete list of its destination. Returns the file in
     * its state afterwards. A fault of the service, or aborting, changes nothing.
     */
    async check(asked: string, signal: AbortSignal): Promise<Result<FileView, CoreFault>> {
      const found = find(asked);
      if (!found.ok) return found;
      const { row, job } = found.value;
      const faults: ServiceFault[] = [];
      const onFault = (fault: ServiceFault): void => void faults.push(fault);
      if (await outcomeCheck.askItself(job, onFault, signal)) return viewOf(row);
      const [asksToWait] = faults;
      if (asksToWait !== undefined) return fail(asksToWait);
      const { projectId, visibility } = job;
      const read = await listProjectFiles(ports, { projectId, visibility }, () => false, signal);
      if (!read.ok) return read;
      await outcomeCheck.searchIn(read.value, job, onFault, signal);
      const [fault] = faults;
      const view = viewOf(row);
      // Without an answer to every question a finding is incomplete.
      return fault === undefined || (view.ok && view.value.state !== 'confirming')
        ? view
        : fail(fault);
    },

    /** Keeps it as unknown: it needs no attention, until a later check finds something new. */
    leave(asked: string): Result<FileView, CoreFault> {
      const found = find(asked);
      if (!found.ok) return found;
      const { row } = found.value;
      state.transaction(() => transitions.move(row, 'confirming', { hold: 'kept_unknown' }));
      return viewOf(row);
    },

    /**
     * Ends the old upload as given up and queues the file again; returns its row number. Call it only after the person
     * has seen the price and that the file may be charged a second time. The platform is asked about the content again
     * where the folder's rule requires it: a first upload that did arrive is then found before anything is spent.
     */
    letGo(asked: string): Result<number, CoreFault> {
      const found = find(asked);
      if (!found.ok) return found;
      const { row, job } = found.value;
      state.transaction(() => {
        state.uploads.move(job.id, { type: 'given-up' });
        state.contents.forgetNegativeAnswer(job.contentId);
        transitions.decide(transitions.move(row, 'ready'));
        transitions.decideDuplicates(job.contentId, []);
      });
      return ok(row.id);
    },
  };
}
