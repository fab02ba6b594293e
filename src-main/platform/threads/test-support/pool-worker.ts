/** A worker that does what the job says, for tests of the pool. */
import { assertNever } from '../../../../src-shared/model/result.ts';
import { serveJobs, type JobHandler } from '../serve-jobs.ts';

export type PoolJob =
  | { readonly do: 'echo'; readonly value: string }
  /** Blocks the thread, deaf to its cancel flag, until the shared word is set. */
  | { readonly do: 'hang'; readonly until: SharedArrayBuffer }
  /** Blocks until cancelled. */
  | { readonly do: 'wait' }
  /** Ends the thread the first `times` times, counted in the shared word. */
  | { readonly do: 'die'; readonly counter: SharedArrayBuffer; readonly times: number }
  | { readonly do: 'throw' };

const act: JobHandler<PoolJob, string, string> = (job, context) => {
  switch (job.do) {
    case 'echo':
      context.report(`began ${job.value}`);
      return { reply: job.value, transfer: [] };
    case 'hang':
      Atomics.wait(new Int32Array(job.until), 0, 0);
      return { reply: 'woken', transfer: [] };
    case 'wait':
      context.report('waiting');
      context.pause(60_000);
      return { reply: context.isCancelled() ? 'cancelled' : 'slept', transfer: [] };
    case 'die':
      if (Atomics.add(new Int32Array(job.counter), 0, 1) < job.times) process.exit(1);
      return { reply: 'survived', transfer: [] };
    case 'throw':
      throw new Error('a bug in the worker');
    default:
      return assertNever(job);
  }
};

serveJobs(act);
