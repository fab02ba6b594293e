/** Entry of the thread that asks drives whether they answer, and hangs with them. Each answer is reported. */
import { statfsSync } from 'node:fs';
import { serveJobs } from '../threads/serve-jobs.ts';
import { errnoOf } from '../errno.ts';
import type { DriveQuestions } from './silent-drives.ts';

serveJobs<DriveQuestions, null, null>((questions, { report }) => {
  for (const path of questions) {
    try {
      statfsSync(path); // what a network drive answers from no memory of this computer
    } catch (error) {
      errnoOf(error); // a refusal is an answer
    }
    report(null);
  }
  return { reply: null, transfer: [] };
});
