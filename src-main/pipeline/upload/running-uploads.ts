/**
 * The running uploads: their progress, and how to stop one. None is stopped once its last bytes were released: that
 * would only lose the answer to an upload that may be charged.
 */
import { mayBeStopped } from '../../../src-shared/model/files/upload-state.ts';
import type { State } from '../../db/state.ts';
import { isSmall } from '../common/place-limit.ts';

export interface RunningUpload {
  readonly fileId: number;
  readonly sizeBytes: number;
  readonly sentBytes: number;
  /** Only its answer is missing. */
  readonly isComplete: boolean;
}

/** `too-late`: its last bytes have left. */
export type StopAnswer = 'stopping' | 'too-late' | 'not-running';

interface Entry {
  readonly jobId: string;
  readonly sizeBytes: number;
  readonly stop: AbortController;
  sentBytes: number;
}

export function makeRunningUploads({ uploads }: Pick<State, 'uploads'>) {
  const running = new Map<number, Entry>();
  return {
    /** Lists the upload until `ended`; the signal returned aborts when either the run or this upload is stopped. */
    begin(
      {
        fileId,
        jobId,
        sizeBytes,
      }: { readonly fileId: number; readonly jobId: string; readonly sizeBytes: number },
      signal: AbortSignal,
    ): AbortSignal {
      const stop = new AbortController();
      const sentBytes = uploads.resumable(jobId)?.confirmedBytes ?? 0;
      running.set(fileId, { jobId, sizeBytes, stop, sentBytes });
      return AbortSignal.any([signal, stop.signal]);
    },
    ended: (fileId: number) => void running.delete(fileId),
    /** The service has, or was sent, this much of it. Returns the number of new bytes. */
    sent(fileId: number, bytes: number): number {
      const entry = running.get(fileId);
      if (entry === undefined) return 0;
      const fresh = Math.max(0, bytes - entry.sentBytes);
      entry.sentBytes = bytes;
      return fresh;
    },
    stop(fileId: number, reason: Error): StopAnswer {
      const entry = running.get(fileId);
      if (entry === undefined) return 'not-running';
      // The release asks for an abort inside its commit: nothing can happen between this line and the
      // next.
      if (!mayBeStopped(uploads.stateOf(entry.jobId))) return 'too-late';
      entry.stop.abort(reason);
      return 'stopping';
    },
    list: (): readonly RunningUpload[] =>
      [...running].map(([fileId, { jobId, sizeBytes, sentBytes }]) => ({
        fileId,
        sizeBytes,
        sentBytes,
        // A small one is over before that could matter, and is not looked up.
        isComplete: !isSmall(sizeBytes) && uploads.stateOf(jobId).state === 'tail-released',
      })),
  };
}
