/**
 * The transaction with which an upload begins: the row's new state and the intent, together, before the first byte.
 * Facts that changed while the file waited are decided again here, so that nothing is charged on outdated facts.
 */
import { contentDestinationKey } from '../common/destination-key.ts';
import { mayBeSent } from '../../../src-shared/model/files/upload-state.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { State } from '../../db/state.ts';
import type { UploadJobRow } from '../../db/uploads/upload-repository.ts';
import type { FileTransitions } from '../decide/file-transitions.ts';
import type { Uploader } from '../common/ports.ts';
import type { Approved, ApprovedFiles } from './approved-files.ts';

export function makeBeginUpload(ports: {
  readonly state: State;
  readonly transitions: FileTransitions;
  readonly uploader: Pick<Uploader, 'open'>;
  readonly approved: Pick<ApprovedFiles, 'rowOf'>;
  /** Last known balance, for the intent's row. */
  readonly balance: () => number | null;
}) {
  const { state, transitions, uploader } = ports;

  /** A job that was left open before its last bytes is taken over, also from a file that is gone or was renamed. */
  function mayBeRecorded(live: UploadJobRow): boolean {
    const isSending = state.files.get(live.fileId)?.state === 'uploading';
    return isSending || !mayBeSent(state.uploads.stateOf(live.id));
  }

  return {
    /** Null when the row may not be sent (any more), or is to be asked about before. */
    begin(
      approved: Approved,
    ): Promise<{ readonly file: FileRow; readonly job: UploadJobRow } | null> {
      // The attempt's own row waits for the disk before anything leaves, and makes this durable too.
      return state.grouped.repeatable(() => {
        const row = ports.approved.rowOf(approved);
        if (row?.state !== 'ready' || row.contentId === null) return null;
        const decided = transitions.decideAgain(row); // rules, duplicates or the ledger may have changed while it waited
        if (decided.state !== 'ready' || transitions.asksFirst(decided)) return null;
        const content = state.contents.get(row.contentId);
        const assignment = transitions.assignmentOf(decided);
        const live = state.uploads.live(content.id, assignment.projectId, assignment.visibility);
        if (live !== null && mayBeRecorded(live)) return null;
        const credits = transitions.creditsOf(row);
        const order = { file: row, content, assignment, credits, balance: ports.balance() };
        const job = uploader.open(order);
        return { file: transitions.move(decided, 'uploading'), job };
      });
    },

    /**
     * A key for files of which only one may be in progress: content and destination. Null for a file that may not be
     * sent.
     */
    keyOf(approved: Approved) {
      const row = ports.approved.rowOf(approved);
      if (row?.state !== 'ready' || row.contentId === null) return null;
      if (state.folders.get(row.folderId)?.trouble !== null) return null; // the folder is removed or missing
      return contentDestinationKey(row.contentId, transitions.assignmentOf(row));
    },
  };
}
