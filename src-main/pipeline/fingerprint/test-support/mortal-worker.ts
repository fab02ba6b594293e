/** A reader that dies over one path and finds nothing at the others, for tests of the fingerprinter. */
import type { FingerprintJob } from '../fingerprinter.ts';
import { unpackFiles, type PackedPrints } from '../packed-files.ts';
import { serveJobs } from '../../../platform/threads/serve-jobs.ts';

serveJobs<FingerprintJob, PackedPrints, number>((job) => {
  const files = unpackFiles(job.files);
  if (files.some(({ path }) => path === 'deadly')) process.exit(1);
  const absent = files.map((_, index) => [index, { kind: 'absent' }] as const);
  return { reply: { digests: new Uint8Array(), others: new Map(absent) }, transfer: [] };
});
