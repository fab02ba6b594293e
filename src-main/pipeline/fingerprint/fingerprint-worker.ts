/** Entry of the threads that fingerprint files. Synchronous on purpose: see fingerprint-file.ts. */
import { makeFileFingerprint, type ReadingContext } from './fingerprint-file.ts';
import type { FingerprintJob } from './fingerprinter.ts';
import { packPrint, unpackFiles, type PackedPrint } from './packed-files.ts';
import { serveJobs, type JobHandler } from '../../platform/threads/serve-jobs.ts';

const PROGRESS_INTERVAL_MS = 250;

const fingerprintFile = makeFileFingerprint();

const answer: JobHandler<FingerprintJob, readonly PackedPrint[], number> = (job, context) => {
  let reportedAtMs = performance.now();
  const reading: ReadingContext = {
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
  const reply = [...unpackFiles(job.files)].map((file) =>
    packPrint(fingerprintFile(file.path, file.expected, reading, job.more), file),
  );
  return { reply, transfer: [] };
};

serveJobs(answer);
