/** A worker that reports about a command after it has returned from it, and dies of the command "die". */
import { setTimeout } from 'node:timers';
import { serveJobs } from '../serve-jobs.ts';

serveJobs<string, string, string>((job, context) => {
  if (job === 'die') throw new Error('told to');
  setTimeout(() => context.report(`later: ${job}`), 1);
  return { reply: `answer: ${job}`, transfer: [] };
});
