/** Entry of the threads that list directories. Synchronous on purpose: see read-directory.ts. */
import { assertNever } from '../../../src-shared/model/result.ts';
import { readDirectoryFacts, readPath, rulesFor, type DirectoryFacts } from './read-directory.ts';
import type { DirectoryQuestion, PathReading, RuleReading } from './file-tree.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import { giveWay } from '../../platform/threads/give-way.ts';
import { serveJobs, type JobHandler } from '../../platform/threads/serve-jobs.ts';

export type ScanJob =
  | {
      readonly kind: 'directory';
      readonly path: string;
      readonly question: DirectoryQuestion | null;
    }
  | { readonly kind: 'path'; readonly path: string }
  | {
      readonly kind: 'rules';
      readonly root: string;
      readonly relativePath: string;
      readonly rules: IgnoreRules;
    };

type ReadFacts = Extract<DirectoryFacts, { kind: 'read' }>;

export type ScanReply =
  | { readonly kind: 'path'; readonly reading: PathReading }
  | { readonly kind: 'rules'; readonly reading: RuleReading }
  | { readonly kind: 'directory'; readonly facts: ReadFacts }
  | { readonly kind: 'no-directory'; readonly reading: Exclude<DirectoryFacts, ReadFacts> };

const answer: JobHandler<ScanJob, ScanReply> = (job, { isCancelled }) => {
  switch (job.kind) {
    case 'path':
      return { reply: { kind: 'path', reading: readPath(job.path) }, transfer: [] };
    case 'rules': {
      const reading = rulesFor(job.root, job.relativePath, job.rules);
      return { reply: { kind: 'rules', reading }, transfer: [] };
    }
    case 'directory': {
      const facts = readDirectoryFacts(job.path, job.question, { isCancelled });
      if (facts.kind !== 'read') {
        return { reply: { kind: 'no-directory', reading: facts }, transfer: [] };
      }
      const { bytes, fingerprinted } = facts.entries;
      const more =
        fingerprinted === null
          ? []
          : [fingerprinted.digests.buffer, fingerprinted.sizesBytes.buffer];
      return { reply: { kind: 'directory', facts }, transfer: [bytes, ...more] };
    }
    default:
      return assertNever(job);
  }
};

giveWay();
serveJobs(answer);
