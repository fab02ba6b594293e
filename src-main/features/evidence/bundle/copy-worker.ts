/** Entry of the thread that copies files into bundles. Synchronous on purpose: see `copy-file.ts`. */
import { makeFileCopy, type CopyOrder, type CopyOutcome } from './copy-file.ts';
import { serveJobs, type JobHandler } from '../../../platform/threads/serve-jobs.ts';

const PROGRESS_INTERVAL_MS = 250;

const copyFile = makeFileCopy();

const answer: JobHandler<CopyOrder, CopyOutcome, number> = (order, context) => {
  let reportedAtMs = performance.now();
  const reply = copyFile(order, {
    isCancelled: () => context.isCancelled(),
    onRead(readBytes) {
      const nowMs = performance.now();
      if (nowMs - reportedAtMs < PROGRESS_INTERVAL_MS) return;
      reportedAtMs = nowMs;
      context.report(readBytes);
    },
  });
  return { reply, transfer: [] };
};

serveJobs(answer);
