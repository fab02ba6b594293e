/** Entry of the threads that read what was chosen to be checked, many files in one order. Synchronous: see `copy-file.ts`. */
import type { Digests, ListAlgorithm } from '../../../../src-shared/model/proofs/hash-method.ts';
import { serveJobs, type JobHandler } from '../../../platform/threads/serve-jobs.ts';
import { makeFileCopy } from '../bundle/copy-file.ts';

export type ReadOrder = readonly {
  /** Absolute. */
  readonly source: string;
  readonly algorithms: readonly ListAlgorithm[];
}[];

const PROGRESS_INTERVAL_MS = 250;

const readFile = makeFileCopy();

/** Null for what cannot be read. Reports bytes that were read since the last report. */
const answer: JobHandler<ReadOrder, readonly (Digests | null)[], number> = (order, context) => {
  let reportedAtMs = performance.now();
  let untoldBytes = 0;
  const reply = order.map(({ source, algorithms }) => {
    let readBytes = 0;
    const outcome = readFile(
      { source, target: null, algorithms },
      {
        isCancelled: () => context.isCancelled(),
        onRead(bytes) {
          untoldBytes += bytes - readBytes;
          readBytes = bytes;
          const nowMs = performance.now();
          if (nowMs - reportedAtMs < PROGRESS_INTERVAL_MS) return;
          context.report(untoldBytes);
          [reportedAtMs, untoldBytes] = [nowMs, 0];
        },
      },
    );
    return outcome.kind === 'done' ? outcome.digests : null;
  });
  return { reply, transfer: [] };
};

serveJobs(answer);
