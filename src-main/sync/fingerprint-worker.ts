/** Entry of the threads that fingerprint files. Synchronous on purpose: see fingerprint-file.ts. */
import { makeFileFingerprint } from './fingerprint-file.ts';
import type { Fingerprint, FingerprintJob } from './fingerprinter.ts';
import { serveJobs, type JobHandler } from './serve-jobs.ts';

const PROGRESS_INTERVAL_MS = 250;

const fingerprintFile = makeFileFingerprint();

const answer: JobHandler<FingerprintJob, Fingerprint, number> = ({ path, expected }, context) => {
  let reportedAtMs = performance.now();
  const reply = fingerprintFile(path, expected, {
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
  });
  return { reply, transfer: [] };
};

serveJobs(answer);
