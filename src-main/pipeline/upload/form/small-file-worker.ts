/** Entry of the thread that reads small files for their upload. Synchronous on purpose: see `small-file.ts`. */
import { serveJobs, type JobHandler } from '../../../platform/threads/serve-jobs.ts';
import { makeProof, type Proof, type SmallSource } from './small-file.ts';

const prove = makeProof();

/** A bug is answered: thrown here, it would look like a thread that the system ended. */
const answer: JobHandler<SmallSource, Proof | Error> = (source) => {
  try {
    return { reply: prove(source), transfer: [] };
  } catch (error) {
    return { reply: error instanceof Error ? error : new Error(String(error)), transfer: [] };
  }
};

serveJobs(answer);
