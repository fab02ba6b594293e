/** Entry of the threads that list directories. Synchronous on purpose: see read-directory.ts. */
import type { PackedEntries } from './packed-entries.ts';
import { readDirectoryFacts, readPath, type DirectoryFacts } from './read-directory.ts';
import type { PathReading } from './file-tree.ts';
import { serveJobs, type JobHandler } from '../../platform/threads/serve-jobs.ts';

export interface ScanJob {
  readonly kind: 'directory' | 'path';
  readonly path: string;
}

export type ScanReply =
  | { readonly kind: 'path'; readonly reading: PathReading }
  | {
      readonly kind: 'directory';
      readonly dev: string;
      readonly ino: string;
      readonly identity: string;
      readonly entries: PackedEntries;
    }
  | { readonly kind: 'no-directory'; readonly reading: Exclude<DirectoryFacts, { kind: 'read' }> };

const answer: JobHandler<ScanJob, ScanReply> = (job) => {
  if (job.kind === 'path') {
    return { reply: { kind: 'path', reading: readPath(job.path) }, transfer: [] };
  }
  const facts = readDirectoryFacts(job.path);
  if (facts.kind !== 'read') {
    return { reply: { kind: 'no-directory', reading: facts }, transfer: [] };
  }
  const { dev, ino, identity, entries } = facts;
  return { reply: { kind: 'directory', dev, ino, identity, entries }, transfer: [entries.bytes] };
};

serveJobs(answer);
