/** A reader that dies over one path and finds nothing at the others, for tests of the fingerprinter. */
import type { FingerprintJob } from '../fingerprinter.ts';
import { unpackFiles, type PackedPrint } from '../packed-files.ts';
import { serveJobs } from '../../../platform/threads/serve-jobs.ts';

serveJobs<FingerprintJob, readonly PackedPrint[], number>((job) => {
  const files = [...unpackFiles(job.files)];
  if (files.some(({ path }) => path === 'deadly')) process.exit(1);
  return { reply: files.map(() => ({ kind: 'absent' })), transfer: [] };
});
