/** Entry of the threads that fingerprint files. Synchronous on purpose: see fingerprint-file.ts. */
import { makeBatchFingerprint } from './fingerprint-batch.ts';
import type { ReadingContext } from './fingerprint-file.ts';
import type { FingerprintJob } from './fingerprinter.ts';
import type { PackedPrints } from './packed-files.ts';
import { serveJobs, type JobHandler } from '../../platform/threads/serve-jobs.ts';

const PROGRESS_INTERVAL_MS = 250;

const fingerprintBatch = makeBatchFingerprint();

const answer: JobHandler<FingerprintJob, PackedPrints, number> = (job, context) => {
  let reportedAtMs = performance.now();
  const reading: ReadingContext = {
    takenAtMs: job.takenAtMs,
    isCancelled: () => context.isCancelled(),
    pause: (ms) => {
      context.pause(ms);
    },
    onRead: (readBytes) => {
      const nowMs = performance.now();
      if (nowMs - reportedAtMs < PROGRESS_INTERVAL_MS) return;
      reportedAtMs = nowMs;
      context.report(readBytes);
    },
  };
  const reply = fingerprintBatch(job.files, reading, job.more);
  return { reply, transfer: [reply.digests.buffer] };
};

serveJobs(answer);
