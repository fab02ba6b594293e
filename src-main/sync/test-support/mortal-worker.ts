/** A reader that dies over one path and finds nothing at the others, for tests of the fingerprinter. */
import type { Fingerprint, FingerprintJob } from '../fingerprinter.ts';
import { serveJobs } from '../serve-jobs.ts';

serveJobs<FingerprintJob, readonly Fingerprint[], number>(({ files }) => {
  if (files.some(({ path }) => path === 'deadly')) process.exit(1);
  return { reply: files.map(() => ({ kind: 'absent' })), transfer: [] };
});
