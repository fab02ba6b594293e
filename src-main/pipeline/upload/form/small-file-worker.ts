/** Entry of the thread that reads small files for their upload. Synchronous on purpose: see `small-file.ts`. */
import { serveJobs, type JobHandler } from '../../../platform/threads/serve-jobs.ts';
import { makeProof, type Proof, type SmallSource } from './small-file.ts';

const prove = makeProof();

const answer: JobHandler<SmallSource, Proof> = (source) => ({
  reply: prove(source),
  transfer: [],
});

serveJobs(answer);
