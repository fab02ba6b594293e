/**
 * The queue of uploads, as a person sees and controls it. A decision is durable before a run learns of it. Nothing here
 * sends a content or spends a credit.
 */
import { fail, ok, type Result } from '../../../src-shared/model/result.ts';
import { type FileState, SHOWING } from '../../../src-shared/model/files/file-state.ts';
import { mayBeStopped } from '../../../src-shared/model/files/upload-state.ts';
import {
  type PauseMode,
  type UploadPriority,
} from '../../../src-shared/model/files/transfer-rules.ts';
import type { FileRow } from '../../db/files/file-repository.ts';
import type { FileTransitions } from '../../pipeline/decide/file-transitions.ts';
import { makePauseControl } from '../../pipeline/decide/pause-control.ts';
import type { ForgetUpload } from '../../pipeline/common/ports.ts';
import { eachIn } from '../../pipeline/common/rows-in-state.ts';
import type { SyncRun } from '../../pipeline/run/sync-run.ts';
import type { Bandwidth } from '../../pipeline/upload/wire/bandwidth.ts';
import type { CoreFault } from '../../../src-shared/model/status/core-fault.ts';
import type { Files } from './files.ts';
import { type LiveRun, makeQueueReader, type QueueReaderParts } from './queue-view.ts';
import { findRow } from './file-views.ts';

export interface TransferParts extends QueueReaderParts {
  readonly files: Files;
  readonly bandwidth: Bandwidth;
  readonly forgetUpload: ForgetUpload;
  readonly run: () => (LiveRun & Pick<SyncRun, 'transfersChanged' | 'cancelUpload'>) | null;
  /** Rows that change state through an action here. */
  readonly transitions: FileTransitions;
}

/** States of a file before its upload. */
const BEFORE_UPLOAD: ReadonlySet<FileState> = new Set([
  'discovered',
  'settling',
  'hashing',
  'checking',
  'ready',
  'held',
  'changed',
  'unreadable',
  'uploading',
]);

/** States in which the service has the content, or may have it. */
const SENT: ReadonlySet<FileState> = new Set(['confirming', ...SHOWING]);

export function makeTransfers(parts: TransferParts) {
  const { state, transitions, clock, bandwidth } = parts;
  const pauses = makePauseControl({ state, transitions, clock });

  const changed = (): void => parts.run()?.transfersChanged();

  function find(asked: string): Result<FileRow, CoreFault> {
    const found = findRow(asked, parts);
    return found.ok ? ok(found.value.row) : found;
  }

  /** The file, if it is queued for upload or being uploaded. */
  function findWaiting(asked: string): Result<FileRow, CoreFault> {
    const found = find(asked);
    if (!found.ok) return found;
    const { state: fileState } = found.value;
    if (SENT.has(fileState)) return fail({ kind: 'sent-already', asked });
    return BEFORE_UPLOAD.has(fileState)
      ? found
      : fail({ kind: 'not-in-line', asked, state: fileState });
  }

  function again({ id }: FileRow): Result<FileRow, CoreFault> {
    const row = state.files.get(id);
    if (row === null) throw new Error(`file ${id} is gone`);
    return ok(row);
  }

  /** Decides a waiting row again. One that is being read or sent is decided when that has ended. */
  function decideAnew(row: FileRow): void {
    const rests = row.state === 'ready' || row.state === 'held';
    if (rests && row.contentId !== null) state.transaction(() => transitions.decide(row));
  }

  /** Ends a started upload of this file; returns where the service keeps its part. */
  function dropJob(row: FileRow): string | null {
    const job = state.uploads.latestOfFile(row.id);
    if (job === null || !mayBeStopped(state.uploads.stateOf(job.id))) return null;
    const resource = state.uploads.resumable(job.id)?.resource ?? null;
    state.uploads.move(job.id, { type: 'dropped' });
    return resource;
  }

  return {
    ...makeQueueReader(parts, transitions),

    /** Uploads and checks stop until `untilMs`, or until they are resumed. Scans and fingerprints continue. */
    pause(mode: PauseMode, untilMs: number | null): void {
      state.transferRules.setPause({ mode, sinceMs: clock.nowMs(), untilMs });
      pauses.hold([...eachIn(state, ['held'])].filter(({ hold }) => hold === 'paused'));
      changed();
    },

    resume(): void {
      state.transferRules.setPause(null);
      makePauseControl({ state, transitions, clock }).admits();
      changed();
    },

    /**
     * Applies to all uploads and checks together; null for no limit. Throws unless it is an integer of at least the
     * minimum.
     */
    setLimit(bytesPerSecond: number | null): void {
      state.transferRules.setLimit(bytesPerSecond);
      bandwidth.setLimit(bytesPerSecond);
    },

    /** Maximum number of simultaneous uploads, 1 to 8; null for automatic. */
    setParallel(parallel: number | null): void {
      state.transferRules.setParallel(parallel);
      changed();
    },

    /** `asked`: row number, file id or path. */
    prioritise(asked: string, priority: UploadPriority): Result<FileRow, CoreFault> {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      state.queueChoices.setPriority(found.value.id, priority);
      changed();
      return found;
    },

    /** These waiting files go before all others, in this order. All of them or none. */
    arrange(fileIds: readonly string[]): Result<null, CoreFault> {
      const rows: FileRow[] = [];
      for (const asked of fileIds) {
        const found = findWaiting(asked);
        if (!found.ok) return found;
        rows.push(found.value);
      }
      state.transaction(() => state.queueChoices.arrange(rows.map(({ id }) => id)));
      changed();
      return ok(null);
    },

    /** For a row, by its number. */
    priorityOf: (fileId: string): UploadPriority => state.queueChoices.of(Number(fileId)).priority,

    /**
     * Permanently stops the upload of one file and tells the service to discard its part. Refused once the last bytes
     * are sent: then the file may be recorded and charged. Aborting ends the wait for the service.
     */
    async cancel(asked: string, signal: AbortSignal): Promise<Result<FileRow, CoreFault>> {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      const row = found.value;
      if (row.contentId === null) return fail({ kind: 'not-in-line', asked, state: row.state });
      state.queueChoices.stop(row.id, row.contentId);
      const answer = parts.run()?.cancelUpload(row.id) ?? 'not-running';
      if (answer === 'too-late') {
        state.queueChoices.stop(row.id, null);
        return fail({ kind: 'sent-already', asked });
      }
      if (answer === 'stopping') return again(row); // the run tells the service and updates the row
      const resource = state.transaction(() => {
        decideAnew(row);
        return dropJob(row);
      });
      if (resource !== null && (await parts.forgetUpload(resource, signal))) {
        state.unfinishedUploads.forget(resource);
      }
      return again(row);
    },

    /** Reverts a `cancel`: the file is queued again, and its price needs approval as usual. */
    restart(asked: string): Result<FileRow, CoreFault> {
      const found = findWaiting(asked);
      if (!found.ok) return found;
      state.queueChoices.stop(found.value.id, null);
      decideAnew(found.value);
      changed();
      return again(found.value);
    },
  };
}

export type Transfers = ReturnType<typeof makeTransfers>;
